import type { SegmentFileReader } from '../segment-file.ts'
import { WORD_COUNT_FIELDS, WORD_COUNT_STARTS, WORD_COUNTS } from './layout.ts'

export class WordCountsReader {
  readonly #starts: Uint32Array
  readonly #fields: Uint16Array
  readonly #counts: Uint8Array

  constructor(file: SegmentFileReader) {
    const fields = file.load(WORD_COUNT_FIELDS)
    this.#starts = file.loadUint32(WORD_COUNT_STARTS)
    this.#fields = new Uint16Array(fields.buffer, 0, fields.length >>> 1)
    this.#counts = file.load(WORD_COUNTS)
  }

  get docCount(): number {
    return this.#starts.length - 1
  }

  /** Words of the field in the document, at most 31; 0 when it has none. */
  count(doc: number, fieldId: number): number {
    for (let at = this.#starts[doc]!; at < this.#starts[doc + 1]!; at++) {
      if (this.#fields[at] === fieldId) return this.#counts[at]!
    }
    return 0
  }

  /** Visits the counts of one document. */
  forEach(doc: number, visit: (fieldId: number, count: number) => void): void {
    for (let at = this.#starts[doc]!; at < this.#starts[doc + 1]!; at++) {
      visit(this.#fields[at]!, this.#counts[at]!)
    }
  }
}
