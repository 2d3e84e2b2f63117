/** A search for documents like another one. */
export interface SimilarRequest {
  readonly id: string
  readonly embedder: string
  readonly offset: number
  readonly limit: number
  readonly filter: unknown
  /** What the document itself must pass to be there at all; null for nothing. */
  readonly targetFilter?: unknown
  /** Null means all displayed attributes. */
  readonly attributesToRetrieve: readonly string[] | null
  readonly retrieveVectors: boolean
  readonly showRankingScore: boolean
  readonly showRankingScoreDetails: boolean
  readonly rankingScoreThreshold: number | null
  /** The experimental filter operator CONTAINS is allowed. */
  readonly containsFilter: boolean
  /** The experimental conditions on `_vectors` are allowed. */
  readonly vectorFilter: boolean
}

/** What a request without parameters asks for. */
export const SIMILAR_DEFAULTS: Omit<SimilarRequest, 'id' | 'embedder'> = {
  offset: 0,
  limit: 20,
  filter: null,
  attributesToRetrieve: null,
  retrieveVectors: false,
  showRankingScore: false,
  showRankingScoreDetails: false,
  rankingScoreThreshold: null,
  containsFilter: true,
  vectorFilter: true,
}
