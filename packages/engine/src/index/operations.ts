// What a batch of writes asks of one index, and what became of each part.

/** Documents to read, one JSON object after another. `path` is an NDJSON file; `text` holds NDJSON lines. */
export type DocumentSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'lines'; readonly lines: readonly string[] }

export type Operation =
  | {
      readonly kind: 'addDocuments'
      /** `replace`: the new object becomes the document; `update`: merged by top-level key. */
      readonly mode: 'replace' | 'update'
      readonly source: DocumentSource
      /** The primary key that the request names, if any. */
      readonly primaryKey: string | null
      /** Documents with an unknown id are left out instead of created. */
      readonly skipCreation?: boolean
    }
  | { readonly kind: 'deleteDocuments'; readonly ids: readonly string[] }
  | { readonly kind: 'deleteByFilter'; readonly filter: unknown }
  | { readonly kind: 'deleteAll' }
  | { readonly kind: 'updateSettings'; readonly settings: Readonly<Record<string, unknown>> }
  | { readonly kind: 'setPrimaryKey'; readonly primaryKey: string }
  | {
      readonly kind: 'editDocuments'
      readonly function: string
      readonly filter: unknown
      readonly context: Readonly<Record<string, unknown>> | null
    }

/** Counts as the task details of the interface want them. */
export type OperationOutcome =
  | { readonly kind: 'indexed'; readonly documentCount: number }
  | { readonly kind: 'deleted'; readonly documentCount: number }
  | { readonly kind: 'edited'; readonly editedCount: number; readonly deletedCount: number }
  | { readonly kind: 'applied' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

export interface WriteBatch {
  /** Recorded in the manifest: a batch whose uid is not above the manifest's last one is not applied again. */
  readonly batchUid: number
  readonly operations: readonly Operation[]
  /** Milliseconds since 1970 when the batch was applied: becomes the index's `updatedAt`. */
  readonly nowMs: number
}

export interface BatchResult {
  readonly generation: number
  /** One outcome per operation, in order. */
  readonly outcomes: readonly OperationOutcome[]
  readonly documentCount: number
  readonly primaryKey: string | null
}

/** Where a running batch stands, outermost step first; shown in `GET /batches`. */
export interface ProgressStep {
  readonly currentStep: string
  readonly finished: number
  readonly total: number
}
export type ReportProgress = (steps: readonly ProgressStep[]) => void

/** Told of every try to call an embedding server: null when it worked, else why not. */
export type ReportEmbedderRequest = (problem: string | null) => void

/** Told that a batch begins to wait for an embedder. Gives what is called when the wait is over: the batch goes on when that resolves. */
export type ReportWait = () => () => Promise<void>

/** How a running batch is followed and stopped. */
export interface BatchWatch {
  readonly onProgress?: ReportProgress | undefined
  readonly onEmbedderRequest?: ReportEmbedderRequest | undefined
  readonly onWait?: ReportWait | undefined
  readonly signal?: AbortSignal | undefined
}
