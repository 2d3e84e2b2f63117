import { afterEach, describe, expect, it } from 'vitest'

import { SEARCH_DEFAULTS } from '../search/search-request.ts'
import { parseSettingsPatch } from '../settings/settings-patch.ts'
import { createEngine } from './create-engine.ts'
import type { Engine } from './engine.ts'
import { openIndex } from './open-index.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

const DOCUMENTS = [
  { id: 1, title: 'Whale poster', hall: 'sea' },
  { id: 2, title: 'Comet poster', hall: 'sky' },
]

async function twoIndexes(): Promise<Engine> {
  const engine = await createEngine({ path: null, searchWorkerCount: 0, now: () => 0 })
  opened.push(engine)
  for (const indexId of ['a', 'b']) {
    await engine.createIndex(indexId, { primaryKey: 'id', nowMs: 0, batchUid: -1 })
    const settings = parseSettingsPatch({ filterableAttributes: ['hall'] })
    const lines = DOCUMENTS.map((document) => JSON.stringify(document))
    const source = { kind: 'lines' as const, lines }
    await engine.applyBatch(indexId, {
      batchUid: 0,
      nowMs: 0,
      operations: [
        { kind: 'updateSettings', settings },
        { kind: 'addDocuments', mode: 'replace', source, primaryKey: null },
      ],
    })
  }
  return engine
}

const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

describe('the engine', () => {
  it('searches several indexes at once', async () => {
    const engine = await twoIndexes()
    const search = { ...SEARCH_DEFAULTS, q: 'comet', attributesToRetrieve: ['id'] }
    const bytes = await engine.federatedSearch({
      queries: ['b', 'a'].map((indexId, queryPosition) => ({
        indexId,
        indexUid: `index-${indexId}`,
        weight: 1,
        queryPosition,
        search,
      })),
      offset: 0,
      limit: 20,
      page: null,
      hitsPerPage: null,
      distinct: null,
      facetsByIndex: [],
      mergeFacets: null,
    })
    expect(parse(bytes)).toMatchObject({
      hits: [
        { id: 2, _federation: { indexUid: 'index-b', queriesPosition: 0 } },
        { id: 2, _federation: { indexUid: 'index-a', queriesPosition: 1 } },
      ],
      estimatedTotalHits: 2,
    })
  })

  it('searches facets and explains', async () => {
    const engine = await twoIndexes()
    const found = await engine.facetSearch('a', {
      facetName: 'hall',
      facetQuery: 's',
      search: { ...SEARCH_DEFAULTS, q: 'whale' },
    })
    expect(parse(found)).toEqual({
      facetHits: [{ value: 'sea', count: 1 }],
      facetQuery: 's',
      processingTimeMs: 0,
    })
    const explained = await engine.explain('a', { documentId: '9', search: SEARCH_DEFAULTS })
    expect(parse(explained)).toMatchObject({ isHit: false, reason: { kind: 'noSuchDocument' } })
  })
})

describe('the library', () => {
  it('searches facets and explains', async () => {
    const index = await openIndex({ settings: { filterableAttributes: ['hall'] } })
    opened.push(index)
    await index.addDocuments(DOCUMENTS)
    expect(await index.searchFacet('hall')).toHaveLength(2)
    expect(await index.searchFacet('hall', 'se', { filter: 'hall = sky' })).toEqual([])
    expect(await index.searchFacet('hall', 's', { q: 'comet' })).toEqual([
      { value: 'sky', count: 1 },
    ])
    expect(await index.explain('poster', 2)).toMatchObject({ isHit: true, position: 2 })
    expect(await index.explain('poster', 2, { limit: 1 })).toMatchObject({
      reason: { kind: 'beyondPage', position: 2 },
    })
  })
})
