// Many indexes in one process: the surface that the server drives. Writes run on the indexing worker, reads on search
// workers; the calling thread only passes messages. Without workers everything runs on the calling thread.

import type { BatchResult, BatchWatch, OperationOutcome, WriteBatch } from '../index/operations.ts'
import type { ExplainRequest } from '../search/explanation.ts'
import type { FacetSearchRequest } from '../search/facet-search.ts'
import type { FederatedSearchRequest } from '../search/federated-request.ts'
import type { DocumentsRequest } from '../search/documents.ts'
import type { SearchRequest } from '../search/search-request.ts'
import type { SimilarRequest } from '../search/similar-request.ts'
import type { EmbedContext } from '../embed/embedder.ts'
import type { Settings } from '../settings/settings-table.ts'

/** What is known of an index without asking a worker: refreshed by every commit. */
export interface IndexDescription {
  /** Internal id: names the folder; the public uid is the catalogue's business. */
  readonly indexId: string
  readonly generation: number
  readonly lastBatchUid: number
  /** What became of the operations of that batch; none where it had none. */
  readonly lastOutcomes: readonly OperationOutcome[]
  readonly primaryKey: string | null
  readonly documentCount: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly settings: Settings
  /** Documents per top-level key, sorted by key, `_vectors` left out. */
  readonly fieldDistribution: Readonly<Record<string, number>>
  /** Stored vectors, over all embedders, and documents that have any. */
  readonly embeddingCount: number
  readonly embeddedDocumentCount: number
  /** Bytes of the stored documents, and of all files of the index. */
  readonly rawDocumentBytes: number
  readonly storedBytes: number
}

/** What the document routes ask for. */
export type FetchRequest = DocumentsRequest

export interface Engine {
  /** Makes an empty index, durable when resolved. An index of that id must not exist. */
  createIndex(
    indexId: string,
    options: { primaryKey: string | null; nowMs: number; batchUid: number },
  ): Promise<IndexDescription>
  /** Opens an index that exists on disk. Throws CorruptIndexError when it can't be read. */
  openIndex(indexId: string): Promise<IndexDescription>
  /** Removes the index and its files. No error when it is not there. */
  deleteIndex(indexId: string): Promise<void>
  /** Internal ids present on disk, so that leftovers without a catalogue entry can be swept. */
  listIndexes(): Promise<string[]>
  /** Of an open index. */
  describe(indexId: string): IndexDescription

  /**
   * Applies one batch as one commit. Rejects with InputError when the whole batch fails for the user's reason, and with
   * AbortError when `signal` fires before the commit; nothing is applied then. Failures of single operations are outcomes.
   */
  applyBatch(indexId: string, batch: WriteBatch, options?: BatchWatch): Promise<BatchResult>

  /** The body of a search answer as UTF-8 JSON. Rejects with InputError for a bad filter, sort, and so on. */
  search(indexId: string, request: SearchRequest): Promise<Uint8Array>
  /** Documents like another one, as UTF-8 JSON. Rejects with InputError when there is no such document or embedder. */
  similar(indexId: string, request: SimilarRequest): Promise<Uint8Array>
  /** `{facetHits, facetQuery, processingTimeMs}` as UTF-8 JSON. */
  facetSearch(indexId: string, request: FacetSearchRequest): Promise<Uint8Array>
  /** The body of a federated search's answer as UTF-8 JSON. One search worker runs all of it. */
  federatedSearch(request: FederatedSearchRequest): Promise<Uint8Array>
  /** An `Explanation` as UTF-8 JSON: the place of one document in a search, or why it has none. */
  explain(indexId: string, request: ExplainRequest): Promise<Uint8Array>
  /** One document as UTF-8 JSON, or null. */
  getDocument(
    indexId: string,
    documentId: string,
    options: { fields: readonly string[] | null; retrieveVectors: boolean },
  ): Promise<Uint8Array | null>
  /** `{results, offset, limit, total}` as UTF-8 JSON. */
  fetchDocuments(indexId: string, request: FetchRequest): Promise<Uint8Array>

  /**
   * Takes back the bytes of an answer, so that their memory can serve another one: the caller promises to have no more use
   * for them, in any view. Answers need not be given back.
   */
  takeBack(answer: Uint8Array): void

  /** Something to write is on its way: whatever the engine does for its own sake can wait. */
  expectWork(): void

  /** Waits for running work, stops the workers, closes files. */
  close(): Promise<void>
}

export interface EngineOptions {
  /** Folder of the indexes; null keeps everything in memory. */
  readonly path: string | null
  /** 0: no threads at all, everything on the calling thread. */
  readonly searchWorkerCount: number
  /** Milliseconds of a clock that only goes forward, such as `performance.now`. Threads use their own. */
  readonly now: () => number
  /** What embedders need of the world; without it only vectors that users give can be used. */
  readonly embedding?: EmbedContext
  /**
   * Memory that indexing may take, as a bound on what a batch holds before it writes a segment: a quarter of it, for
   * sorting a segment and writing it out take several times what was gathered. Without it 96 MiB are gathered.
   */
  readonly indexingBytesMax?: number
  /** Called once, just before the first search worker starts. */
  readonly onSearchingBegins?: () => void
  /** Told of merges that failed; the index goes on as it is. */
  readonly onMergeError?: (indexId: string, error: unknown) => void
}
