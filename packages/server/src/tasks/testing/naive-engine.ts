// An engine for tests of the queue: plain maps, no search. It keeps the laws that the queue relies on: a batch is applied as a
// whole or not at all, never twice, and is interrupted by its signal. `disk` outlives the engine, as files outlive a process.

import { readFileSync } from 'node:fs'
import type {
  BatchResult,
  Engine,
  IndexDescription,
  Operation,
  OperationOutcome,
  WriteBatch,
} from '@sextant/engine'

type Document = Record<string, unknown>

interface StoredIndex {
  readonly primaryKey: string | null
  readonly documents: ReadonlyMap<string, Document>
  readonly settings: Readonly<Record<string, unknown>>
  readonly generation: number
  readonly lastBatchUid: number
  readonly lastOutcomes: readonly OperationOutcome[]
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** What an engine leaves behind when its process dies. */
export type NaiveDisk = Map<string, StoredIndex>

export class NaiveEngine implements Engine {
  readonly disk: NaiveDisk
  /** Batches applied, by uid, in order. */
  readonly applied: number[] = []
  /** What documents that name an embedder wait for: `{ id: 1, embedder: 'slow' }`. */
  readonly embedders: Map<unknown, () => Promise<void>> = new Map()
  /** Awaited after a batch was begun and before it is committed. */
  beforeCommit: () => Promise<void> = () => Promise.resolve()
  /** Called when a batch is committed and before its caller learns of it. */
  afterCommit: () => void = () => undefined
  readonly #open = new Set<string>()

  constructor(disk: NaiveDisk = new Map()) {
    this.disk = disk
  }

  createIndex(
    indexId: string,
    options: { primaryKey: string | null; nowMs: number; batchUid: number },
  ): Promise<IndexDescription> {
    if (this.disk.has(indexId)) throw new Error(`index ${indexId} exists`)
    const { primaryKey, nowMs, batchUid: lastBatchUid } = options
    const dates = { createdAtMs: nowMs, updatedAtMs: nowMs }
    const empty = { documents: new Map(), settings: {}, generation: 0, lastOutcomes: [] }
    this.disk.set(indexId, { primaryKey, lastBatchUid, ...dates, ...empty })
    return this.openIndex(indexId)
  }

  openIndex(indexId: string): Promise<IndexDescription> {
    this.#open.add(indexId)
    return Promise.resolve(this.describe(indexId))
  }

  deleteIndex(indexId: string): Promise<void> {
    this.disk.delete(indexId)
    this.#open.delete(indexId)
    return Promise.resolve()
  }

  listIndexes(): Promise<string[]> {
    return Promise.resolve([...this.disk.keys()])
  }

  describe(indexId: string): IndexDescription {
    const index = this.#get(indexId)
    return {
      indexId,
      generation: index.generation,
      lastBatchUid: index.lastBatchUid,
      lastOutcomes: index.lastOutcomes,
      primaryKey: index.primaryKey,
      documentCount: index.documents.size,
      createdAtMs: index.createdAtMs,
      updatedAtMs: index.updatedAtMs,
      settings: { embedders: {}, ...index.settings } as unknown as IndexDescription['settings'],
      fieldDistribution: {},
      embeddingCount: 0,
      embeddedDocumentCount: 0,
      rawDocumentBytes: 0,
      storedBytes: 0,
    }
  }

  async applyBatch(
    indexId: string,
    batch: WriteBatch,
    options: Parameters<Engine['applyBatch']>[2] = {},
  ): Promise<BatchResult> {
    const index = this.#get(indexId)
    if (batch.batchUid <= index.lastBatchUid) {
      throw new Error(`batch ${batch.batchUid} was applied before`)
    }
    options.onProgress?.([{ currentStep: 'indexing', finished: 0, total: 1 }])
    const draft = new Draft(index)
    const outcomes = batch.operations.map((operation) => draft.apply(operation))
    await this.#waitForEmbedders(draft, options)
    await Promise.race([this.beforeCommit(), aborted(options.signal)])
    options.signal?.throwIfAborted()
    const committed: StoredIndex = {
      ...index,
      primaryKey: draft.primaryKey,
      documents: draft.documents,
      settings: draft.settings,
      generation: index.generation + 1,
      lastBatchUid: batch.batchUid,
      lastOutcomes: outcomes,
      updatedAtMs: batch.nowMs,
    }
    this.disk.set(indexId, committed)
    this.applied.push(batch.batchUid)
    this.afterCommit()
    const { generation, documents, primaryKey } = committed
    return { generation, outcomes, documentCount: documents.size, primaryKey }
  }

  async #waitForEmbedders(
    draft: Draft,
    { onWait, signal }: NonNullable<Parameters<Engine['applyBatch']>[2]>,
  ): Promise<void> {
    for (const { embedder } of draft.documents.values()) {
      const ask = this.embedders.get(embedder)
      if (ask === undefined) continue
      const goOn = onWait?.()
      try {
        await Promise.race([ask(), aborted(signal)])
      } finally {
        await goOn?.()
      }
      signal?.throwIfAborted()
    }
  }

  search(): Promise<Uint8Array> {
    throw new Error('the naive engine does not search')
  }

  similar(): Promise<Uint8Array> {
    throw new Error('the naive engine does not search')
  }

  facetSearch(): Promise<Uint8Array> {
    throw new Error('the naive engine does not search')
  }

  federatedSearch(): Promise<Uint8Array> {
    throw new Error('the naive engine does not search')
  }

  explain(): Promise<Uint8Array> {
    throw new Error('the naive engine does not search')
  }

  getDocument(indexId: string, documentId: string): Promise<Uint8Array | null> {
    const document = this.#get(indexId).documents.get(documentId)
    return Promise.resolve(document === undefined ? null : Buffer.from(JSON.stringify(document)))
  }

  fetchDocuments(indexId: string): Promise<Uint8Array> {
    const results = [...this.#get(indexId).documents.values()]
    return Promise.resolve(Buffer.from(JSON.stringify({ results, total: results.length })))
  }

  takeBack(): void {}

  expectWork(): void {}

  close(): Promise<void> {
    return Promise.resolve()
  }

  #get(indexId: string): StoredIndex {
    const index = this.disk.get(indexId)
    if (index === undefined || !this.#open.has(indexId)) throw new Error(`${indexId} is not open`)
    return index
  }
}

/** The user's mistake, as the engine throws it. */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

// The next state of an index, thrown away when the batch fails.
class Draft {
  primaryKey: string | null
  documents: Map<string, Document>
  settings: Record<string, unknown>

  constructor(index: StoredIndex) {
    this.primaryKey = index.primaryKey
    this.documents = new Map(index.documents)
    this.settings = { ...index.settings }
  }

  apply(operation: Operation): OperationOutcome {
    switch (operation.kind) {
      case 'addDocuments':
        return this.#add(operation)
      case 'deleteDocuments':
        return this.#delete(operation.ids)
      case 'deleteByFilter':
        return this.#deleteByFilter(String(operation.filter))
      case 'deleteAll':
        return this.#delete([...this.documents.keys()])
      case 'updateSettings':
        if ('broken' in operation.settings) {
          throw new InputError('invalid_settings_ranking_rules', 'these settings do not fit')
        }
        Object.assign(this.settings, operation.settings)
        return { kind: 'applied' }
      case 'setPrimaryKey':
        if (this.documents.size > 0 && operation.primaryKey !== this.primaryKey) {
          return failed('index_primary_key_already_exists')
        }
        this.primaryKey = operation.primaryKey
        return { kind: 'applied' }
      case 'editDocuments':
        if (operation.function === 'throw') return failed('edit_documents_by_function_error')
        return { kind: 'edited', editedCount: this.documents.size, deletedCount: 0 }
    }
  }

  #add(operation: Extract<Operation, { kind: 'addDocuments' }>): OperationOutcome {
    const { source } = operation
    const text =
      source.kind === 'file' ? readFileSync(source.path, 'utf8') : source.lines.join('\n')
    const documents = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Document)
    const [first] = documents
    if (first === undefined) return { kind: 'indexed', documentCount: 0 }
    if (this.primaryKey !== null && (operation.primaryKey ?? this.primaryKey) !== this.primaryKey) {
      return failed('index_primary_key_already_exists')
    }
    const inferred = Object.keys(first).find((name) => name.toLowerCase().endsWith('id'))
    const key = this.primaryKey ?? operation.primaryKey ?? inferred
    if (key === undefined) return failed('index_primary_key_no_candidate_found')
    if (documents.some((document) => !(key in document))) return failed('missing_document_id')
    const ids = documents.map((document) => String(document[key]))
    if (ids.some((id) => !/^[\w-]+$/.test(id))) return failed('invalid_document_id')
    if (documents.some((document) => document['_geo'] === 'nowhere')) {
      throw new InputError('invalid_document_geo_field', '`_geo` is not a point')
    }
    this.primaryKey = key
    for (const [i, document] of documents.entries()) {
      const before = operation.mode === 'update' ? this.documents.get(ids[i]!) : {}
      this.documents.set(ids[i]!, { ...before, ...document })
    }
    return { kind: 'indexed', documentCount: new Set(ids).size }
  }

  #delete(ids: readonly string[]): OperationOutcome {
    const found = ids.filter((id) => this.documents.delete(id))
    return { kind: 'deleted', documentCount: found.length }
  }

  #deleteByFilter(filter: string): OperationOutcome {
    const [field, value] = filter.split(' = ')
    if (value === undefined) return failed('invalid_document_filter')
    const matches = [...this.documents].filter(([, document]) => String(document[field!]) === value)
    return this.#delete(matches.map(([id]) => id))
  }
}

function failed(code: string): OperationOutcome {
  return { kind: 'failed', code, message: `it failed with ${code}` }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve()
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}
