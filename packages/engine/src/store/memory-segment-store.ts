import { assert } from '../errors.ts'
import { checkReadRange, missingSegment, nameTaken } from './segment-file-errors.ts'
import { assertSegmentName } from './segment-name.ts'
import type { SegmentStore, StoredFile } from './segment-store.ts'

/** Files in the memory of the process; they live as long as the store. */
export class MemorySegmentStore implements SegmentStore {
  readonly #files = new Map<string, Uint8Array>()

  async put(name: string, parts: readonly Uint8Array[]): Promise<void> {
    assertSegmentName(name)
    if (this.#files.has(name)) throw nameTaken(name)
    this.#files.set(name, joined(parts))
  }

  open(name: string): StoredFile {
    assertSegmentName(name)
    const bytes = this.#files.get(name)
    if (bytes === undefined) throw missingSegment(name)
    return storedFile(name, bytes)
  }

  async delete(name: string): Promise<void> {
    assertSegmentName(name)
    this.#files.delete(name)
  }

  async list(): Promise<string[]> {
    return [...this.#files.keys()].toSorted()
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let end = 0
  for (const part of parts) {
    bytes.set(part, end)
    end += part.length
  }
  return bytes
}

/** Typed arrays of any kind can be laid over what a read gives, as over the fresh buffers of other stores. */
const ALIGNMENT_BYTES = 8

function storedFile(name: string, bytes: Uint8Array): StoredFile {
  let isOpen = true
  return {
    name,
    sizeBytes: bytes.length,
    read(offset, length) {
      assert(isOpen, `segment file ${name} is read after it was closed`)
      checkReadRange(name, { offset, length, sizeBytes: bytes.length })
      return offset % ALIGNMENT_BYTES === 0
        ? bytes.subarray(offset, offset + length)
        : bytes.slice(offset, offset + length)
    },
    readInto(target, offset, length) {
      assert(isOpen, `segment file ${name} is read after it was closed`)
      checkReadRange(name, { offset, length, sizeBytes: bytes.length })
      target.set(bytes.subarray(offset, offset + length))
    },
    close() {
      isOpen = false
    },
  }
}
