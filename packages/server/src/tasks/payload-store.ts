// The documents of waiting additions: one NDJSON file per task, complete and on stable storage before the task is registered.
// A file is written under a temporary name, so a name in the folder always stands for a whole payload.

import { open, mkdir, readdir, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

const TEMPORARY = '.tmp'
/** Pieces are gathered to this size before they are written. */
const WRITE_BYTES = 1 << 20
/** What is written is made durable in steps of this size. */
const SYNC_BYTES = 4 << 20
/** What may wait to be written before the sender has to. */
const HELD_BYTES_MAX = 8 << 20

export interface Payload {
  readonly name: string
  readonly bytes: number
}

/** Receives one payload piece by piece. Ends in `finish` or in `discard`. */
export interface PayloadWriter {
  /** Keeps the piece, which must not change any more. A promise: wait for it before the next one. */
  write(piece: Uint8Array | string): Promise<void> | null
  /** Makes the file durable under its final name. */
  finish(): Promise<Payload>
  /** Leaves no trace. */
  discard(): Promise<void>
}

/** The folder of payload files. */
export class PayloadStore {
  readonly #folder: string
  readonly #randomName: () => string
  #receivingCount = 0

  private constructor(folder: string, randomName: () => string) {
    this.#folder = folder
    this.#randomName = randomName
  }

  /** `randomName` must never give the same name twice. */
  static async open(folder: string, randomName: () => string): Promise<PayloadStore> {
    await mkdir(folder, { recursive: true })
    return new PayloadStore(folder, randomName)
  }

  async create(): Promise<PayloadWriter> {
    const name = `${this.#randomName()}.ndjson`
    const file = await open(this.path(name) + TEMPORARY, 'wx')
    return new FileWriter({ file, name, folder: this.#folder })
  }

  /**
   * Runs what receives a payload and registers its task. Until that is done the payload counts as being received: a file
   * that is whole and whose task nobody knows yet is still to come.
   */
  async whileReceiving<Result>(receive: () => Promise<Result>): Promise<Result> {
    this.#receivingCount++
    try {
      return await receive()
    } finally {
      this.#receivingCount--
    }
  }

  /** Whether some payload is being received now. */
  get isReceiving(): boolean {
    return this.#receivingCount > 0
  }

  /** Saves a whole payload; on failure nothing stays. */
  async save(pieces: Iterable<string> | AsyncIterable<Uint8Array | string>): Promise<Payload> {
    const writer = await this.create()
    try {
      for await (const piece of pieces) await writer.write(piece)
      return await writer.finish()
    } catch (error) {
      await writer.discard()
      throw error
    }
  }

  path(name: string): string {
    return join(this.#folder, name)
  }

  /** No error when it is gone already. */
  async remove(name: string): Promise<void> {
    await rm(this.path(name), { force: true })
  }

  /** Removes every file that no waiting task needs: the leftovers of a crash. Not while payloads are being received. */
  async sweep(needed: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (!needed.has(name)) await this.remove(name)
    }
  }
}

class FileWriter implements PayloadWriter {
  readonly #file: FileHandle
  readonly #name: string
  readonly #folder: string
  #bytes = 0
  #held: Uint8Array[] = []
  #heldBytes = 0
  #unsyncedBytes = 0
  #writing: Promise<void> | null = null
  #failure: unknown = null

  constructor(parts: { file: FileHandle; name: string; folder: string }) {
    this.#file = parts.file
    this.#name = parts.name
    this.#folder = parts.folder
  }

  write(piece: Uint8Array | string): Promise<void> | null {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    if (bytes.length === 0) return null
    this.#bytes += bytes.length
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes >= WRITE_BYTES) this.#writing ??= this.#writeHeld()
    return this.#heldBytes > HELD_BYTES_MAX || this.#failure !== null ? this.#settle() : null
  }

  async finish(): Promise<Payload> {
    const path = join(this.#folder, this.#name)
    await this.#settle()
    await this.#file.datasync()
    await this.#file.close()
    await rename(path + TEMPORARY, path)
    await syncFolder(this.#folder)
    return { name: this.#name, bytes: this.#bytes }
  }

  async discard(): Promise<void> {
    const path = join(this.#folder, this.#name)
    this.#held = []
    await this.#writing
    await this.#file.close().catch(() => undefined) // closed already when `finish` failed half-way
    await rm(path + TEMPORARY, { force: true })
    await rm(path, { force: true })
  }

  /** Waits until nothing is held any more, or throws what went wrong. */
  async #settle(): Promise<void> {
    if (this.#held.length > 0) this.#writing ??= this.#writeHeld()
    await this.#writing
    if (this.#failure !== null) throw this.#failure
  }

  async #writeHeld(): Promise<void> {
    try {
      while (this.#held.length > 0) {
        const pieces = this.#held
        const size = this.#heldBytes
        this.#held = []
        await writeAll(this.#file, pieces, size)
        this.#heldBytes -= size
        this.#unsyncedBytes += size
        // on the way while more arrives, so that little is left to wait for at the end
        if (this.#unsyncedBytes >= SYNC_BYTES) {
          this.#unsyncedBytes = 0
          await this.#file.datasync()
        }
      }
    } catch (error) {
      this.#failure = error
    } finally {
      this.#writing = null
    }
  }
}

async function writeAll(file: FileHandle, pieces: Uint8Array[], size: number): Promise<void> {
  const { bytesWritten } = await file.writev(pieces)
  if (bytesWritten === size) return
  const rest = Buffer.concat(pieces).subarray(bytesWritten)
  for (let at = 0; at < rest.length;) at += (await file.write(rest, at)).bytesWritten
}

// The new name is durable only when the folder is.
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
