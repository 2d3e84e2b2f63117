import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { searcherOver } from '../../test/searcher-over.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { federate } from './federate.ts'
import type { FederatedSearchRequest } from './federated-request.ts'
import { search } from './search.ts'
import { SEARCH_DEFAULTS, type SearchRequest } from './search-request.ts'

const decoder = new TextDecoder()

const SETTINGS = {
  rankingRules: ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness', 'size:desc'],
  searchableAttributes: ['title', 'body'],
  filterableAttributes: ['size'],
  sortableAttributes: ['size', 'kind'],
}

/** Rules that judge a document without regard to the others; typo and what follows it depend on which paths survive. */
const LONE_RULES = { ...SETTINGS, rankingRules: ['words', 'sort', 'size:desc'] }

const word = fc.constantFrom('whale', 'whales', 'comet', 'harbour', 'harbor', 'tea', 'blue')
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
const document = fc.record({
  title: text,
  body: text,
  size: fc.option(fc.nat(3), { nil: null }),
  kind: fc.oneof(fc.constantFrom('a', 'b'), fc.nat(2)),
})
const documents = fc
  .array(document, { minLength: 1, maxLength: 14 })
  .map((list) => list.map((one, id) => ({ id, ...one })))
const sort = fc.constantFrom(null, ['size:asc'], ['kind:desc', 'size:asc'])
const query = fc.record({
  q: fc.oneof(fc.constant(null), text),
  sort,
  filter: fc.constantFrom(null, 'size > 0'),
  matchingStrategy: fc.constantFrom('last' as const, 'all' as const),
})

interface Hit {
  readonly id: number
  readonly _rankingScore: number
}

function federated(
  searchers: readonly IndexSearcher[],
  request: SearchRequest,
  window: Partial<FederatedSearchRequest> = {},
): { hits: readonly Hit[]; estimatedTotalHits: number } {
  const bytes = federate(
    {
      offset: 0,
      limit: 20,
      page: null,
      hitsPerPage: null,
      distinct: null,
      facetsByIndex: [],
      mergeFacets: null,
      ...window,
      queries: searchers.map((_, i) => ({
        indexId: String(i),
        indexUid: `index${i}`,
        weight: 1,
        queryPosition: i,
        search: request,
      })),
    },
    (indexId) => searchers[Number(indexId)]!,
    () => 0,
  )
  return JSON.parse(decoder.decode(bytes)) as { hits: readonly Hit[]; estimatedTotalHits: number }
}

describe('federate', () => {
  it('answers one query as the search alone does', async () => {
    await fc.assert(
      fc.asyncProperty(documents, query, fc.nat(6), fc.nat(6), async (list, own, offset, limit) => {
        const searcher = await searcherOver(list, SETTINGS)
        const request = { ...SEARCH_DEFAULTS, ...own, showRankingScore: true, offset, limit }
        const alone = JSON.parse(decoder.decode(search(searcher, request, () => 0))) as {
          hits: readonly Hit[]
          estimatedTotalHits: number
        }
        const merged = federated([searcher], request, { offset, limit })
        expect(merged.hits.map(({ id, _rankingScore }) => [id, _rankingScore])).toEqual(
          alone.hits.map(({ id, _rankingScore }) => [id, _rankingScore]),
        )
        expect(merged.estimatedTotalHits).toBe(alone.estimatedTotalHits)
      }),
      { numRuns: 60 },
    )
  })

  it('puts an index together again that was cut in two', async () => {
    await fc.assert(
      fc.asyncProperty(documents, query, fc.nat(14), async (list, own, cutAt) => {
        const whole = await searcherOver(list, LONE_RULES)
        const first = await searcherOver(list.slice(0, cutAt), LONE_RULES)
        const second = await searcherOver(list.slice(cutAt), LONE_RULES)
        const request = { ...SEARCH_DEFAULTS, ...own, showRankingScore: true }
        const merged = federated([first, second], request)
        const one = federated([whole], request)
        // ties go by query, and so by id: the documents were cut in the order in which they came
        expect(merged.hits.map(({ id, _rankingScore }) => [id, _rankingScore])).toEqual(
          one.hits.map(({ id, _rankingScore }) => [id, _rankingScore]),
        )
        expect(merged.estimatedTotalHits).toBe(one.estimatedTotalHits)
      }),
      { numRuns: 60 },
    )
  })
})
