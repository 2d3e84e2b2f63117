// Hard searches end in time, and what they answer then is still right as far as it goes.

import { createEngine, type Engine, parseSettingsPatch, SEARCH_DEFAULTS } from '@sextant/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generatedPackages } from './generated-collection.ts'
import { type HardQuery, hardQueries } from './hard-queries.ts'

const INDEX_ID = 'index'
const DOCUMENT_COUNT = 3000
/** Far less than most of these searches take. */
const CUTOFF_MS = 5
/** A search may end 50 ms after its cutoff; a slow machine is given more. */
const GRACE_MS = 100

/** Scores need every rule, and there are no short cuts: the hardest take half a second here. */
const MORE = { showRankingScore: true, limit: 100 }
/** For a machine that has much else to do. */
const TIMEOUT_MS = 120_000

const lines = generatedPackages(DOCUMENT_COUNT)
const { queries, synonyms } = hardQueries(lines)
const decoder = new TextDecoder()
let engine: Engine

/** Processor time: other processes do not make a search late. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

beforeAll(async () => {
  engine = await createEngine({ path: null, searchWorkerCount: 0, now: cpuMs })
  await engine.createIndex(INDEX_ID, { primaryKey: 'id', nowMs: 0, batchUid: 0 })
  await change({
    synonyms,
    searchableAttributes: ['name', 'title', 'description', 'tags'],
    filterableAttributes: ['id', 'section', 'tags', 'maintainer', 'size'],
  })
  const source = { kind: 'lines', lines } as const
  await apply({ kind: 'addDocuments', mode: 'replace', source, primaryKey: null })
}, TIMEOUT_MS)

afterAll(() => engine.close())

test(
  'hard queries end in time with documents that match, none of them twice',
  async () => {
    await change({ searchCutoffMs: CUTOFF_MS })
    // the first search compiles the code of all
    await idsOf({})
    const late: string[] = []
    const found: number[][] = []
    for (const { kind, request } of queries) {
      const start = cpuMs()
      found.push(await idsOf({ ...request, ...MORE }))
      const ms = Math.round(cpuMs() - start)
      if (ms > CUTOFF_MS + GRACE_MS) late.push(`${ms} ms, ${kind}: ${request.q}`)
    }
    expect(late).toEqual([])
    expect(found.filter((ids) => ids.length > 0).length).toBeGreaterThan(queries.length / 2)

    // without rules and cutoff, all that match are soon told
    await change({ searchCutoffMs: null, rankingRules: [] })
    for (const [i, { request }] of queries.entries()) {
      const ids = found[i]!
      expect(new Set(ids).size, request.q ?? '').toBe(ids.length)
      const allowed = await matching(request, ids)
      expect(
        ids.filter((id) => !allowed.has(id)),
        request.q ?? '',
      ).toEqual([])
    }
  },
  TIMEOUT_MS,
)

/** Which of `ids` a query may find. */
async function matching(
  request: HardQuery['request'],
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { attributesToSearchOn = null, matchingStrategy = 'last', q = '' } = request
  const filter = `id IN [${ids.join()}]`
  const all = { attributesToSearchOn, attributesToRetrieve: ['id'], filter, limit: ids.length }
  // which word is the rarest may be decided by a part of the documents: any of them may be kept
  const texts = matchingStrategy === 'frequency' && q?.includes('"') === false ? q.split(' ') : [q]
  const found = new Set<number>()
  for (const text of texts) {
    for (const id of await idsOf({ ...all, matchingStrategy, q: text })) found.add(id)
  }
  return found
}

async function idsOf(request: HardQuery['request']): Promise<number[]> {
  const bytes = await engine.search(INDEX_ID, { ...SEARCH_DEFAULTS, ...request })
  const { hits } = JSON.parse(decoder.decode(bytes)) as { hits: { id: number }[] }
  return hits.map(({ id }) => id)
}

function change(settings: object): Promise<void> {
  return apply({ kind: 'updateSettings', settings: parseSettingsPatch(settings) })
}

async function apply(
  operation: Parameters<Engine['applyBatch']>[1]['operations'][number],
): Promise<void> {
  const batchUid = engine.describe(INDEX_ID).lastBatchUid + 1
  const { outcomes } = await engine.applyBatch(INDEX_ID, {
    batchUid,
    nowMs: 0,
    operations: [operation],
  })
  expect(outcomes.map(({ kind }) => kind)).not.toContain('failed')
}
