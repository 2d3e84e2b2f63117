// Where the current manifest lives: one small record per index, replaced atomically.

/** A stored manifest: bytes and the two numbers that guard its replacement. */
export interface StoredManifest {
  readonly generation: number
  readonly writerEpoch: number
  readonly bytes: Uint8Array
}

/**
 * Laws: `read` gives the last published manifest or null when none was ever published. `publish` succeeds only when
 * the stored generation is `expected.generation` (null: nothing stored yet) and no higher writer epoch than
 * `next.writerEpoch` has been stored; otherwise it throws ConflictError and changes nothing. After `publish` resolves the manifest is
 * durable; a crash before leaves the old one. A damaged record makes `read` throw CorruptIndexError.
 */
export interface ManifestStore {
  read(): Promise<StoredManifest | null>
  /** The same, synchronously: for searchers that open in a worker. */
  readSync(): StoredManifest | null
  publish(next: StoredManifest, expected: { readonly generation: number | null }): Promise<void>
}
