// Facet search end to end: the documents that a search would find, then the values that they have.

import { checkFacetSearchable, facetSearch as findValues } from '../facets/facet-search.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { type Now, runSearch } from './search.ts'
import { completeSearch, type SearchRequest } from './search-request.ts'

/** A search among the values of one facet. */
export interface FacetSearchRequest {
  readonly facetName: string
  /** The beginning of the values to find; null and the empty text find all of them. */
  readonly facetQuery: string | null
  /** Only documents that this search finds are counted; how it presents them and in which order does not matter. */
  readonly search: SearchRequest
  /** With a distinct attribute, count exactly one document per value, however many there are. */
  readonly exhaustiveFacetCount?: boolean
}

/** Answers with JSON text: `{facetHits, facetQuery, processingTimeMs}`. */
export function facetSearch(
  searcher: IndexSearcher,
  request: FacetSearchRequest,
  now: Now,
): string {
  const startMs = now()
  const { facetName, facetQuery, search } = request
  // the grammar of the filter comes before the facet, what the filter asks for after it
  parseFilter(search.filter, {
    code: 'invalid_search_filter',
    features: search,
  })
  checkFacetSearchable(facetName, searcher.settings)
  const { candidates } = runSearch(searcher, contextOf(searcher, request), now).ranked
  const values = findValues(
    { facetName, facetQuery, locales: search.locales },
    candidates,
    searcher,
  )
  const processingTimeMs = Math.floor(now() - startMs)
  return JSON.stringify({ facetHits: values, facetQuery, processingTimeMs })
}

/** The search whose candidates are counted. It ranks only where ranking takes documents out. */
function contextOf(
  { settings }: IndexSearcher,
  { search, exhaustiveFacetCount }: FacetSearchRequest,
): SearchRequest {
  const { filter, containsFilter, vectorFilter } = search
  const base = completeSearch({ filter, containsFilter, vectorFilter })
  // every document has a place in a search by meaning
  if (search.hybrid !== null && search.hybrid.semanticRatio > 0) return { ...base, limit: 0 }
  const isRanked = settings.distinctAttribute !== null || search.rankingScoreThreshold !== null
  return {
    ...base,
    q: search.q,
    matchingStrategy: search.matchingStrategy,
    attributesToSearchOn: search.attributesToSearchOn,
    rankingScoreThreshold: search.rankingScoreThreshold,
    locales: search.locales,
    limit: isRanked ? base.limit : 0,
    page: exhaustiveFacetCount === true ? 0 : null,
  }
}
