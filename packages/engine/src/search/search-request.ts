// A search as the engine takes it: already parsed and typed, defaults filled in.

export type MatchingStrategy = 'last' | 'all' | 'frequency'

export interface HybridRequest {
  readonly embedder: string
  readonly semanticRatio: number
}

export interface SearchRequest {
  readonly q: string | null
  /** Offset paging; ignored in page mode. */
  readonly offset: number
  readonly limit: number
  /** Page mode when either is not null: answers carry exact totals. */
  readonly page: number | null
  readonly hitsPerPage: number | null
  /** A filter expression: text, or nested arrays of text; null for none. */
  readonly filter: unknown
  readonly facets: readonly string[] | null
  readonly sort: readonly string[] | null
  readonly distinct: string | null
  /** Null means all displayed attributes. */
  readonly attributesToRetrieve: readonly string[] | null
  readonly attributesToCrop: readonly string[] | null
  readonly cropLength: number
  readonly cropMarker: string
  readonly attributesToHighlight: readonly string[] | null
  readonly highlightPreTag: string
  readonly highlightPostTag: string
  readonly showMatchesPosition: boolean
  readonly showRankingScore: boolean
  readonly showRankingScoreDetails: boolean
  readonly rankingScoreThreshold: number | null
  readonly matchingStrategy: MatchingStrategy
  readonly attributesToSearchOn: readonly string[] | null
  readonly locales: readonly string[] | null
  readonly vector: readonly number[] | null
  /** Data for the search fragments of an embedder; any JSON, null for none. */
  readonly media: unknown
  readonly hybrid: HybridRequest | null
  readonly retrieveVectors: boolean
  /** The experimental filter operator CONTAINS is allowed. */
  readonly containsFilter: boolean
  /** The experimental conditions on `_vectors` are allowed. */
  readonly vectorFilter: boolean
}

/** What a request without parameters asks for. */
export const SEARCH_DEFAULTS: SearchRequest = completeSearch({})

/**
 * A request for what is given, and for what is usual otherwise. Those that searches see are made here and nowhere else: all
 * have one shape, and code that was compiled for the first ones need not be compiled again for others.
 */
export function completeSearch(given: Partial<SearchRequest>): SearchRequest {
  const usual: SearchRequest = {
    q: null,
    offset: 0,
    limit: 20,
    page: null,
    hitsPerPage: null,
    filter: null,
    facets: null,
    sort: null,
    distinct: null,
    attributesToRetrieve: null,
    attributesToCrop: null,
    cropLength: 10,
    cropMarker: '…',
    attributesToHighlight: null,
    highlightPreTag: '<em>',
    highlightPostTag: '</em>',
    showMatchesPosition: false,
    showRankingScore: false,
    showRankingScoreDetails: false,
    rankingScoreThreshold: null,
    matchingStrategy: 'last',
    attributesToSearchOn: null,
    locales: null,
    vector: null,
    media: null,
    hybrid: null,
    retrieveVectors: false,
    containsFilter: true,
    vectorFilter: true,
  }
  return Object.assign(usual, given)
}
