// Decoded documents, kept for the next search: a ring of bytes that new texts overwrite, oldest first, and a table that
// says where a document's text begins in it. Nothing is allocated after the start, and the bound is exact.
//
//   ring    … ┌ length × 2 + isPlain ┬ text ┬ padding to 4 bytes ┐ …
//   table   groups of four rows: readerId × 2^32 + doc, bytes written before it
//
// A document is looked for in one group: what a search touches for it is two places in memory, the row and the text.

import type { StoredDocument } from './stored-document.ts'

const ENTRY_BYTES_MEAN = 512
const HEADER_BYTES = 4
const ROW = 2
const GROUP_ROWS = 4
const GROUP = ROW * GROUP_ROWS
const READER_FACTOR = 2 ** 32

/** A bounded memory of document texts, shared by the readers of one thread. */
export class DocumentCache {
  readonly #ring: Uint8Array
  /** The ring again, for reading headers. */
  readonly #headers: Uint32Array
  /** Bytes written since the start: a place in the ring is this modulo its size. */
  #written = 0
  #nextReaderId = 1
  readonly #mask: number
  readonly #table: Float64Array

  /** `bytes` is a multiple of four. */
  constructor(bytes: number) {
    this.#ring = new Uint8Array(bytes)
    this.#headers = new Uint32Array(this.#ring.buffer)
    const groupCount = 2 ** Math.ceil(Math.log2(Math.max(1, bytes / ENTRY_BYTES_MEAN / GROUP_ROWS)))
    this.#mask = groupCount - 1
    this.#table = new Float64Array(groupCount * GROUP)
  }

  /** A number that tells one reader's documents from another's; never given twice. */
  register(): number {
    return this.#nextReaderId++
  }

  /** A document when it is still here: its bytes are valid until the next `put`. */
  get(readerId: number, doc: number): StoredDocument | null {
    const table = this.#table
    const key = readerId * READER_FACTOR + doc
    const group = this.#groupOf(readerId, doc)
    for (let row = group; row < group + GROUP; row += ROW) {
      if (table[row] !== key) continue
      const start = table[row + 1]!
      if (start + this.#ring.length < this.#written) return null
      const at = start % this.#ring.length
      const header = this.#headers[at >>> 2]!
      const textAt = at + HEADER_BYTES
      const bytes = this.#ring.subarray(textAt, textAt + (header >>> 1))
      return { bytes, isPlain: (header & 1) === 1 }
    }
    return null
  }

  /** Keeps a copy of a document; one that would take a large share of the memory is not kept. */
  put(readerId: number, doc: number, { bytes, isPlain }: StoredDocument): void {
    const size = this.#ring.length
    const room = (HEADER_BYTES + bytes.length + 3) & ~3
    if (room * 8 > size) return
    let at = this.#written % size
    if (at + room > size) {
      // a text is never split: the rest of the ring stays unused this time round
      this.#written += size - at
      at = 0
    }
    this.#headers[at >>> 2] = bytes.length * 2 + (isPlain ? 1 : 0)
    this.#ring.set(bytes, at + HEADER_BYTES)
    const key = readerId * READER_FACTOR + doc
    const row = this.#rowFor(key, this.#groupOf(readerId, doc))
    this.#table[row] = key
    this.#table[row + 1] = this.#written
    this.#written += room
  }

  /** The row of a document that has one, else the one that was written longest ago. */
  #rowFor(key: number, group: number): number {
    const table = this.#table
    let oldest = group
    for (let row = group; row < group + GROUP; row += ROW) {
      if (table[row] === key) return row
      if (table[row + 1]! < table[oldest + 1]!) oldest = row
    }
    return oldest
  }

  #groupOf(readerId: number, doc: number): number {
    return ((Math.imul(doc, 0x9e3779b1) ^ Math.imul(readerId, 0x85ebca6b)) & this.#mask) * GROUP
  }
}
