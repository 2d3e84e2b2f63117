// The few operations of a file system that durable stores need, so that a test can put a disk there that loses power.

/** A file that is being written. */
export interface WritableFile {
  write(bytes: Uint8Array): Promise<void>
  /** When it resolves, what was written survives a power loss, under whatever name of the file does. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** A file that is being read; it stays readable after its name was removed. */
export interface ReadableFile {
  readonly sizeBytes: number
  /** May give fewer bytes than asked for, at the end of the file only. */
  read(offset: number, length: number): Uint8Array
  /** The same into the first bytes of `target`; gives their number. */
  readInto(target: Uint8Array, offset: number, length: number): number
  close(): void
}

/**
 * Laws: names made, renamed or removed are seen at once by everyone, but survive a power loss only after the next
 * `syncFolder` of their folder. Failures of the system are thrown as StoreError.
 */
export interface Disk {
  /** Makes an empty file, or empties the one that is there. */
  create(path: string): Promise<WritableFile>
  /** Null when there is no such file. */
  open(path: string): ReadableFile | null
  /** Replaces what has the name `to`. */
  rename(from: string, to: string): Promise<void>
  /** No error when there is no such file. */
  remove(path: string): Promise<void>
  /** Names of the files in a folder, in no order; none when there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Makes the folder with its parents; it survives a power loss. No error when it is there. */
  createFolder(folder: string): Promise<void>
  syncFolder(folder: string): Promise<void>
}
