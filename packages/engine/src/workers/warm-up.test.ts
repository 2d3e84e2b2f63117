import { describe, expect, it } from 'vitest'
import type { IndexSearcher } from '../index/index-searcher.ts'
import type { SearchRequest } from '../search/search-request.ts'
import { WARM_UP_DOCUMENTS_MIN, WARM_UP_MS } from '../limits.ts'
import { DocSet } from '../bits/doc-set.ts'
import { DEFAULT_SETTINGS } from '../settings/settings-table.ts'
import { WarmUp } from './warm-up.ts'

const DOCUMENT = new TextEncoder().encode(
  '{"id":1,"title":"the silver compass of the north","year":1920,"_geo":{"lat":1.5,"lng":2}}',
)

/** As much of a searcher as searches are made of. */
function searcherOf(documentCount: number): IndexSearcher {
  return {
    documentCount,
    slotCount: documentCount,
    live: DocSet.range(0, documentCount),
    documentBytes: () => DOCUMENT,
    settings: {
      ...DEFAULT_SETTINGS,
      filterableAttributes: ['year', '_geo'],
      sortableAttributes: ['year', '_geo'],
    },
  } as unknown as IndexSearcher
}

function setUp(sizes: Readonly<Record<string, number>>, msPerSearch: number) {
  let nowMs = 0
  const steps: (() => void)[] = []
  const searches: { indexId: string; request: SearchRequest }[] = []
  const warmUp = new WarmUp({
    searchers: () => Object.entries(sizes).map(([id, count]) => [id, searcherOf(count)] as const),
    run: (indexId, request) => {
      searches.push({ indexId, request })
      nowMs += msPerSearch
      if (indexId === 'broken') throw new Error('damaged')
    },
    now: () => nowMs,
    later: (step) => steps.push(step),
  })
  const runAll = (countMax = Infinity): void => {
    for (let i = 0; i < countMax && steps.length > 0; i++) steps.shift()!()
  }
  return { warmUp, searches, runAll }
}

describe('WarmUp', () => {
  it('runs searches of many kinds, one per turn, until its time is used up', () => {
    const { warmUp, searches, runAll } = setUp({ a: WARM_UP_DOCUMENTS_MIN }, 10)
    warmUp.start()
    runAll(1)
    expect(searches).toHaveLength(1)
    runAll()
    expect(searches).toHaveLength(WARM_UP_MS / 10)
    const requests = searches.map(({ request }) => request)
    expect(requests.some(({ q }) => q === 'the silver')).toBe(true)
    expect(requests.some(({ facets }) => facets?.includes('year'))).toBe(true)
    expect(requests.some(({ filter }) => String(filter).startsWith('_geoRadius(1.5, 2'))).toBe(true)
    expect(requests.some(({ attributesToHighlight }) => attributesToHighlight !== null)).toBe(true)
    warmUp.start()
    runAll()
    expect(searches).toHaveLength(WARM_UP_MS / 10)
  })

  it('stops when it is told to and goes on later', () => {
    const { warmUp, searches, runAll } = setUp({ a: WARM_UP_DOCUMENTS_MIN }, 10)
    warmUp.start()
    runAll(3)
    warmUp.stop()
    runAll()
    const before = searches.length
    expect(before).toBeLessThan(6)
    warmUp.start()
    runAll()
    expect(searches.length).toBeGreaterThan(before)
  })

  it('leaves small indexes alone, and survives one that cannot be read', () => {
    const sizes = { small: 10, broken: WARM_UP_DOCUMENTS_MIN, good: WARM_UP_DOCUMENTS_MIN }
    const { warmUp, searches, runAll } = setUp(sizes, 10)
    warmUp.start()
    runAll()
    const ids = searches.map(({ indexId }) => indexId)
    expect(ids).not.toContain('small')
    expect(ids.filter((id) => id === 'broken')).toHaveLength(1)
    expect(ids.filter((id) => id === 'good').length).toBeGreaterThan(100)
  })
})
