// JSON texts of the documents of a segment in the making, as UTF-8, in chunks so that growing copies nothing.

import { Uint32List } from '../bits/uint32-list.ts'

const CHUNK_BYTES = 4 << 20
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export class RawDocuments {
  readonly #chunks: Uint8Array[] = []
  #chunk: Uint8Array = new Uint8Array(0)
  #used = 0
  readonly #places = new Uint32List(256)
  byteLength = 0

  /** `bytes` is the text as UTF-8 where the caller has it. */
  add(json: string, bytes: Uint8Array | null): void {
    const room = bytes === null ? json.length * 3 : bytes.length
    if (this.#used + room > this.#chunk.length) {
      // small segments stay small; large ones waste at most one document's worst case a chunk
      const size = Math.max(room, Math.min(CHUNK_BYTES, Math.max(4096, this.byteLength * 2)))
      this.#chunk = new Uint8Array(size)
      this.#chunks.push(this.#chunk)
      this.#used = 0
    }
    let written: number
    if (bytes === null) {
      written = encoder.encodeInto(json, this.#chunk.subarray(this.#used)).written
    } else {
      this.#chunk.set(bytes, this.#used)
      written = bytes.length
    }
    this.#places.push(this.#chunks.length - 1)
    this.#places.push(this.#used)
    this.#places.push(written)
    this.#used += written
    this.byteLength += written
  }

  bytes(doc: number): Uint8Array {
    const places = this.#places.values
    const start = places[doc * 3 + 1]!
    return this.#chunks[places[doc * 3]!]!.subarray(start, start + places[doc * 3 + 2]!)
  }

  text(doc: number): string {
    return decoder.decode(this.bytes(doc))
  }
}
