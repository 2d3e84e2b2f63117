import type { SegmentFileReader } from '../segment-file.ts'
import { countBytes, decodeCount, decodeDocs, decodeNumbers, decodeOffsets } from './decode.ts'
import { FIELD_SETS, fieldSetWidth, POSTING_BYTES, POSTING_STARTS } from './layout.ts'

/** One term's postings, decoded. Doc ids of the segment, ascending. */
export interface SegmentPostings {
  readonly count: number
  readonly docs: Uint32Array
  readonly fieldSets: Uint32Array
  /** Offset of each document's positions, for `readPositions`. */
  readonly positionRefs: Uint32Array
}

export class PostingsReader {
  readonly fieldSets: readonly Uint16Array[]
  readonly #starts: Uint32Array
  readonly #bytes: Uint8Array
  readonly #width: 1 | 2 | 4

  constructor(starts: Uint32Array, bytes: Uint8Array, fieldSets: readonly Uint16Array[]) {
    this.#starts = starts
    this.#bytes = bytes
    this.fieldSets = fieldSets
    this.#width = fieldSetWidth(fieldSets.length)
  }

  static open(file: SegmentFileReader): PostingsReader {
    const starts = file.loadUint32(POSTING_STARTS)
    const bytes = file.load(POSTING_BYTES)
    const sets = file.loadJson(FIELD_SETS) as number[][]
    return new PostingsReader(
      starts,
      bytes,
      sets.map((set) => Uint16Array.from(set)),
    )
  }

  get termCount(): number {
    return this.#starts.length - 1
  }

  /** How many documents hold the term. */
  docCount(ordinal: number): number {
    return decodeCount(this.#bytes, this.#starts[ordinal]!)
  }

  /** One term's list, all of it. */
  read(ordinal: number): SegmentPostings {
    const count = this.docCount(ordinal)
    const docs = new Uint32Array(count)
    const fieldSets = new Uint32Array(count)
    const positionRefs = new Uint32Array(count)
    const setsAt = this.readDocs(ordinal, 0, docs, 0)
    this.readFieldSets(setsAt, count, null, fieldSets, 0)
    this.readPositionRefs(setsAt, count, positionRefs, 0)
    return { count, docs, fieldSets, positionRefs }
  }

  /** Writes the documents of a term, `base` added, to `out`; returns what the rest of the list is read by. */
  readDocs(ordinal: number, base: number, out: Uint32Array, outStart: number): number {
    const count = this.docCount(ordinal)
    const at = this.#starts[ordinal]! + countBytes(count)
    return decodeDocs(this.#bytes, at, count, base, out, outStart)
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

  /** Writes where the positions are of documents that were read. */
  readPositionRefs(setsAt: number, count: number, out: Uint32Array, outStart: number): void {
    decodeOffsets(this.#bytes, setsAt + count * this.#width, count, out, outStart)
  }

  /** The bytes that position references point into. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** Where the positions of the last document of a term end. */
  end(ordinal: number): number {
    return this.#starts[ordinal + 1]!
  }

  /** Whether a document of the term is not among `bits`. */
  hasDocOutside(ordinal: number, bits: Uint32Array): boolean {
    const bytes = this.#bytes
    const count = this.docCount(ordinal)
    let at = this.#starts[ordinal]! + countBytes(count)
    let doc = 0
    for (let i = 0; i < count; i++) {
      let byte = bytes[at++]!
      let gap = byte & 127
      let shift = 7
      while (byte > 127) {
        byte = bytes[at++]!
        gap |= (byte & 127) << shift
        shift += 7
      }
      doc += gap >>> 0
      if ((bits[doc >>> 5]! & (1 << (doc & 31))) === 0) return true
    }
    return false
  }

  /**
   * Decodes the positions of one posting into `out` from `outStart` on, each `fieldId << 16 | position`; returns the
   * offset behind the last. `out` must have room: a field holds at most 65,536 positions.
   */
  readPositions(
    positionRef: number,
    fieldSet: Uint16Array,
    out: { values: Uint32Array },
    outStart: number,
  ): number {
    const bytes = this.#bytes
    let at = positionRef
    let end = outStart
    let values = out.values
    for (let i = 0; i < fieldSet.length; i++) {
      const field = fieldSet[i]! << 16
      let position = 0
      let isLast = false
      while (!isLast) {
        let byte = bytes[at++]!
        let entry = byte & 127
        let shift = 7
        while (byte > 127) {
          byte = bytes[at++]!
          entry |= (byte & 127) << shift
          shift += 7
        }
        position += entry >>> 1
        isLast = (entry & 1) === 1
        if (end === values.length) {
          const grown = new Uint32Array(values.length * 2 + 16)
          grown.set(values)
          out.values = values = grown
        }
        values[end++] = (field | position) >>> 0
      }
    }
    return end
  }
}
