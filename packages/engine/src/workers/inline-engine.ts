// The engine without threads: everything runs on the calling thread. For libraries, scripts and tests.

import type { IndexSearcher } from '../index/index-searcher.ts'
import type { BatchResult, BatchWatch, WriteBatch } from '../index/operations.ts'
import type { ExplainRequest } from '../search/explanation.ts'
import type { FacetSearchRequest } from '../search/facet-search.ts'
import type { FederatedSearchRequest } from '../search/federated-request.ts'
import type { SearchRequest } from '../search/search-request.ts'
import type { Engine, FetchRequest, IndexDescription } from './engine.ts'
import { describe, IndexShelf } from './index-shelf.ts'
import type { SimilarRequest } from '../search/similar-request.ts'
import type { EmbedContext } from '../embed/embedder.ts'
import { askWithVectors } from './embed-queries.ts'
import { EmbedderPool } from './embedder-pool.ts'
import { answerRead, type Now, type ReadRequest } from './read-request.ts'
import { writerHooks } from './writer-hooks.ts'

export class InlineEngine implements Engine {
  readonly #shelf: IndexShelf
  readonly #now: Now
  readonly #embedders: EmbedderPool

  constructor(options: {
    path: string | null
    now: Now
    world: EmbedContext
    onMergeError: (indexId: string, error: unknown) => void
    builderBytesMax: number
  }) {
    this.#now = options.now
    this.#embedders = new EmbedderPool(options.world)
    this.#shelf = new IndexShelf({
      path: options.path,
      hooks: {
        ...writerHooks((...wanted) => this.#embedders.get(...wanted)),
        builderBytesMax: options.builderBytesMax,
      },
      onPublish: () => {},
      holdsFiles: false,
      breathe: () => new Promise((resolve) => setImmediate(resolve)),
      onMergeError: options.onMergeError,
    })
  }

  createIndex(
    indexId: string,
    options: { primaryKey: string | null; nowMs: number; batchUid: number },
  ): Promise<IndexDescription> {
    return this.#shelf.create(indexId, options)
  }

  openIndex(indexId: string): Promise<IndexDescription> {
    return this.#shelf.open(indexId)
  }

  deleteIndex(indexId: string): Promise<void> {
    return this.#shelf.delete(indexId)
  }

  listIndexes(): Promise<string[]> {
    return this.#shelf.list()
  }

  describe(indexId: string): IndexDescription {
    return describe(indexId, this.#shelf.writer(indexId))
  }

  applyBatch(indexId: string, batch: WriteBatch, options?: BatchWatch): Promise<BatchResult> {
    return this.#shelf.applyBatch(indexId, batch, options)
  }

  async search(indexId: string, request: SearchRequest): Promise<Uint8Array> {
    return (await this.#read({ kind: 'search', indexId, request }))!
  }

  async similar(indexId: string, request: SimilarRequest): Promise<Uint8Array> {
    return (await this.#read({ kind: 'similar', indexId, request }))!
  }

  async facetSearch(indexId: string, request: FacetSearchRequest): Promise<Uint8Array> {
    return (await this.#read({ kind: 'facetSearch', indexId, request }))!
  }

  async federatedSearch(request: FederatedSearchRequest): Promise<Uint8Array> {
    return (await this.#read({ kind: 'federatedSearch', request }))!
  }

  async explain(indexId: string, request: ExplainRequest): Promise<Uint8Array> {
    return (await this.#read({ kind: 'explain', indexId, request }))!
  }

  async getDocument(
    indexId: string,
    documentId: string,
    options: { fields: readonly string[] | null; retrieveVectors: boolean },
  ): Promise<Uint8Array | null> {
    return this.#read({ kind: 'getDocument', indexId, documentId, ...options })
  }

  async fetchDocuments(indexId: string, request: FetchRequest): Promise<Uint8Array> {
    return (await this.#read({ kind: 'fetchDocuments', indexId, request }))!
  }

  // everything here happens when it is asked for
  takeBack(): void {}

  expectWork(): void {}

  async close(): Promise<void> {
    this.#shelf.close()
  }

  async #read(request: ReadRequest): Promise<Uint8Array | null> {
    const searcherOf = (indexId: string): IndexSearcher => this.#shelf.writer(indexId).searcher()
    return await askWithVectors(
      (embedded) => {
        const answer = answerRead(request, searcherOf, this.#now, embedded)
        // another search may come before this one's caller has read its answer
        return answer instanceof Uint8Array ? answer.slice() : answer
      },
      this.#embedders,
      this.#now,
    )
  }
}
