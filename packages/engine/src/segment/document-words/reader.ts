import type { Uint32List } from '../../bits/uint32-list.ts'
import type { SegmentFileReader } from '../segment-file.ts'
import {
  DOCUMENT_WORD_CODES,
  DOCUMENT_WORD_STARTS,
  DOCUMENT_WORD_TERMS,
  ELSEWHERE,
  FOLLOWING,
  RARE_RANK,
} from './layout.ts'

/** The words of documents, by place. */
export class DocumentWordsReader {
  readonly #starts: Uint32Array
  readonly #codes: Uint16Array
  readonly #terms: Uint32Array

  private constructor(file: SegmentFileReader) {
    this.#starts = file.loadUint32(DOCUMENT_WORD_STARTS)
    this.#codes = file.loadUint16(DOCUMENT_WORD_CODES)
    this.#terms = file.loadUint32(DOCUMENT_WORD_TERMS)
  }

  /** Null for a segment that has none. */
  static open(file: SegmentFileReader): DocumentWordsReader | null {
    return file.has(DOCUMENT_WORD_STARTS) ? new DocumentWordsReader(file) : null
  }

  get docCount(): number {
    return this.#starts.length - 1
  }

  /**
   * Writes the places where a document has one of the terms [from, to) to `out`, ascending, each
   * `fieldId << 16 | position`; returns their count.
   */
  readPositions(doc: number, from: number, to: number, out: { values: Uint32Array }): number {
    const codes = this.#codes
    const terms = this.#terms
    const end = this.#starts[doc + 1]!
    let values = out.values
    let at = this.#starts[doc]!
    let place = 0
    let count = 0
    while (at < end) {
      const code = codes[at++]!
      let rank = code >>> 2
      if (rank === RARE_RANK) {
        rank = codes[at]! + codes[at + 1]! * 0x10000
        at += 2
      }
      const kind = code & 3
      if (kind === FOLLOWING) {
        place++
      } else {
        const field = kind === ELSEWHERE ? codes[at++]! : place >>> 16
        place = ((field << 16) | codes[at++]!) >>> 0
        if (kind === ELSEWHERE) at++
      }
      const ordinal = terms[rank]!
      if (ordinal < from || ordinal >= to) continue
      if (count === values.length) {
        const grown = new Uint32Array(values.length * 2 + 16)
        grown.set(values)
        out.values = values = grown
      }
      values[count++] = place
    }
    return count
  }

  /** The smallest position, in any field, where a document has one of the terms [from, to); it has one. */
  firstPosition(doc: number, from: number, to: number): number {
    const codes = this.#codes
    const terms = this.#terms
    const end = this.#starts[doc + 1]!
    let at = this.#starts[doc]!
    let first = 0x10000
    let position = 0
    /** Where the next field begins; 0 when that is not said. */
    let fieldEnd = 0
    while (at < end) {
      const code = codes[at++]!
      let rank = code >>> 2
      if (rank === RARE_RANK) {
        rank = codes[at]! + codes[at + 1]! * 0x10000
        at += 2
      }
      const kind = code & 3
      if (kind === FOLLOWING) {
        position++
      } else {
        if (kind === ELSEWHERE) at++
        position = codes[at++]!
        if (kind === ELSEWHERE) {
          const length = codes[at++]!
          fieldEnd = length === 0 ? 0 : at + length - 1
        }
      }
      const ordinal = terms[rank]!
      if (ordinal >= from && ordinal < to && position < first) {
        first = position
        if (first === 0) return 0
      }
      // the rest of the field is further on
      if (position + 1 >= first && fieldEnd !== 0) at = fieldEnd
    }
    return first
  }

  /** Puts the words of a document behind what `out` has: ordinal and place of each. */
  read(doc: number, out: Uint32List): void {
    const codes = this.#codes
    const end = this.#starts[doc + 1]!
    let at = this.#starts[doc]!
    let place = 0
    while (at < end) {
      const code = codes[at++]!
      let rank = code >>> 2
      if (rank === RARE_RANK) {
        rank = codes[at]! + codes[at + 1]! * 0x10000
        at += 2
      }
      const kind = code & 3
      if (kind === FOLLOWING) {
        place++
      } else {
        const field = kind === ELSEWHERE ? codes[at++]! : place >>> 16
        place = ((field << 16) | codes[at++]!) >>> 0
        if (kind === ELSEWHERE) at++
      }
      out.push2(this.#terms[rank]!, place)
    }
  }
}
