// The engine over threads: one indexing worker, several search workers, the calling thread passes messages only. A commit is
// announced to the search workers before its caller hears of it, and messages keep their order, so a search that is
// asked for after a batch was applied sees the batch.

import { MessageChannel } from 'node:worker_threads'
import { InputError } from '../errors.ts'
import type { BatchResult, BatchWatch, WriteBatch } from '../index/operations.ts'
import { SEARCH_QUEUE_MAX, WARM_UP_DOCUMENTS_MIN } from '../limits.ts'
import type { ExplainRequest } from '../search/explanation.ts'
import type { FacetSearchRequest } from '../search/facet-search.ts'
import type { FederatedSearchRequest } from '../search/federated-request.ts'
import type { EmbedContext } from '../embed/embedder.ts'
import {
  type EmbeddedQueries,
  NOTHING_EMBEDDED,
  type QueryToEmbed,
} from '../search/query-vector.ts'
import type { SearchRequest } from '../search/search-request.ts'
import type { SimilarRequest } from '../search/similar-request.ts'
import type { SharedSections } from '../segment/segment-file.ts'
import { AnswerMemory } from './answer-memory.ts'
import { askAgain } from './embed-queries.ts'
import { EmbedderPool } from './embedder-pool.ts'
import { listIndexFolders } from './index-folders.ts'
import type { Engine, FetchRequest, IndexDescription } from './engine.ts'
import type { Publication } from './index-shelf.ts'
import {
  errorOf,
  type FromIndexingThread,
  type FromSearchThread,
  type IndexingResult,
  type ToIndexingThread,
  type ToSearchThread,
} from './messages.ts'
import { serveEmbedding } from './embedding-port.ts'
import type { IndexingThreadData } from './indexing-thread.ts'
import { packSearch } from './packed-search.ts'
import type { ReadAnswer, ReadRequest } from './read-request.ts'
import { type PendingCall, SearchThread, Thread } from './threads.ts'

/** A worker whose oldest call has waited for longer gets no more while another can take them. */
const WAIT_MS = 50

/** An engine that has not been asked to write for so long is idle: senders of large uploads take 30 to 60 ms between two. */
const IDLE_MS = 100

type IndexingCall = Exclude<ToIndexingThread, { kind: 'release' }>
type IndexingThread = Thread<IndexingResult, FromIndexingThread>

export class ThreadedEngine implements Engine {
  readonly #path: string
  readonly #searchWorkerCount: number
  readonly #builderBytesMax: number
  readonly #onSearchingBegins: () => void
  readonly #onMergeError: (indexId: string, error: unknown) => void
  readonly #now: () => number
  readonly #embedders: EmbedderPool
  readonly #answerMemory = new AnswerMemory()
  #indexing: IndexingThread | null = null
  #searching: SearchThread[] = []
  #hasSearched = false
  readonly #descriptions = new Map<string, IndexDescription>()
  /** The last publication of each index with all sections: what a search worker started later needs. */
  readonly #current = new Map<string, Publication>()
  #nextCallId = 0
  #isClosed = false
  /** A search worker that may be running searches of its own. */
  #warming: SearchThread | null = null
  #idleTimer: NodeJS.Timeout | undefined

  constructor(options: {
    path: string
    searchWorkerCount: number
    now: () => number
    world: EmbedContext
    onSearchingBegins: () => void
    onMergeError: (indexId: string, error: unknown) => void
    builderBytesMax: number
  }) {
    this.#path = options.path
    this.#builderBytesMax = options.builderBytesMax
    this.#searchWorkerCount = options.searchWorkerCount
    this.#onSearchingBegins = options.onSearchingBegins
    this.#onMergeError = options.onMergeError
    this.#now = options.now
    this.#embedders = new EmbedderPool(options.world)
  }

  async createIndex(
    indexId: string,
    options: { primaryKey: string | null; nowMs: number; batchUid: number },
  ): Promise<IndexDescription> {
    await this.#index((callId) => ({ kind: 'create', callId, indexId, options }))
    return this.describe(indexId)
  }

  async openIndex(indexId: string): Promise<IndexDescription> {
    await this.#index((callId) => ({ kind: 'open', callId, indexId }))
    return this.describe(indexId)
  }

  async deleteIndex(indexId: string): Promise<void> {
    await this.#index((callId) => ({ kind: 'delete', callId, indexId }))
    this.#descriptions.delete(indexId)
    this.#current.delete(indexId)
    this.#tellSearchers({ kind: 'drop', indexId })
  }

  listIndexes(): Promise<string[]> {
    return listIndexFolders(this.#path)
  }

  describe(indexId: string): IndexDescription {
    const description = this.#descriptions.get(indexId)
    if (description === undefined) throw new Error(`the index ${indexId} is not open`)
    return description
  }

  async applyBatch(
    indexId: string,
    batch: WriteBatch,
    options: BatchWatch = {},
  ): Promise<BatchResult> {
    const { signal } = options
    signal?.throwIfAborted()
    const callId = this.#nextCallId++
    const abort = (): void => this.#indexingThread().worker.postMessage({ kind: 'abort', callId })
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const message = { kind: 'applyBatch', callId, indexId, batch } as const
      return (await this.#sendIndexing(message, options)) as BatchResult
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  search(indexId: string, request: SearchRequest): Promise<Uint8Array> {
    return this.#read({ kind: 'search', indexId, request }) as Promise<Uint8Array>
  }

  similar(indexId: string, request: SimilarRequest): Promise<Uint8Array> {
    return this.#read({ kind: 'similar', indexId, request }) as Promise<Uint8Array>
  }

  facetSearch(indexId: string, request: FacetSearchRequest): Promise<Uint8Array> {
    return this.#read({ kind: 'facetSearch', indexId, request }) as Promise<Uint8Array>
  }

  federatedSearch(request: FederatedSearchRequest): Promise<Uint8Array> {
    return this.#read({ kind: 'federatedSearch', request }) as Promise<Uint8Array>
  }

  explain(indexId: string, request: ExplainRequest): Promise<Uint8Array> {
    return this.#read({ kind: 'explain', indexId, request }) as Promise<Uint8Array>
  }

  getDocument(
    indexId: string,
    documentId: string,
    options: { fields: readonly string[] | null; retrieveVectors: boolean },
  ): Promise<Uint8Array | null> {
    return this.#read({ kind: 'getDocument', indexId, documentId, ...options })
  }

  fetchDocuments(indexId: string, request: FetchRequest): Promise<Uint8Array> {
    return this.#read({ kind: 'fetchDocuments', indexId, request }) as Promise<Uint8Array>
  }

  takeBack(answer: Uint8Array): void {
    this.#answerMemory.takeBack(answer)
  }

  expectWork(): void {
    clearTimeout(this.#idleTimer)
    this.#rest()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#idleTimer)
    if (this.#indexing !== null) {
      await this.#index((callId) => ({ kind: 'close', callId }))
      await this.#indexing.worker.terminate()
    }
    await Promise.all(this.#searching.map(({ worker }) => worker.terminate()))
  }

  #index(message: (callId: number) => IndexingCall): Promise<IndexingResult> {
    return this.#sendIndexing(message(this.#nextCallId++))
  }

  #sendIndexing(message: IndexingCall, watch?: BatchWatch): Promise<IndexingResult> {
    this.#rest()
    const thread = this.#indexingThread()
    return new Promise((resolve, reject) => {
      thread.pending.set(message.callId, { resolve, reject, watch, sinceMs: this.#now() })
      thread.track()
      thread.worker.postMessage(message)
    })
  }

  #read(request: ReadRequest): Promise<Uint8Array | null> {
    return new Promise((resolve, reject) => {
      const settle = (answer: ReadAnswer): void => {
        if (answer === null || answer instanceof Uint8Array) resolve(answer)
        else resolve(this.#readAgain(request, answer.queries))
      }
      this.#ask(request, NOTHING_EMBEDDED, settle, reject)
    })
  }

  /** Reads with the vectors of queries that must be embedded first. */
  #readAgain(request: ReadRequest, queries: readonly QueryToEmbed[]): Promise<Uint8Array | null> {
    const ask = (embedded: EmbeddedQueries): Promise<ReadAnswer> =>
      new Promise((resolve, reject) => this.#ask(request, embedded, resolve, reject))
    return askAgain(queries, ask, this.#embedders, this.#now)
  }

  #ask(
    read: ReadRequest,
    embedded: EmbeddedQueries,
    resolve: (answer: ReadAnswer) => void,
    reject: (error: Error) => void,
  ): void {
    let waiting = 0
    for (const { pending } of this.#searching) waiting += pending.size
    if (waiting >= SEARCH_QUEUE_MAX) {
      return reject(
        new InputError(
          'too_many_search_requests',
          `${waiting} searches are waiting already; try again in a few seconds.`,
        ),
      )
    }
    this.#rest()
    const nowMs = this.#now()
    const thread = this.#chooseSearcher(nowMs)
    const callId = thread.nextCallId()
    thread.pending.set(callId, { resolve, reject, sinceMs: nowMs })
    thread.track()
    const message: ToSearchThread =
      read.kind === 'search' && embedded === NOTHING_EMBEDDED
        ? packSearch(callId, read.indexId, read.request)
        : { kind: 'read', callId, request: read, embedded }
    thread.worker.postMessage(message)
  }

  /** Threads start when they are first needed: an engine that is only asked for its state costs none. */
  #indexingThread(): IndexingThread {
    this.#indexing ??= this.#startIndexing()
    return this.#indexing
  }

  #startIndexing(): IndexingThread {
    const { context } = this.#embedders
    const { port1, port2 } = new MessageChannel()
    serveEmbedding(port1, context)
    const data: IndexingThreadData = {
      path: this.#path,
      builderBytesMax: this.#builderBytesMax,
      environment: context.environment,
      embeddingPort: port2,
    }
    return new Thread(
      'indexing-thread',
      data,
      (message: FromIndexingThread) => this.#heardIndexing(message),
      [port2],
    )
  }

  /**
   * The first worker that keeps up. A second one shares cores and caches with the first and the sockets, and has to
   * learn everything anew: it is worth that only where searches would wait for a slow one, or for too many.
   */
  #chooseSearcher(nowMs: number): SearchThread {
    for (const thread of this.#searching) {
      if (nowMs - thread.oldestMs() < WAIT_MS) return thread
    }
    if (this.#searching.length < this.#searchWorkerCount) return this.#startSearcher()
    return this.#searching.reduce((a, b) => (b.pending.size < a.pending.size ? b : a))
  }

  #startSearcher(): SearchThread {
    if (!this.#hasSearched) this.#onSearchingBegins()
    this.#hasSearched = true
    const thread: SearchThread = new SearchThread(this.#path, (message) =>
      this.#heardSearch(thread, message),
    )
    thread.worker.on('exit', () => {
      // a searcher that died is replaced when it is next needed
      this.#searching = this.#searching.filter((other) => other !== thread)
    })
    this.#searching.push(thread)
    for (const { indexId, manifest, sections } of this.#current.values()) {
      const message: ToSearchThread = { kind: 'refresh', indexId, manifest, sections }
      thread.worker.postMessage(message)
    }
    return thread
  }

  #heardIndexing(message: FromIndexingThread): void {
    if (message.kind === 'published') return this.#published(message.publication)
    if (message.kind === 'mergeFailed') {
      return this.#onMergeError(message.indexId, errorOf(message.error))
    }
    const thread = this.#indexing!
    const call = thread.pending.get(message.callId)
    if (call === undefined) return
    if (message.kind === 'progress') return call.watch?.onProgress?.(message.steps)
    if (message.kind === 'embedderRequest') {
      return call.watch?.onEmbedderRequest?.(message.problem)
    }
    if (message.kind === 'waiting') return this.#heardWaiting(call, message)
    thread.settle(message.callId)
    if (thread.pending.size === 0) this.#warmUpSoon()
    if (message.kind === 'answer') call.resolve(message.result)
    else call.reject(errorOf(message.error))
  }

  #heardWaiting(
    call: PendingCall<IndexingResult>,
    { callId, isOver }: Extract<FromIndexingThread, { kind: 'waiting' }>,
  ): void {
    if (!isOver) {
      call.goOn = call.watch?.onWait?.()
      return
    }
    const goOn = (): void => {
      this.#indexing?.worker.postMessage({ kind: 'goOn', callId } satisfies ToIndexingThread)
    }
    if (call.goOn === undefined) goOn()
    else void call.goOn().then(goOn, goOn)
  }

  /** Lets the first search worker get ready once nothing has been asked of the engine for a moment. */
  #warmUpSoon(): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => this.#warmUp(), IDLE_MS)
    this.#idleTimer.unref()
  }

  #warmUp(): void {
    const isLarge = [...this.#descriptions.values()].some(
      ({ documentCount }) => documentCount >= WARM_UP_DOCUMENTS_MIN,
    )
    const isBusy =
      this.#indexing!.pending.size > 0 || this.#searching.some(({ pending }) => pending.size > 0)
    if (this.#isClosed || !isLarge || isBusy) return
    this.#warming = this.#searching[0] ?? this.#startSearcher()
    this.#warming.worker.postMessage({ kind: 'warmUp' } satisfies ToSearchThread)
  }

  /** Whoever wants something comes first. */
  #rest(): void {
    this.#warming?.worker.postMessage({ kind: 'rest' } satisfies ToSearchThread)
    this.#warming = null
  }

  #heardSearch(thread: SearchThread, message: FromSearchThread): void {
    if (typeof message === 'number') {
      const callId = thread.answers.callIdAt(message)
      // taken out even if nobody waits any more: the next answers need the room
      const answer = thread.answers.take(message, this.#answerMemory)
      return thread.settle(callId)?.resolve(answer)
    }
    if (message.kind === 'refreshed') {
      thread.generations.set(message.indexId, message.generation)
      return this.#release(message.indexId)
    }
    const call = thread.settle(message.callId)
    if (message.kind === 'answer') call?.resolve(message.answer)
    else call?.reject(errorOf(message.error))
  }

  #published(publication: Publication): void {
    const { indexId, manifest, sections, description } = publication
    this.#descriptions.set(indexId, description)
    const known: SharedSections = this.#current.get(indexId)?.sections ?? new Map()
    const all = new Map([...known, ...sections])
    this.#current.set(indexId, { ...publication, sections: all })
    this.#tellSearchers({ kind: 'refresh', indexId, manifest, sections })
    if (this.#searching.length === 0) this.#release(indexId)
  }

  /** Tells the writer which generation every search worker has moved to. */
  #release(indexId: string): void {
    let generation = this.#descriptions.get(indexId)?.generation ?? 0
    for (const { generations } of this.#searching) {
      generation = Math.min(generation, generations.get(indexId) ?? 0)
    }
    const message: ToIndexingThread = { kind: 'release', indexId, generation }
    this.#indexing?.worker.postMessage(message)
  }

  #tellSearchers(message: ToSearchThread): void {
    for (const { worker } of this.#searching) worker.postMessage(message)
  }
}
