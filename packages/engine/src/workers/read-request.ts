// What can be asked of a searcher, as data: the same requests run on the calling thread or travel to a search worker.

import { withScratch } from '../bits/scratch.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { fetchDocuments, getDocument } from '../search/documents.ts'
import { explain } from '../search/explain.ts'
import type { ExplainRequest } from '../search/explanation.ts'
import { facetSearch, type FacetSearchRequest } from '../search/facet-search.ts'
import { federate } from '../search/federate.ts'
import type { FederatedSearchRequest } from '../search/federated-request.ts'
import {
  type EmbeddedQueries,
  type QueryToEmbed,
  QueryVectorsNeeded,
} from '../search/query-vector.ts'
import { search } from '../search/search.ts'
import type { SearchRequest } from '../search/search-request.ts'
import { similar } from '../search/similar.ts'
import type { SimilarRequest } from '../search/similar-request.ts'
import type { FetchRequest } from './engine.ts'

export type ReadRequest =
  | { readonly kind: 'search'; readonly indexId: string; readonly request: SearchRequest }
  | { readonly kind: 'facetSearch'; readonly indexId: string; readonly request: FacetSearchRequest }
  | { readonly kind: 'similar'; readonly indexId: string; readonly request: SimilarRequest }
  | { readonly kind: 'explain'; readonly indexId: string; readonly request: ExplainRequest }
  | { readonly kind: 'federatedSearch'; readonly request: FederatedSearchRequest }
  | {
      readonly kind: 'getDocument'
      readonly indexId: string
      readonly documentId: string
      readonly fields: readonly string[] | null
      readonly retrieveVectors: boolean
    }
  | { readonly kind: 'fetchDocuments'; readonly indexId: string; readonly request: FetchRequest }

/** Milliseconds of a clock that only goes forward. */
export type Now = () => number

const encoder = new TextEncoder()

/** The answer as UTF-8 JSON, null where there is no such document, or the queries that must be embedded first. */
export type ReadAnswer = Uint8Array | null | { readonly queries: readonly QueryToEmbed[] }

/**
 * Answers a request with the vectors of its queries that have been made so far. The bytes are valid until the next request
 * on this thread.
 */
export function answerRead(
  read: ReadRequest,
  searcherOf: (indexId: string) => IndexSearcher,
  now: Now,
  embedded: EmbeddedQueries,
): ReadAnswer {
  try {
    return withScratch(() => readBytes(read, searcherOf, now, embedded))
  } catch (error) {
    if (error instanceof QueryVectorsNeeded) return { queries: error.queries }
    throw error
  }
}

function readBytes(
  read: ReadRequest,
  searcherOf: (indexId: string) => IndexSearcher,
  now: Now,
  embedded: EmbeddedQueries,
): Uint8Array | null {
  if (read.kind === 'federatedSearch') return federate(read.request, searcherOf, now, embedded)
  const searcher = searcherOf(read.indexId)
  switch (read.kind) {
    case 'search':
      return search(searcher, read.request, now, embedded)
    case 'similar':
      return similar(searcher, read.request, now)
    case 'facetSearch':
      return encoder.encode(facetSearch(searcher, read.request, now))
    case 'explain':
      return encoder.encode(JSON.stringify(explain(searcher, read.request, embedded)))
    case 'getDocument':
      return getDocument(searcher, read.documentId, read)
    case 'fetchDocuments':
      return fetchDocuments(searcher, read.request)
  }
}
