import { countBytes, decodeCount, decodeDocs, decodeNumbers } from '../postings/decode.ts'
import { fieldSetWidth } from '../postings/layout.ts'
import type { SegmentFileReader } from '../segment-file.ts'
import { PREFIX_BYTES, PREFIX_FIELD_SETS, PREFIX_RANGES, RANGE_ENTRIES } from './layout.ts'

/** The list of one prefix. */
export interface PrefixList {
  readonly count: number
  readonly docsAt: number
}

/** Unions of prefixes that were made when the segment was written. */
export class PrefixesReader {
  readonly fieldSets: readonly Uint16Array[]
  readonly #ranges: Uint32Array
  readonly #bytes: Uint8Array
  readonly #width: 1 | 2 | 4

  private constructor(file: SegmentFileReader) {
    this.#ranges = file.loadUint32(PREFIX_RANGES)
    this.#bytes = file.load(PREFIX_BYTES)
    const sets = file.loadJson(PREFIX_FIELD_SETS) as number[][]
    this.fieldSets = sets.map((set) => Uint16Array.from(set))
    this.#width = fieldSetWidth(sets.length)
  }

  /** Null for a segment that has none. */
  static open(file: SegmentFileReader): PrefixesReader | null {
    return file.has(PREFIX_RANGES) ? new PrefixesReader(file) : null
  }

  /** The list of all terms from one ordinal up to another; null when it was not made. */
  find(from: number, to: number): PrefixList | null {
    const ranges = this.#ranges
    let low = 0
    let high = ranges.length / RANGE_ENTRIES
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = middle * RANGE_ENTRIES
      const isBelow = ranges[at]! < from || (ranges[at] === from && ranges[at + 1]! < to)
      if (isBelow) low = middle + 1
      else high = middle
    }
    const at = low * RANGE_ENTRIES
    if (ranges[at] !== from || ranges[at + 1] !== to) return null
    const start = ranges[at + 2]!
    const count = decodeCount(this.#bytes, start)
    return { count, docsAt: start + countBytes(count) }
  }

  /** Writes the documents of a list, `base` added, to `out`; returns what its field sets are read by. */
  readDocs(
    { count, docsAt }: PrefixList,
    base: number,
    out: Uint32Array,
    outStart: number,
  ): number {
    return decodeDocs(this.#bytes, docsAt, count, base, out, outStart)
  }

  /** Writes the field sets behind documents that were read. */
  readFieldSets(
    setsAt: number,
    count: number,
    translation: Uint32Array | null,
    out: Uint32Array,
    outStart: number,
  ): void {
    decodeNumbers(this.#bytes, setsAt, count, this.#width, translation, out, outStart)
  }
}
