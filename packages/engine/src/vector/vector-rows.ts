/** The vectors of one embedder in one segment, one row each, ordered by doc id and then by slot. */
export interface VectorRows {
  readonly dimensions: number
  /** The doc id of each row, ascending; a document may have several rows. */
  readonly docIds: Uint32Array
  /** The slot of each row, ascending inside a document. */
  readonly slots: Uint8Array
  /** Rows × dimensions, exactly as they were given. */
  readonly values: Float32Array
}
