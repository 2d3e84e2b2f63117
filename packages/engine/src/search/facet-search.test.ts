import { beforeAll, describe, expect, it } from 'vitest'

import { searcherOver } from '../../test/searcher-over.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { facetSearch, type FacetSearchRequest } from './facet-search.ts'
import { SEARCH_DEFAULTS, type SearchRequest } from './search-request.ts'

const SHOPS = [
  { id: 1, label: 'Tea room', area: 'Harbour', stock: 3 },
  { id: 2, label: 'Cups and tea', area: 'Hardgate', stock: 5 },
  { id: 3, label: 'Ham house', area: 'Hamlet', stock: 9 },
  { id: 4, label: 'Second tea', area: 'harbour', stock: 9 },
]

let searcher: IndexSearcher
beforeAll(async () => {
  searcher = await searcherOver(SHOPS, { filterableAttributes: ['area', 'stock'] })
})

function found(
  context: Partial<SearchRequest>,
  request: Partial<FacetSearchRequest> = {},
  over: IndexSearcher = searcher,
): string[] {
  const search = { ...SEARCH_DEFAULTS, ...context }
  const json = facetSearch(
    over,
    { facetName: 'area', facetQuery: 'ha', ...request, search },
    () => 7,
  )
  const answer = JSON.parse(json) as { facetHits: { value: string; count: number }[] }
  return answer.facetHits.map(({ value, count }) => `${value} ${count}`)
}

describe('facetSearch', () => {
  it('answers with the values, the query as it was and the time it took', () => {
    let time = 10
    const request = { facetName: 'area', facetQuery: null, search: SEARCH_DEFAULTS }
    const json = facetSearch(searcher, request, () => (time += 0.75))
    expect(json).toMatch(/^\{"facetHits":\[.*\],"facetQuery":null,"processingTimeMs":\d\}$/)
  })

  it('counts what the query and the filter leave', () => {
    expect(found({})).toEqual(['Hamlet 1', 'Harbour 2', 'Hardgate 1'])
    expect(found({ q: 'tea' })).toEqual(['Harbour 2', 'Hardgate 1'])
    expect(found({ q: 'tea', filter: 'stock > 3' })).toEqual(['Harbour 1', 'Hardgate 1'])
    expect(found({ q: 'tea room', matchingStrategy: 'all' })).toEqual(['Harbour 1'])
    expect(found({ q: 'ham', attributesToSearchOn: ['label'] })).toEqual(['Hamlet 1'])
    expect(found({ q: 'tea', rankingScoreThreshold: 0.95 })).toEqual(['Harbour 1'])
  })

  it('does not look at paging, order and presentation of the search', () => {
    expect(found({ limit: 1, offset: 3, sort: ['nonsense'], facets: ['nonsense'] })).toHaveLength(3)
  })

  it('counts every filtered document for a search by meaning', () => {
    const hybrid = { embedder: 'any', semanticRatio: 0.5 }
    expect(found({ q: 'tea', hybrid, filter: 'stock > 3' })).toEqual([
      'Hamlet 1',
      'Harbour 1',
      'Hardgate 1',
    ])
    expect(found({ q: 'tea', hybrid: { ...hybrid, semanticRatio: 0 } })).toHaveLength(2)
  })

  it('counts one document per value of a distinct attribute', async () => {
    const settings = { filterableAttributes: ['area', 'stock'], distinctAttribute: 'stock' }
    const distinct = await searcherOver(SHOPS, settings)
    const expected = ['Hamlet 1', 'Harbour 1', 'Hardgate 1']
    expect(found({}, {}, distinct)).toEqual(expected)
    expect(found({}, { exhaustiveFacetCount: true }, distinct)).toEqual(expected)
  })

  it('is exact with many distinct values only when asked', async () => {
    const many = Array.from({ length: 60 }, (_, id) => ({ id, area: 'Hall', group: id % 30 }))
    const settings = { filterableAttributes: ['area'], distinctAttribute: 'group' }
    const distinct = await searcherOver(many, settings)
    expect(found({}, {}, distinct)).toEqual(['Hall 40'])
    expect(found({}, { exhaustiveFacetCount: true }, distinct)).toEqual(['Hall 30'])
  })

  it('reports the grammar of the filter first, then the facet, then what the filter asks for', () => {
    const other = { facetName: 'label' }
    const code = (expected: string): unknown => expect.objectContaining({ code: expected })
    expect(() => found({ filter: 'stock >' }, other)).toThrow(code('invalid_search_filter'))
    expect(() => found({ filter: 'label = 1' }, other)).toThrow(
      code('invalid_facet_search_facet_name'),
    )
    expect(() => found({ filter: 'label = 1' })).toThrow(code('invalid_search_filter'))
  })
})
