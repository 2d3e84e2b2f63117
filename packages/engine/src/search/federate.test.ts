import { beforeAll, describe, expect, it } from 'vitest'

import { searcherOver } from '../../test/searcher-over.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { federate } from './federate.ts'
import type { FederatedQuery, FederatedSearchRequest } from './federated-request.ts'
import { SEARCH_DEFAULTS, type SearchRequest } from './search-request.ts'

const SETTINGS = {
  rankingRules: ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness'],
  filterableAttributes: ['hall', 'price', 'glaze', 'title'],
  sortableAttributes: ['price', 'year', '_geo'],
}
const POSTERS = [
  { id: 1, title: 'Whale poster', hall: 'sea', price: 12, _geo: { lat: 10, lng: 10 } },
  { id: 2, title: 'Blue whale print', hall: 'sea', price: 30 },
  { id: 3, title: 'Comet poster', hall: 'sky', price: 9, _geo: { lat: 10, lng: 12 } },
]
const MUGS = [
  { id: 1, title: 'Whale mug', hall: 'sea', price: 8, glaze: 'blue', _geo: { lat: 10, lng: 11 } },
  { id: 2, title: 'Comet mug', hall: 'Sky', price: 11, glaze: 'black' },
  { id: 3, title: 'Plain mug', hall: 'none', price: 12, glaze: 'white' },
]

const searchers = new Map<string, IndexSearcher>()
beforeAll(async () => {
  searchers.set('posters', await searcherOver(POSTERS, SETTINGS))
  searchers.set('mugs', await searcherOver(MUGS, SETTINGS))
  const faceting = { sortFacetValuesBy: { hall: 'count' }, maxValuesPerFacet: 1 }
  searchers.set('counted', await searcherOver(POSTERS, { ...SETTINGS, faceting }))
  const rankingRules = ['price:asc', 'words']
  searchers.set('cheap', await searcherOver(MUGS, { ...SETTINGS, rankingRules }))
  const pagination = { maxTotalHits: 1 }
  searchers.set('short', await searcherOver(POSTERS, { ...SETTINGS, pagination }))
})

type Query = Partial<SearchRequest> & { in: string; weight?: number; at?: number }

interface Answer {
  readonly hits: readonly {
    readonly title: string
    readonly _federation: {
      readonly indexUid: string
      readonly queriesPosition: number
      readonly weightedRankingScore: number
    }
  }[]
  readonly [key: string]: unknown
}

function answerOf(
  queries: readonly Query[],
  federation: Partial<FederatedSearchRequest> = {},
): Answer {
  const request: FederatedSearchRequest = {
    offset: 0,
    limit: 20,
    page: null,
    hitsPerPage: null,
    distinct: null,
    facetsByIndex: [],
    mergeFacets: null,
    ...federation,
    queries: queries.map(({ in: name, weight, at, ...search }, position): FederatedQuery => {
      return {
        indexId: name,
        indexUid: name,
        weight: weight ?? 1,
        queryPosition: at ?? position,
        search: { ...SEARCH_DEFAULTS, ...search },
      }
    }),
  }
  const bytes = federate(
    request,
    (indexId) => searchers.get(indexId)!,
    () => 0,
  )
  return JSON.parse(new TextDecoder().decode(bytes)) as Answer
}

/** Hits as `title/position of the query`. */
function hitsOf(queries: readonly Query[], federation?: Partial<FederatedSearchRequest>): string[] {
  return answerOf(queries, federation).hits.map(
    ({ title, _federation }) => `${title}/${_federation.queriesPosition}`,
  )
}

const facets = (lists: Readonly<Record<string, readonly string[] | null>>) =>
  Object.entries(lists).map(([name, list]) => ({ indexId: name, indexUid: name, facets: list }))

const withCode = (code: string): unknown => expect.objectContaining({ code })

describe('federate', () => {
  it('merges by score, ties by the place of the query', () => {
    const [posters, mugs] = [
      { in: 'posters', q: 'whale' },
      { in: 'mugs', q: 'whale' },
    ]
    expect(hitsOf([posters, mugs])).toEqual(['Whale poster/0', 'Whale mug/1', 'Blue whale print/0'])
    expect(hitsOf([mugs, posters])).toEqual(['Whale mug/0', 'Whale poster/1', 'Blue whale print/1'])
    const moved = [
      { ...posters, at: 7 },
      { ...mugs, at: 2 },
    ]
    expect(hitsOf(moved)).toEqual(['Whale mug/2', 'Whale poster/7', 'Blue whale print/7'])
  })

  it('weighs scores, but not the values that searches sort by', () => {
    const queries = [
      { in: 'posters', q: 'whale', weight: 2 },
      { in: 'mugs', q: 'whale' },
    ]
    const { hits } = answerOf(queries)
    expect(hits.map(({ title }) => title)).toEqual([
      'Whale poster',
      'Blue whale print',
      'Whale mug',
    ])
    expect(hits[0]?._federation).toEqual({
      indexUid: 'posters',
      queriesPosition: 0,
      weightedRankingScore: 2 * (65 / 66),
    })
    const sorted = queries.map((query, i) => ({
      ...query,
      q: '',
      sort: ['price:asc'],
      weight: i * 9,
    }))
    expect(hitsOf(sorted).slice(0, 4)).toEqual([
      'Whale mug/1',
      'Comet poster/0',
      'Comet mug/1',
      'Whale poster/0',
    ])
  })

  it('shows a document of an index once, as the best query for it does', () => {
    const hits = answerOf([
      { in: 'posters', q: 'poster', attributesToRetrieve: ['id'] },
      { in: 'posters', q: 'comet', attributesToHighlight: ['title'] },
    ]).hits
    expect(hits).toHaveLength(2)
    expect(hits[0]).toMatchObject({ id: 3, _formatted: { title: '<em>Comet</em> poster' } })
    expect(hits[1]).toEqual({ id: 1, _federation: expect.objectContaining({ queriesPosition: 0 }) })
  })

  it('puts hits without anything to compare after the others', () => {
    const queries = [
      { in: 'posters', weight: 5 },
      { in: 'mugs', q: 'mug' },
    ]
    expect(hitsOf(queries).map((hit) => hit.at(-1))).toEqual(['1', '1', '1', '0', '0', '0'])
  })

  it('puts the nearest or the farthest first over all indexes, places unknown last', () => {
    const by = (sort: string) => [
      { in: 'posters', sort: [sort] },
      { in: 'mugs', sort: [sort] },
    ]
    expect(hitsOf(by('_geoPoint(10, 10):asc')).slice(0, 4)).toEqual([
      'Whale poster/0',
      'Whale mug/1',
      'Comet poster/0',
      'Blue whale print/0',
    ])
    expect(hitsOf(by('_geoPoint(10, 10):desc')).slice(0, 3)).toEqual([
      'Comet poster/0',
      'Whale mug/1',
      'Whale poster/0',
    ])
  })

  it('takes a window of the merged list and counts each document once', () => {
    const queries = [{ in: 'posters' }, { in: 'mugs' }, { in: 'posters', q: 'whale' }]
    const { hits, ...rest } = answerOf(queries, { offset: 2, limit: 3 })
    expect(hits.map(({ title }) => title)).toEqual(['Comet poster', 'Whale mug', 'Comet mug'])
    expect(rest).toEqual({ processingTimeMs: 0, limit: 3, offset: 2, estimatedTotalHits: 6 })
  })

  it('pages with exact totals', () => {
    const queries = [{ in: 'posters' }, { in: 'mugs' }]
    const { hits, ...rest } = answerOf(queries, { page: 2, hitsPerPage: 4, offset: 1, limit: 1 })
    expect(hits.map(({ title }) => title)).toEqual(['Comet mug', 'Plain mug'])
    expect(rest).toEqual({
      processingTimeMs: 0,
      hitsPerPage: 4,
      page: 2,
      totalPages: 2,
      totalHits: 6,
    })
    expect(answerOf(queries, { page: 0 })).toMatchObject({ hits: [], totalHits: 6, totalPages: 1 })
    expect(answerOf(queries, { hitsPerPage: 0 })).toMatchObject({ hits: [], totalPages: 0 })
  })

  it('lets an index give as many hits as it gives alone, and counts all', () => {
    const { hits, estimatedTotalHits } = answerOf([{ in: 'short' }, { in: 'mugs' }])
    expect(hits).toHaveLength(4)
    expect(estimatedTotalHits).toBe(6)
  })

  it('keeps one hit per value over all indexes', () => {
    const queries = [{ in: 'posters' }, { in: 'mugs' }]
    expect(hitsOf(queries, { distinct: 'hall' })).toEqual([
      'Whale poster/0',
      'Comet poster/0',
      'Plain mug/1',
    ])
    expect(() => hitsOf(queries, { distinct: 'year' })).toThrow(withCode('invalid_search_distinct'))
  })

  it('is empty without queries', () => {
    expect(answerOf([], { facetsByIndex: facets({ posters: ['hall'] }) })).toEqual({
      hits: [],
      processingTimeMs: 0,
      limit: 20,
      offset: 0,
      estimatedTotalHits: 0,
    })
  })

  it('says which query is wrong', () => {
    const queries = [{ in: 'posters' }, { in: 'mugs', filter: 'colour = 1' }]
    expect(() => hitsOf(queries)).toThrow(withCode('invalid_search_filter'))
    expect(() => hitsOf(queries)).toThrow(/^Inside `\.queries\[1\]`: /)
  })
})

describe('rules of federated queries', () => {
  it('must say the same kind of thing at the same place', () => {
    const code = withCode('invalid_multi_search_query_ranking_rules')
    const clashes: [Query, Query][] = [
      [
        { in: 'posters', sort: ['price:asc'] },
        { in: 'mugs', sort: ['price:desc'] },
      ],
      [
        { in: 'posters', sort: ['price:asc', 'year:asc'] },
        { in: 'mugs', sort: ['year:asc', 'price:desc'] },
      ],
      [
        { in: 'posters', sort: ['price:asc'] },
        { in: 'mugs', q: 'mug' },
      ],
      [
        { in: 'posters', sort: ['_geoPoint(1, 1):asc'] },
        { in: 'mugs', sort: ['price:asc'] },
      ],
      [
        { in: 'posters', q: 'x' },
        { in: 'cheap', q: 'x' },
      ],
    ]
    for (const clash of clashes) {
      expect(() => hitsOf(clash)).toThrow(code)
      expect(() => hitsOf(clash.toReversed())).toThrow(code)
    }
  })

  it('are named with what was done to them', () => {
    const run = () =>
      hitsOf([
        { in: 'posters', sort: ['price:asc'] },
        { in: 'cheap', q: 'mug' },
        { in: 'mugs', q: 'mug' },
      ])
    expect(run).toThrow(/queries #1 and #2/)
    expect(run).toThrow('`rankingRules[0]` (`price:asc`) of index `cheap` sorts in ascending order')
    expect(run).toThrow('`rankingRules[0]` (`words`) of index `mugs` orders by relevancy')
  })

  it('may differ in the field, in length, and where one query has none', () => {
    expect(
      hitsOf([
        { in: 'posters', sort: ['price:asc'] },
        { in: 'mugs', sort: ['year:asc', 'price:desc'] },
        { in: 'mugs' },
      ]),
    ).toHaveLength(6)
    expect(hitsOf([{ in: 'cheap' }, { in: 'posters', sort: ['year:asc'] }])).toHaveLength(6)
  })

  it('leave `words` out where every word is needed', () => {
    const all = { q: 'mug', matchingStrategy: 'all' } as const
    expect(
      hitsOf([
        { in: 'cheap', ...all },
        { in: 'mugs', sort: ['price:asc'] },
      ]),
    ).toHaveLength(6)
  })
})

describe('facets of a federated search', () => {
  const both = [{ in: 'posters' }, { in: 'mugs' }]

  it('stay apart by index, counted over all its queries', () => {
    const queries = [
      { in: 'posters', q: 'comet' },
      { in: 'mugs' },
      { in: 'posters', q: 'whale poster', matchingStrategy: 'all' as const },
    ]
    const facetsByIndex = facets({ posters: ['price', 'hall'], mugs: null })
    expect(answerOf(queries, { facetsByIndex })['facetsByIndex']).toEqual({
      posters: {
        distribution: { hall: { sea: 1, sky: 1 }, price: { 12: 1, 9: 1 } },
        stats: { price: { min: 9, max: 12 } },
      },
    })
  })

  it('are added up by printed value and ordered anew', () => {
    const facetsByIndex = facets({ posters: ['hall', 'price'], mugs: ['hall', 'price', 'glaze'] })
    const merged = answerOf(both, { facetsByIndex, mergeFacets: { maxValuesPerFacet: null } })
    expect(merged).not.toHaveProperty('facetsByIndex')
    expect(merged['facetStats']).toEqual({ price: { min: 8, max: 30 } })
    const distribution = merged['facetDistribution'] as Record<string, Record<string, number>>
    expect(Object.keys(distribution)).toEqual(['glaze', 'hall', 'price'])
    expect(Object.entries(distribution['hall']!)).toEqual([
      ['Sky', 1],
      ['none', 1],
      ['sea', 3],
      ['sky', 1],
    ])
    expect(distribution['price']).toEqual({ 11: 1, 12: 2, 30: 1, 8: 1, 9: 1 })
    const cut = answerOf(both, { facetsByIndex, mergeFacets: { maxValuesPerFacet: 2 } })
    expect(cut['facetDistribution']).toMatchObject({ price: { 11: 1, 12: 2 } })
  })

  it('keep the limit of each index and merge by count where both do', () => {
    const facetsByIndex = facets({ counted: ['hall'], posters: ['price'] })
    const queries = [{ in: 'counted' }, { in: 'posters' }]
    const merged = answerOf(queries, { facetsByIndex, mergeFacets: { maxValuesPerFacet: null } })
    expect(merged['facetDistribution']).toMatchObject({ hall: { sea: 2 } })
  })

  it('cannot be merged from different orders', () => {
    const queries = [{ in: 'counted' }, { in: 'mugs' }]
    const facetsByIndex = facets({ counted: ['hall'], mugs: ['hall'] })
    const merge = () =>
      answerOf(queries, { facetsByIndex, mergeFacets: { maxValuesPerFacet: null } })
    expect(merge).toThrow(withCode('invalid_multi_search_facet_order'))
    expect(merge).toThrow(/`hall`.*`counted`.*`count`.*`mugs`.*`alpha`/)
  })

  it('are checked even for an index without queries, and count nothing there', () => {
    const one = [{ in: 'posters' }]
    const merge = { mergeFacets: { maxValuesPerFacet: null } }
    expect(
      answerOf(one, { facetsByIndex: facets({ mugs: ['hall'] }), ...merge }),
    ).not.toHaveProperty('facetDistribution')
    const bad = (name: string) => () => answerOf(one, { facetsByIndex: facets({ [name]: ['x'] }) })
    expect(bad('mugs')).toThrow(withCode('invalid_search_facets'))
    expect(bad('mugs')).toThrow(
      /^Inside `\.federation\.facetsByIndex\.mugs`: .*not used in queries/,
    )
    expect(bad('posters')).toThrow(
      /^Inside `\.queries\[0\]`: Inside `\.federation\.facetsByIndex\.posters`: /,
    )
  })
})
