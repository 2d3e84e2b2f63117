// Embedders end to end: a real embedding server on this machine, asked by the service as its clients see it.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import {
  type EmbeddingServer,
  type Received,
  type Reply,
  startEmbeddingServer,
} from '../../../engine/test/embedding-server.ts'
import { hasPackages } from '../local-models/create-local-models.ts'
import { MASTER_KEY, startTestApp, type TestApp } from '../testing/test-app.ts'

let service: TestApp
let server: EmbeddingServer
let reply: (request: Received) => Reply | Promise<Reply>

beforeEach(async () => {
  reply = (request) => ({ body: { vectors: inputsOf(request).map(vectorOf) } })
  server = await startEmbeddingServer((request) => reply(request))
  service = await startTestApp()
})

afterEach(async () => {
  await service.close()
  await server.close()
})

const inputsOf = ({ body }: Received) => (body as { input: string[] }).input
/** Texts that begin alike are near each other. */
const vectorOf = (text: string) => [text.charCodeAt(0) - 96, text.charCodeAt(1) - 96, 1]
const rest = (more: object = {}) => ({
  source: 'rest',
  url: `${server.url}/embed`,
  request: { input: ['{{text}}', '{{..}}'] },
  response: { vectors: ['{{embedding}}', '{{..}}'] },
  dimensions: 3,
  documentTemplate: '{{doc.name}}',
  ...more,
})

const settings = (body: object) => service.write('PATCH', '/indexes/plants/settings', { body })
const add = (documents: object[]) =>
  service.write('POST', '/indexes/plants/documents', { body: documents })
const update = (documents: object[]) =>
  service.write('PUT', '/indexes/plants/documents', { body: documents })
const search = (body: object) => service.call('POST', '/indexes/plants/search', { body })

/** Texts that the embedding server was asked for meanwhile. */
const askedDuring = async (work: () => Promise<{ body: { status: string } }>) => {
  const before = server.received.length
  expect((await work()).body.status).toBe('succeeded')
  return server.received.slice(before).flatMap(inputsOf)
}

const PLANTS = [
  { id: 1, name: 'aloe', height: 3 },
  { id: 2, name: 'bamboo', height: 9 },
]

describe('what is asked for', () => {
  it('is what changed', async () => {
    expect(await askedDuring(() => settings({ embedders: { auto: rest() } }))).toEqual([])
    expect(await askedDuring(() => add(PLANTS))).toEqual(['aloe', 'bamboo'])
    expect(await askedDuring(() => add(PLANTS))).toEqual([])
    expect(await askedDuring(() => update([{ id: 1, height: 4 }]))).toEqual([])
    expect(await askedDuring(() => update([{ id: 1, name: 'agave' }]))).toEqual(['agave'])
    const template = '{% if doc.height > 5 %}tall {% endif %}{{doc.name}}'
    const change = (more: object) => settings({ embedders: { auto: more } })
    expect(await askedDuring(() => change({ documentTemplate: template }))).toEqual(['tall bamboo'])
    const quiet = { apiKey: 'k', headers: { a: 'b' }, distribution: { mean: 0.5, sigma: 0.3 } }
    expect(await askedDuring(() => change(quiet))).toEqual([])
    expect(await askedDuring(() => change({ url: `${server.url}/other` }))).toHaveLength(2)
  })

  it('goes out ten at a time, and is counted in the batch', async () => {
    await settings({ embedders: { auto: rest() } })
    const names = Array.from({ length: 25 }, (_, id) => ({ id, name: `n${id}` }))
    await add(names)
    expect(server.received.map((request) => inputsOf(request).length)).toEqual([10, 10, 5])
    const { body } = await service.call('GET', '/batches/1')
    expect(body.stats.embedderRequests).toEqual({ total: 3, failed: 0 })
    expect((await service.call('GET', '/batches/0')).body.stats).not.toHaveProperty(
      'embedderRequests',
    )
  })
})

describe('an embedder that fails', () => {
  it('fails the task with what the server said, and nothing of the task is applied', async () => {
    await settings({ embedders: { auto: rest() } })
    reply = () => ({ status: 403, body: 'go away' })
    const { body: task } = await add(PLANTS)
    expect(task).toMatchObject({ status: 'failed', error: { code: 'vector_embedding_error' } })
    expect(task.error.message).toContain('status 403: `go away`')
    const { body } = await service.call('GET', '/indexes/plants/documents')
    expect(body.total).toBe(0)
    const { body: batch } = await service.call('GET', '/batches/1')
    expect(batch.stats.embedderRequests).toEqual({
      total: 1,
      failed: 1,
      lastError: 'the server answered with status 403: `go away`',
    })
    reply = (request) => ({ body: { vectors: inputsOf(request).map(vectorOf) } })
    expect((await add(PLANTS)).body.status).toBe('succeeded')
  })

  it('is not configured when it cannot be made', async () => {
    reply = () => ({ status: 400, body: 'no' })
    const { dimensions: _, ...unknown } = rest()
    const { body: task } = await settings({ embedders: { auto: unknown } })
    expect(task).toMatchObject({ status: 'failed', error: { code: 'vector_embedding_error' } })
    const shown = await service.call('GET', '/indexes/plants/settings/embedders')
    expect(shown.body).toEqual({})
  })

  it('leaves a hybrid search with its words, and fails a search by meaning alone', async () => {
    await settings({ embedders: { auto: rest() }, searchCutoffMs: 100 })
    await add(PLANTS)
    for (const answer of [{ status: 400, body: '' }, 'silence'] as const) {
      reply = () => answer
      const both = await search({ q: 'aloe', hybrid: { embedder: 'auto', semanticRatio: 0.9 } })
      expect(both.status).toBe(200)
      expect(both.body.hits.map(({ id }) => id)).toEqual([1])
      expect(both.body.semanticHitCount).toBe(0)
      const alone = await search({ q: 'aloe', hybrid: { embedder: 'auto', semanticRatio: 1 } })
      expect([alone.status, alone.body.code]).toEqual([400, 'vector_embedding_error'])
    }
  })
})

describe('a search', () => {
  it('finds by meaning', async () => {
    await settings({ embedders: { auto: rest() } })
    await add(PLANTS)
    const { body } = await search({ q: 'baboon', hybrid: { embedder: 'auto', semanticRatio: 1 } })
    expect(body.hits.map(({ id }) => id)).toEqual([2, 1])
    expect(body.semanticHitCount).toBe(2)
  })

  it('asks for no vector when its words do well enough', async () => {
    await settings({ embedders: { auto: rest() } })
    await add(PLANTS)
    const before = server.received.length
    const body = { q: 'aloe', limit: 1, hybrid: { embedder: 'auto', semanticRatio: 0.1 } }
    expect((await search(body)).body.semanticHitCount).toBe(0)
    expect(server.received).toHaveLength(before)
  })

  it('asks for nothing but the vector of its text', async () => {
    const { dimensions: _, ...unknown } = rest()
    await settings({ embedders: { auto: unknown } })
    await add(PLANTS)
    const before = server.received.length
    await search({ q: 'aloe', hybrid: { embedder: 'auto', semanticRatio: 1 } })
    expect(server.received.slice(before).map(inputsOf)).toEqual([['aloe']])
  })

  it('asks once for a text that is kept', async () => {
    await service.close()
    service = await startTestApp({ 'experimental-embedding-cache-entries': 10 })
    await settings({ embedders: { auto: rest() } })
    await add(PLANTS)
    const before = server.received.length
    const body = { q: 'aloe', hybrid: { embedder: 'auto', semanticRatio: 1 } }
    await search(body)
    await search(body)
    expect(server.received).toHaveLength(before + 1)
  })
})

describe('while an embedding server does not answer', () => {
  it('the service goes on, and the task can be canceled', async () => {
    await settings({ embedders: { auto: rest() } })
    await add(PLANTS)
    const asked = new Promise<void>((resolve) => {
      reply = () => (resolve(), 'silence')
    })
    const body = [{ id: 3, name: 'cactus' }]
    const { body: task } = await service.call('POST', '/indexes/plants/documents', { body })
    await asked
    expect((await search({ q: 'aloe' })).body.hits).toHaveLength(1)
    const running = await service.call('GET', `/tasks/${task.taskUid}`)
    expect(running.body.status).toBe('processing')
    await service.write('POST', `/tasks/cancel?uids=${task.taskUid}`)
    const canceled = await service.call('GET', `/tasks/${task.taskUid}`)
    expect(canceled.body.status).toBe('canceled')
  })
})

describe('composites', () => {
  it('index with one part and search with the other', async () => {
    await service.call('PATCH', '/experimental-features', { body: { compositeEmbedders: true } })
    const { documentTemplate: _, ...searchEmbedder } = rest({ url: `${server.url}/search` })
    const indexingEmbedder = rest({ url: `${server.url}/index` })
    const auto = { source: 'composite', searchEmbedder, indexingEmbedder }
    expect((await settings({ embedders: { auto } })).body.status).toBe('succeeded')
    const before = server.received.length
    await add(PLANTS)
    await search({ q: 'aloe', hybrid: { embedder: 'auto', semanticRatio: 1 } })
    const asked = server.received.slice(before)
    expect(asked.at(0)).toMatchObject({ path: '/index', body: { input: ['aloe', 'bamboo'] } })
    expect(asked.at(-1)).toMatchObject({ path: '/search', body: { input: ['aloe'] } })
  })
})

describe('the address policy', () => {
  it('keeps embedders from the own machine in production, at once', async () => {
    await service.close()
    service = await startTestApp({ env: 'production', 'master-key': MASTER_KEY })
    const { dimensions: _, ...unknown } = rest()
    const { body: task } = await service.write('PATCH', '/indexes/plants/settings', {
      body: { embedders: { auto: unknown } },
      key: MASTER_KEY,
    })
    expect(task.error.code).toBe('vector_embedding_error')
    expect(task.error.message).toContain('127.0.0.1 is not a public address')
    expect(server.received).toEqual([])
  })
})

it.skipIf(hasPackages())('local models say which packages they need', async () => {
  const { body: task } = await settings({ embedders: { auto: { source: 'huggingFace' } } })
  expect(task.error.code).toBe('vector_embedding_error')
  expect(task.error.message).toContain('npm install')
})
