// The main journey of a user with the official JavaScript client, against the built command.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Meilisearch } from 'meilisearch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'sextant-journey-'))
let server: ChildProcess
let client: Meilisearch

function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => found(port))
    })
  })
}

async function start(port: number): Promise<void> {
  const words = ['--db-path', join(folder, 'db'), '--http-addr', `127.0.0.1:${port}`]
  server = spawn(join(root, 'bin/sextant'), [...words, '--no-analytics'], { stdio: 'ignore' })
  for (let tries = 0; tries < 200; tries++) {
    if (await client.isHealthy()) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('the server did not start')
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise((done) => server.once('exit', done))
  server.kill(signal)
  await gone
}

describe('a user with the official client', () => {
  let port = 0

  beforeAll(async () => {
    port = await freePort()
    client = new Meilisearch({ host: `http://127.0.0.1:${port}` })
    await start(port)
  }, 30_000)

  afterAll(async () => {
    await stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('creates an index, adds documents, waits for the task and finds them', async () => {
    await client.createIndex('films', { primaryKey: 'id' }).waitTask()
    const task = await client
      .index('films')
      .addDocuments([
        { id: 1, title: 'Metropolis', year: 1927 },
        { id: 2, title: 'The General', year: 1926 },
        { id: 3, title: 'Nosferatu', year: 1922 },
      ])
      .waitTask()
    expect(task).toMatchObject({ status: 'succeeded', details: { indexedDocuments: 3 } })
    const { hits } = await client.index('films').search('metroplis')
    expect(hits.map((hit) => hit['id'])).toEqual([1])
  })

  it('changes settings and filters by them', async () => {
    await client
      .index('films')
      .updateSettings({ filterableAttributes: ['year'], sortableAttributes: ['year'] })
      .waitTask()
    const { hits } = await client
      .index('films')
      .search('', { filter: 'year > 1922', sort: ['year:asc'] })
    expect(hits.map((hit) => hit['id'])).toEqual([2, 1])
  })

  it('updates and deletes documents', async () => {
    const films = client.index('films')
    await films.updateDocuments([{ id: 3, rating: 7.9 }]).waitTask()
    expect(await films.getDocument(3)).toEqual({
      id: 3,
      title: 'Nosferatu',
      year: 1922,
      rating: 7.9,
    })
    await films.deleteDocument(1).waitTask()
    expect((await films.search('metropolis')).hits).toEqual([])
    expect((await films.getStats()).numberOfDocuments).toBe(2)
  })

  it('finds everything again after the process was killed', async () => {
    await stop('SIGKILL')
    await start(port)
    const { hits } = await client.index('films').search('general')
    expect(hits.map((hit) => hit['id'])).toEqual([2])
    expect(await client.index('films').getSettings()).toMatchObject({
      sortableAttributes: ['year'],
    })
  }, 30_000)
})
