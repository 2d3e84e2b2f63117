// Decoded documents, kept for the next search: a ring of bytes that new texts overwrite, oldest first, and a table that
// says where a document's text begins in it. Nothing is allocated after the start, and the bound is exact.

const ENTRY_BYTES_MEAN = 512

/** A bounded memory of document texts, shared by the readers of one thread. */
export class DocumentCache {
  readonly #ring: Uint8Array
  /** Bytes written since the start: a place in the ring is this modulo its size. */
  #written = 0
  #nextReaderId = 1
  readonly #mask: number
  readonly #readerIds: Uint32Array
  readonly #docs: Uint32Array
  readonly #starts: Float64Array
  readonly #lengths: Uint32Array

  constructor(bytes: number) {
    this.#ring = new Uint8Array(bytes)
    const entryCount = 2 ** Math.ceil(Math.log2(Math.max(2, bytes / ENTRY_BYTES_MEAN)))
    this.#mask = entryCount - 1
    this.#readerIds = new Uint32Array(entryCount)
    this.#docs = new Uint32Array(entryCount)
    this.#starts = new Float64Array(entryCount)
    this.#lengths = new Uint32Array(entryCount)
  }

  /** A number that tells one reader's documents from another's; never given twice. */
  register(): number {
    return this.#nextReaderId++
  }

  /** The text of a document when it is still here: a view that is valid until the next `put`. */
  get(readerId: number, doc: number): Uint8Array | null {
    const entry = this.#entryOf(readerId, doc)
    if (this.#readerIds[entry] !== readerId || this.#docs[entry] !== doc) return null
    const start = this.#starts[entry]!
    if (start + this.#ring.length < this.#written) return null
    const at = start % this.#ring.length
    return this.#ring.subarray(at, at + this.#lengths[entry]!)
  }

  /** Keeps a copy of a text; one that would take a large share of the memory is not kept. */
  put(readerId: number, doc: number, text: Uint8Array): void {
    const size = this.#ring.length
    if (text.length * 8 > size) return
    let at = this.#written % size
    if (at + text.length > size) {
      // a text is never split: the rest of the ring stays unused this time round
      this.#written += size - at
      at = 0
    }
    this.#ring.set(text, at)
    const entry = this.#entryOf(readerId, doc)
    this.#readerIds[entry] = readerId
    this.#docs[entry] = doc
    this.#starts[entry] = this.#written
    this.#lengths[entry] = text.length
    this.#written += text.length
  }

  #entryOf(readerId: number, doc: number): number {
    return (Math.imul(doc, 0x9e3779b1) ^ Math.imul(readerId, 0x85ebca6b)) & this.#mask
  }
}
