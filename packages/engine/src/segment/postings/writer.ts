import { ByteWriter, putVarint } from '../../bits/byte-writer.ts'
import { Uint32List } from '../../bits/uint32-list.ts'
import type { SegmentFileWriter } from '../segment-file.ts'
import { FieldSetTable } from './field-sets.ts'
import { FIELD_SETS, fieldSetWidth, POSTING_BYTES, POSTING_STARTS } from './layout.ts'
import { PostingsReader } from './reader.ts'

const VARINT_BYTES_MAX = 5

/**
 * Takes the occurrences of each term in turn. Field set numbers are only final when all terms have been seen, so lists
 * are kept with four-byte numbers' worth of facts aside and put together at the end.
 */
export class PostingsWriter {
  readonly fieldSets: FieldSetTable = new FieldSetTable()
  readonly #bytes = new ByteWriter(1 << 20)
  readonly #starts = new Uint32List(4096)
  /** Field set numbers of all postings, in order; and where in the bytes of a list they belong. */
  readonly #setNumbers = new Uint32List(1 << 16)
  readonly #gapEnds = new Uint32List(4096)
  readonly #docCounts = new Uint32List(4096)
  readonly #gaps = new ByteWriter(1 << 16)
  readonly #lengths = new ByteWriter(1 << 16)
  readonly #positions = new ByteWriter(1 << 18)
  readonly #fields = new Uint16Array(65_536)

  /**
   * Adds the list of the next term: occurrences `from … to`, two entries each in `occurrences`: the doc id, ascending, and
   * the place (`fieldId << 16 | position`), ascending inside a document.
   */
  addTerm(occurrences: Uint32Array, from: number, to: number): void {
    const count = to - from
    this.#gaps.clear()
    this.#lengths.clear()
    this.#positions.clear()
    const gaps = this.#gaps.reserve(count * VARINT_BYTES_MAX)
    const lengths = this.#lengths.reserve(count * VARINT_BYTES_MAX)
    const positions = this.#positions.reserve(count * VARINT_BYTES_MAX)
    const fields = this.#fields
    let gapEnd = 0
    let lengthEnd = 0
    let positionEnd = 0
    let docCount = 0
    let previousDoc = 0
    let at = from * 2
    const end = to * 2
    while (at < end) {
      const doc = occurrences[at]!
      gapEnd = putVarint(gaps, gapEnd, doc - previousDoc)
      previousDoc = doc
      docCount++
      // the document's places, field by field
      const before = positionEnd
      let fieldCount = 0
      do {
        const field = occurrences[at + 1]! >>> 16
        fields[fieldCount++] = field
        let previous = 0
        let isLast = false
        do {
          const position = occurrences[at + 1]! & 0xffff
          at += 2
          isLast = at === end || occurrences[at] !== doc || occurrences[at + 1]! >>> 16 !== field
          const entry = (position - previous) * 2 + (isLast ? 1 : 0)
          if (entry < 128) positions[positionEnd++] = entry
          else positionEnd = putVarint(positions, positionEnd, entry)
          previous = position
        } while (!isLast)
      } while (at < end && occurrences[at] === doc)
      lengthEnd = putVarint(lengths, lengthEnd, positionEnd - before)
      this.#setNumbers.push(
        fieldCount === 1
          ? this.fieldSets.internOne(fields[0]!)
          : this.fieldSets.intern(fields, fieldCount),
      )
    }
    this.#starts.push(this.#bytes.length)
    this.#docCounts.push(docCount)
    this.#bytes.append(gaps.subarray(0, gapEnd))
    this.#gapEnds.push(this.#bytes.length)
    this.#bytes.append(lengths.subarray(0, lengthEnd))
    this.#bytes.append(positions.subarray(0, positionEnd))
  }

  /**
   * Adds the list of the next term from postings that are encoded already: `count` of them by ascending doc id, each
   * with its field set (a number of `fieldSets`) and where its positions lie in `sources[source[i]]`.
   */
  addEncodedTerm(list: {
    readonly count: number
    readonly docs: Uint32Array
    readonly fieldSets: Uint32Array
    readonly source: Uint32Array
    readonly positionStarts: Uint32Array
    readonly positionEnds: Uint32Array
    readonly sources: readonly Uint8Array[]
  }): void {
    this.#starts.push(this.#bytes.length)
    this.#docCounts.push(list.count)
    let previousDoc = 0
    for (let i = 0; i < list.count; i++) {
      this.#bytes.varint(list.docs[i]! - previousDoc)
      previousDoc = list.docs[i]!
      this.#setNumbers.push(list.fieldSets[i]!)
    }
    this.#gapEnds.push(this.#bytes.length)
    for (let i = 0; i < list.count; i++) {
      this.#bytes.varint(list.positionEnds[i]! - list.positionStarts[i]!)
    }
    for (let i = 0; i < list.count; i++) {
      const from = list.positionStarts[i]!
      const to = list.positionEnds[i]!
      const source = list.sources[list.source[i]!]!
      const bytes = this.#bytes.reserve(to - from)
      let at = this.#bytes.length
      // a handful of bytes each: a loop beats a call
      for (let j = from; j < to; j++) bytes[at++] = source[j]!
      this.#bytes.advance(at)
    }
  }

  /** Writes all lists; they can be read at once. */
  writeTo(file: SegmentFileWriter): PostingsReader {
    const width = fieldSetWidth(this.fieldSets.sets.length)
    const termCount = this.#starts.length
    const source = this.#bytes.view()
    const setNumbers = this.#setNumbers.values
    const out = new Uint8Array(source.length + this.#setNumbers.length * width + termCount * 5)
    const starts = new Uint32Array(termCount + 1)
    let at = 0
    let posting = 0
    for (let term = 0; term < termCount; term++) {
      starts[term] = at
      const docCount = this.#docCounts.values[term]!
      const start = this.#starts.values[term]!
      const gapEnd = this.#gapEnds.values[term]!
      const end = term + 1 < termCount ? this.#starts.values[term + 1]! : source.length
      at = putVarint(out, at, docCount)
      out.set(source.subarray(start, gapEnd), at)
      at += gapEnd - start
      for (let i = 0; i < docCount; i++) {
        let number = setNumbers[posting++]!
        for (let byte = 0; byte < width; byte++) {
          out[at++] = number & 255
          number >>>= 8
        }
      }
      out.set(source.subarray(gapEnd, end), at)
      at += end - gapEnd
    }
    starts[termCount] = at
    const bytes = out.subarray(0, at)
    const { sets } = this.fieldSets
    file.add(POSTING_STARTS, starts)
    file.add(POSTING_BYTES, bytes)
    file.addJson(
      FIELD_SETS,
      sets.map((set) => [...set]),
    )
    return new PostingsReader(starts, bytes, sets)
  }
}
