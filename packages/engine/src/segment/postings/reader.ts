import type { SegmentFileReader } from '../segment-file.ts'
import { FIELD_SETS, fieldSetWidth, POSTING_BYTES, POSTING_STARTS } from './layout.ts'

/** One term's postings, decoded. Doc ids of the segment, ascending. Never to be changed: shared by a cache. */
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

  constructor(file: SegmentFileReader) {
    this.#starts = file.loadUint32(POSTING_STARTS)
    this.#bytes = file.load(POSTING_BYTES)
    this.fieldSets = (file.loadJson(FIELD_SETS) as number[][]).map((set) => Uint16Array.from(set))
    this.#width = fieldSetWidth(this.fieldSets.length)
  }

  /** How many documents hold the term. */
  docCount(ordinal: number): number {
    const bytes = this.#bytes
    let at = this.#starts[ordinal]!
    let value = 0
    let shift = 0
    let byte: number
    do {
      byte = bytes[at++]!
      value |= (byte & 127) << shift
      shift += 7
    } while (byte > 127)
    return value >>> 0
  }

  read(ordinal: number): SegmentPostings {
    const bytes = this.#bytes
    const width = this.#width
    const count = this.docCount(ordinal)
    let at = this.#starts[ordinal]! + varintBytes(count)
    const docs = new Uint32Array(count)
    let doc = 0
    for (let i = 0; i < count; i++) {
      let byte = bytes[at++]!
      if (byte > 127) {
        let gap = byte & 127
        let shift = 7
        do {
          byte = bytes[at++]!
          gap |= (byte & 127) << shift
          shift += 7
        } while (byte > 127)
        doc += gap >>> 0
      } else {
        doc += byte
      }
      docs[i] = doc
    }
    const fieldSets = new Uint32Array(count)
    if (width === 1) {
      for (let i = 0; i < count; i++) fieldSets[i] = bytes[at++]!
    } else {
      for (let i = 0; i < count; i++) {
        let number = bytes[at]! | (bytes[at + 1]! << 8)
        if (width === 4) number = (number | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
        fieldSets[i] = number
        at += width
      }
    }
    const positionRefs = new Uint32Array(count)
    let offset = 0
    for (let i = 0; i < count; i++) {
      positionRefs[i] = offset
      let byte = bytes[at++]!
      let length = byte & 127
      let shift = 7
      while (byte > 127) {
        byte = bytes[at++]!
        length |= (byte & 127) << shift
        shift += 7
      }
      offset += length
    }
    // what was decoded so far tells where the positions begin
    for (let i = 0; i < count; i++) positionRefs[i] = positionRefs[i]! + at
    return { count, docs, fieldSets, positionRefs }
  }

  /** The bytes that position references point into. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** Where the positions of the last document of a term end. */
  end(ordinal: number): number {
    return this.#starts[ordinal + 1]!
  }

  /** Visits doc ids in ascending order until `visit` says false: to see whether a term is alive. */
  forEachDoc(ordinal: number, visit: (doc: number) => boolean): void {
    const bytes = this.#bytes
    const count = this.docCount(ordinal)
    let at = this.#starts[ordinal]! + varintBytes(count)
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
      if (!visit(doc)) return
    }
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

function varintBytes(value: number): number {
  let count = 1
  let rest = value >>> 7
  while (rest > 0) {
    count++
    rest >>>= 7
  }
  return count
}
