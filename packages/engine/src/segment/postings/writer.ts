import { ByteWriter, putVarint } from '../../bits/byte-writer.ts'
import { Uint32List } from '../../bits/uint32-list.ts'
import type { SegmentFileWriter } from '../segment-file.ts'
import { FieldSetTable } from './field-sets.ts'
import { FIELD_SETS, fieldSetWidth, POSTING_BYTES, POSTING_STARTS } from './layout.ts'

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
   * Adds the list of the next term: `docs[from … to)` ascending with repeats, one entry per occurrence, beside
   * `places` (`fieldId << 16 | position`, ascending inside a document).
   */
  addTerm(docs: Uint32Array, places: Uint32Array, from: number, to: number): void {
    this.#gaps.clear()
    this.#lengths.clear()
    this.#positions.clear()
    let docCount = 0
    let previousDoc = 0
    let at = from
    while (at < to) {
      const doc = docs[at]!
      let end = at + 1
      while (end < to && docs[end] === doc) end++
      this.#gaps.varint(doc - previousDoc)
      previousDoc = doc
      docCount++
      this.#addDocument(places, at, end)
      at = end
    }
    this.#starts.push(this.#bytes.length)
    this.#docCounts.push(docCount)
    this.#bytes.append(this.#gaps.view())
    this.#gapEnds.push(this.#bytes.length)
    this.#bytes.append(this.#lengths.view())
    this.#bytes.append(this.#positions.view())
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

  #addDocument(places: Uint32Array, from: number, to: number): void {
    const positions = this.#positions
    const before = positions.length
    const bytes = positions.reserve((to - from) * 5)
    let out = before
    let fieldCount = 0
    let at = from
    while (at < to) {
      const field = places[at]! >>> 16
      this.#fields[fieldCount++] = field
      let previous = 0
      for (;;) {
        const position = places[at]! & 0xffff
        at++
        const isLast = at === to || places[at]! >>> 16 !== field
        out = putVarint(bytes, out, (position - previous) * 2 + (isLast ? 1 : 0))
        previous = position
        if (isLast) break
      }
    }
    positions.advance(out)
    this.#lengths.varint(out - before)
    this.#setNumbers.push(this.fieldSets.intern(this.#fields, fieldCount))
  }

  writeTo(file: SegmentFileWriter): void {
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
    file.add(POSTING_STARTS, starts)
    file.add(POSTING_BYTES, out.subarray(0, at))
    file.addJson(
      FIELD_SETS,
      this.fieldSets.sets.map((set) => [...set]),
    )
  }
}
