// Vectors of queries. A search runs to its end without waiting: when it needs a vector that nobody has made yet, it says
// so, and is run again with the vector.

import { trimWhiteSpace } from '../bits/white-space.ts'
import type { QueryInput } from '../embed/embedder.ts'
import { InputError } from '../errors.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { HOSTED_MODELS } from '../settings/embedder-fields.ts'
import type { Embedder } from '../settings/embedders.ts'
import type { SearchRequest } from './search-request.ts'

/** A query whose vector is to be made. */
export interface QueryToEmbed {
  /** Its place among the queries of the request. */
  readonly position: number
  readonly embedder: string
  readonly settings: Embedder
  /** Numbers per vector, where they are known: then nobody is asked for them. */
  readonly dimensions: number | undefined
  readonly input: QueryInput
  /** Milliseconds that it may take. */
  readonly timeoutMs: number
}

/** What came of it: a failure is no error of a search that can do without. */
export type EmbeddedQuery =
  | { readonly vector: Float32Array }
  | { readonly problem: { readonly code: string; readonly message: string } }

/** What came of the queries of one request, by position. */
export type EmbeddedQueries = ReadonlyMap<number, EmbeddedQuery>

/** Before the first run of a request. */
export const NOTHING_EMBEDDED: EmbeddedQueries = new Map()

/** The search must be run again with the vectors of these queries. */
export class QueryVectorsNeeded extends Error {
  override readonly name = 'QueryVectorsNeeded'
  readonly queries: readonly QueryToEmbed[]

  constructor(queries: readonly QueryToEmbed[]) {
    super('queries must be embedded first')
    this.queries = queries
  }
}

/** How a search finds documents: by words, by meaning, or by both. */
export type SearchKind = 'keyword' | 'semantic' | 'hybrid'

export function searchKind({
  q,
  vector,
  media,
  hybrid,
}: Pick<SearchRequest, 'q' | 'vector' | 'media' | 'hybrid'>): SearchKind {
  if (hybrid === null || hybrid.semanticRatio === 0) return 'keyword'
  const hasText = trimWhiteSpace(q ?? '') !== ''
  if (!hasText && vector === null && media === null) return 'keyword'
  return hasText && hybrid.semanticRatio < 1 ? 'hybrid' : 'semantic'
}

/** Throws InputError when the vector of the request is not of the size that the embedder has. */
export function checkVector(request: SearchRequest, searcher: IndexSearcher): void {
  const { vector, hybrid } = request
  if (vector === null || hybrid === null) return
  const dimensions = dimensionsOf(hybrid.embedder, searcher)
  if (dimensions === null || dimensions === vector.length) return
  throw new InputError(
    'invalid_vector_dimensions',
    `\`vector\` has ${vector.length} numbers; embedder \`${hybrid.embedder}\` takes ${dimensions}.`,
  )
}

/** The vector of a search that is not by words alone, or what became of it. Throws QueryVectorsNeeded when it is to be made. */
export function queryVector(
  request: SearchRequest,
  searcher: IndexSearcher,
  options: {
    readonly embedded: EmbeddedQueries
    readonly position: number
    readonly timeoutMs: number
  },
): EmbeddedQuery {
  if (request.vector !== null) return { vector: Float32Array.from(request.vector) }
  const known = options.embedded.get(options.position)
  if (known !== undefined) return known
  const embedder = request.hybrid!.embedder
  throw new QueryVectorsNeeded([
    {
      position: options.position,
      embedder,
      settings: searcher.settings.embedders[embedder]!,
      dimensions: searcher.vectors.dimensions(embedder) ?? undefined,
      input: {
        ...(request.q !== null && { text: request.q }),
        ...(request.media !== null && { media: request.media }),
      },
      timeoutMs: options.timeoutMs,
    },
  ])
}

/** As settings say, else as the stored vectors are; null when neither knows. */
function dimensionsOf(name: string, searcher: IndexSearcher): number | null {
  const embedder = searcher.settings.embedders[name]!
  const declared = embedder.indexingEmbedder ?? embedder
  if (declared.dimensions !== undefined) return declared.dimensions
  if (declared.source === 'openAi') return HOSTED_MODELS[declared.model ?? ''] ?? null
  return searcher.vectors.dimensions(name)
}
