import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { OutboundAnswer } from '../embed/outbound.ts'
import type { Operation } from '../index/operations.ts'
import { parseSettingsPatch } from '../settings/settings-patch.ts'
import { completeSearch } from '../search/search-request.ts'
import { createEngine } from './create-engine.ts'
import { NO_WORLD } from './embedder-pool.ts'
import { describeEngine } from './engine.contract.ts'
import { openIndex } from './open-index.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-engine-'))
const now = (): number => performance.now()

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('an engine in memory', () => {
  describeEngine(
    () => createEngine({ path: null, searchWorkerCount: 0, now }),
    (engine) => engine.close(),
  )
})

describe('an engine on the calling thread', () => {
  const path = join(folder, 'inline')
  describeEngine(
    () => createEngine({ path, searchWorkerCount: 0, now }),
    (engine) => engine.close(),
  )
})

describe('an engine with an indexing worker and two search workers', () => {
  const path = join(folder, 'threads')
  describeEngine(
    () => createEngine({ path, searchWorkerCount: 2, now }),
    (engine) => engine.close(),
  )
})

it('tells of its first search worker, once and before anything is searched', async () => {
  const told: string[] = []
  const engine = await createEngine({
    path: join(folder, 'told'),
    searchWorkerCount: 1,
    now,
    onSearchingBegins: () => told.push('begins'),
  })
  await engine.createIndex('films', { primaryKey: null, nowMs: 0, batchUid: 0 })
  expect(told).toEqual([])
  for (let i = 0; i < 2; i++) {
    const search = engine.search('films', completeSearch({}))
    expect(told).toEqual(['begins'])
    await search
  }
  expect(told).toEqual(['begins'])
  await engine.close()
})

it.skipIf(process.platform !== 'linux')('indexes behind everything else', async () => {
  const engine = await createEngine({ path: join(folder, 'nice'), searchWorkerCount: 1, now })
  await engine.createIndex('films', { primaryKey: null, nowMs: 0, batchUid: 0 })
  const [own = 0] = nicenesses()
  expect(nicenesses()).toContain(Math.min(own + 5, 19))
  await engine.close()
})

/** How far threads of this process stand behind others, the foremost first. */
function nicenesses(): number[] {
  const stats = readdirSync('/proc/self/task').flatMap((id) => {
    try {
      return readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
    } catch {
      // a thread that has ended meanwhile
      return []
    }
  })
  const all = stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]))
  return all.toSorted((a, b) => a - b)
}

describe('an index of the library', () => {
  it.each([0, 1])(
    'is there again when it is opened again, with %i search workers',
    async (count) => {
      const options = { path: join(folder, `library${count}`), searchWorkerCount: count }
      const first = await openIndex({ ...options, settings: { searchableAttributes: ['title'] } })
      await first.addDocuments([{ id: 1, title: 'Metropolis' }])
      await first.close()
      const second = await openIndex(options)
      expect(await second.getDocument(1)).toEqual({ id: 1, title: 'Metropolis' })
      expect((await second.search('metroplis')).hits).toEqual([{ id: 1, title: 'Metropolis' }])
      expect(second.settings['searchableAttributes']).toEqual(['title'])
      await second.close()
    },
  )

  // enough of them for memory that is handed from thread to thread with the kernel that reads it
  it.each([0, 2])('finds the nearest of many vectors, with %i search workers', async (count) => {
    const dimensions = 512
    const index = await openIndex({
      path: join(folder, `vectors${count}`),
      searchWorkerCount: count,
      settings: { embedders: { own: { source: 'userProvided', dimensions } } },
    })
    const vectorOf = (id: number): number[] =>
      Array.from({ length: dimensions }, (_, i) => Math.cos(id * (i + 1)))
    const ids = Array.from({ length: 600 }, (_, id) => id)
    await index.addDocuments(ids.map((id) => ({ id, _vectors: { own: vectorOf(id) } })))
    const search = (id: number): Promise<unknown> =>
      index.search('', {
        vector: vectorOf(id),
        hybrid: { embedder: 'own', semanticRatio: 1 },
        limit: 1,
      })
    const answers = await Promise.all([3, 77, 599, 500].map(search))
    const nearest = [3, 77, 599, 500].map((id) => ({ hits: [{ id }] }))
    expect(answers).toMatchObject(nearest)
    await index.close()
  })

  it('is cut into segments as memory is scarce, without a difference to what is found', async () => {
    const documents = Array.from({ length: 6000 }, (_, id) => ({
      id,
      text: `word${id} `.repeat(40),
    }))
    const lines = documents.map((document) => JSON.stringify(document))
    const sizes: number[] = []
    for (const indexingBytesMax of [2 ** 20, 2 ** 30]) {
      const engine = await createEngine({ path: null, searchWorkerCount: 0, now, indexingBytesMax })
      await engine.createIndex('a', { primaryKey: 'id', nowMs: 0, batchUid: 0 })
      const source = { kind: 'lines', lines } as const
      const add = { kind: 'addDocuments', mode: 'replace', primaryKey: null, source } as const
      const steps = new Set<string>()
      const result = await engine.applyBatch(
        'a',
        { batchUid: 1, nowMs: 0, operations: [add] },
        { onProgress: (all) => steps.add(`${all[1]?.currentStep} ${steps.size}`) },
      )
      expect(result.outcomes).toEqual([{ kind: 'indexed', documentCount: 6000 }])
      sizes.push([...steps].filter((step) => step.startsWith('writing a segment')).length)
      await engine.close()
    }
    expect(sizes[0]).toBeGreaterThan(1)
    expect(sizes[1]).toBe(1)
  })

  it('is open once: a second time is refused until it is closed', async () => {
    const path = join(folder, 'locked')
    const first = await openIndex({ path })
    await expect(openIndex({ path })).rejects.toThrow(/in use by process/)
    await first.close()
    await (await openIndex({ path })).close()
  })
})

describe.each([0, 1])('a batch that waits for an embedder, with %i search workers', (count) => {
  const embedder = {
    source: 'rest',
    url: 'http://embed.test',
    request: { input: ['{{text}}', '{{..}}'] },
    response: { vectors: ['{{embedding}}', '{{..}}'] },
  }
  const add: Operation = {
    kind: 'addDocuments',
    mode: 'replace',
    source: { kind: 'lines', lines: ['{"id":1,"title":"Metropolis"}'] },
    primaryKey: null,
  }
  const configure = (more: object): Operation => ({
    kind: 'updateSettings',
    settings: parseSettingsPatch({ embedders: { auto: { ...embedder, ...more } } }),
  })
  const batch = (batchUid: number, ...operations: Operation[]) => ({
    batchUid,
    nowMs: 7,
    operations,
  })

  // An engine with two indexes, whose embedding server answers when the test says so.
  async function start(name: string) {
    let answer!: (answer: OutboundAnswer) => void
    let isAsked!: () => void
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    const outbound = (): Promise<OutboundAnswer> =>
      new Promise((resolve) => {
        answer = resolve
        isAsked()
      })
    const path = join(folder, `${name}${count}`)
    const embedding = { ...NO_WORLD, outbound }
    const engine = await createEngine({ path, searchWorkerCount: count, now, embedding })
    for (const id of ['a', 'b']) {
      await engine.createIndex(id, { primaryKey: 'id', nowMs: 3, batchUid: 0 })
    }
    const body = '{"vectors":[[1,0]]}'
    return { engine, asked, answer: () => answer({ status: 200, body }) }
  }

  it('leaves the way to other indexes, and goes on when it may', async () => {
    const { engine, asked, answer } = await start('waiting')
    await engine.applyBatch('a', batch(1, configure({ dimensions: 2 })))
    let mayGoOn!: () => void
    let wantsToGoOn!: () => void
    const wants = new Promise<void>((resolve) => (wantsToGoOn = resolve))
    let waitCount = 0
    const onWait = () => {
      // the first is for the embedder itself, which is there
      if (++waitCount === 1) return () => Promise.resolve()
      return () => (wantsToGoOn(), new Promise<void>((resolve) => (mayGoOn = resolve)))
    }
    const applied = engine.applyBatch('a', batch(2, add), { onWait })
    await asked
    await engine.applyBatch('b', batch(3, add))
    expect(engine.describe('b').documentCount).toBe(1)
    answer()
    await wants
    await engine.applyBatch('b', batch(4, { kind: 'deleteAll' }))
    expect(engine.describe('a').documentCount).toBe(0)
    mayGoOn()
    await applied
    expect(engine.describe('a')).toMatchObject({ documentCount: 1, embeddingCount: 1 })
    await engine.close()
  })

  it('can be stopped while the embedder is being made', async () => {
    const { engine, asked } = await start('stopped')
    const abort = new AbortController()
    const applied = engine.applyBatch('a', batch(1, configure({})), { signal: abort.signal })
    const rejected = expect(applied).rejects.toMatchObject({ name: 'AbortError' })
    await asked
    abort.abort()
    await rejected
    expect(engine.describe('a').settings.embedders).toEqual({})
    await engine.close()
  })
})
