/** What is kept of one document for one embedder. */
export interface DocumentVectors {
  /** The vectors came from the user. */
  readonly isUserProvided: boolean
  /** The engine may make them again when the document changes. */
  readonly mustRegenerate: boolean
  /** Slot of each vector, ascending, 0 … 255. */
  readonly slots: readonly number[]
  readonly vectors: readonly Float32Array[]
}

/** A document that no embedder has looked at yet. */
export const NO_VECTORS: DocumentVectors = {
  isUserProvided: false,
  mustRegenerate: true,
  slots: [],
  vectors: [],
}
