// A federated search as the engine takes it: already parsed and typed, defaults filled in.

import type { SearchRequest } from './search-request.ts'

/** One query of a federated search. */
export interface FederatedQuery {
  readonly indexId: string
  /** The name under which hits and messages show the index. */
  readonly indexUid: string
  /** What the query's scores are multiplied by; 0 or more. */
  readonly weight: number
  /** The place that hits show, and that decides between equal ones: the lower goes first. */
  readonly queryPosition: number
  /** Its own paging and facets are not looked at. */
  readonly search: SearchRequest
}

/** Queries over one or several indexes whose hits become one list. */
export interface FederatedSearchRequest {
  readonly queries: readonly FederatedQuery[]
  readonly offset: number
  readonly limit: number
  /** Page mode when either is not null: offset and limit are ignored. */
  readonly page: number | null
  readonly hitsPerPage: number | null
  /** One hit per value of this attribute over all indexes; takes the place of the queries' own. */
  readonly distinct: string | null
  /** Facets to count, by index; null facets count nothing. */
  readonly facetsByIndex: readonly FederatedFacets[]
  /** Null: facets stay apart by index. */
  readonly mergeFacets: { readonly maxValuesPerFacet: number | null } | null
}

/** The facets that are counted in one index. */
export interface FederatedFacets {
  readonly indexId: string
  readonly indexUid: string
  readonly facets: readonly string[] | null
}
