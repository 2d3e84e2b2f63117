// Where the bytes of segments live. Files are written once, whole, and never changed.

/** Random access to one immutable file. */
export interface StoredFile {
  readonly name: string
  readonly sizeBytes: number
  /** Reads `length` bytes from `offset` synchronously into a fresh or shared buffer. Reading past the end throws. */
  read(offset: number, length: number): Uint8Array
  /** The same into the first bytes of `target`: memory that is there costs less than the reading itself. */
  readInto(target: Uint8Array, offset: number, length: number): void
  close(): void
}

/**
 * Laws: after `put` resolves, the bytes are durable under `name` and survive a crash; before, nothing of that name is
 * visible to `open` or `list`. `put` of an existing name is refused. `delete` of a missing name is no error. Names are
 * `[a-z0-9][a-z0-9.-]*`.
 */
export interface SegmentStore {
  /** `parts` are written one after another as one file. */
  put(name: string, parts: readonly Uint8Array[]): Promise<void>
  /** Throws CorruptIndexError when the file is not there. */
  open(name: string): StoredFile
  delete(name: string): Promise<void>
  /** Names, sorted; includes left-overs of interrupted writes so that they can be swept. */
  list(): Promise<string[]>
}
