import { ByteWriter, putVarint } from '../../bits/byte-writer.ts'
import { FieldSetTable } from '../postings/field-sets.ts'
import { fieldSetWidth } from '../postings/layout.ts'
import type { PostingsReader } from '../postings/reader.ts'
import type { SegmentFileWriter } from '../segment-file.ts'
import { DocMarks } from './doc-marks.ts'
import { PREFIX_BYTES, PREFIX_FIELD_SETS, PREFIX_RANGES, RANGE_ENTRIES } from './layout.ts'
import {
  PREFIX_BOUNDS,
  type PrefixBounds,
  prefixRanges,
  type TermRange,
  type WrittenTerms,
} from './prefix-ranges.ts'

/** Documents that each have fields of their own would make too many sets; then nothing is written. */
const FIELD_SETS_MAX = 4096
/** Postings between two steps. */
const STEP_POSTINGS = 1 << 17
const VARINT_BYTES_MAX = 5

/** Writes the unions of the prefixes of a segment, in steps, if they are worth it. */
export function* writePrefixes(
  file: SegmentFileWriter,
  terms: WrittenTerms,
  postings: PostingsReader,
  docCount: number,
  bounds: PrefixBounds = PREFIX_BOUNDS,
): Generator<void, void> {
  const ranges = prefixRanges(terms, postings, bounds)
  if (ranges.length === 0) return
  const unions = new PrefixUnions(postings, docCount)
  if (yield* unions.join(ranges)) unions.writeTo(file)
}

interface UnionList {
  readonly range: TermRange
  readonly count: number
  readonly gapsEnd: number
}

class PrefixUnions {
  readonly #postings: PostingsReader
  readonly #docCount: number
  readonly #table = new FieldSetTable()
  /** Marks that no open prefix uses. */
  readonly #free: DocMarks[] = []
  readonly #lists: UnionList[] = []
  readonly #gaps = new ByteWriter(1 << 16)
  /** Field sets of all lists behind one another; how wide they are written shows in the end. */
  #sets = new Uint16Array(1 << 16)
  #setCount = 0
  readonly #docs: Uint32Array
  readonly #docSets: Uint32Array

  constructor(postings: PostingsReader, docCount: number) {
    this.#postings = postings
    this.#docCount = docCount
    this.#docs = new Uint32Array(docCount)
    this.#docSets = new Uint32Array(docCount)
  }

  /** Reads every list once and adds it to the prefixes that it belongs to; false when there are too many field sets. */
  *join(ranges: readonly TermRange[]): Generator<void, boolean> {
    const postings = this.#postings
    const open: { readonly range: TermRange; readonly marks: DocMarks }[] = []
    let next = 0
    let sinceStep = 0
    for (let ordinal = ranges[0]!.from; next < ranges.length || open.length > 0; ordinal++) {
      if (open.length === 0) ordinal = ranges[next]!.from
      for (; ranges[next]?.from === ordinal; next++) {
        const marks = this.#free.pop() ?? this.#newMarks()
        open.push({ range: ranges[next]!, marks })
      }
      const count = postings.docCount(ordinal)
      const setsAt = postings.readDocs(ordinal, 0, this.#docs, 0)
      postings.readFieldSets(setsAt, count, null, this.#docSets, 0)
      for (const { marks } of open) marks.add(this.#docs, this.#docSets, count)
      while (open.at(-1)?.range.to === ordinal + 1) {
        const { range, marks } = open.pop()!
        this.#addList(range, marks)
        this.#free.push(marks)
      }
      if (this.#table.sets.length > FIELD_SETS_MAX) return false
      sinceStep += count
      if (sinceStep < STEP_POSTINGS) continue
      sinceStep = 0
      yield
    }
    return true
  }

  writeTo(file: SegmentFileWriter): void {
    const { sets } = this.#table
    const width = fieldSetWidth(sets.length)
    const gaps = this.#gaps.view()
    const out = new Uint8Array(
      gaps.length + this.#setCount * width + this.#lists.length * VARINT_BYTES_MAX,
    )
    const starts = new Map<TermRange, number>()
    let at = 0
    let gapsAt = 0
    let setsAt = 0
    for (const { range, count, gapsEnd } of this.#lists) {
      starts.set(range, at)
      at = putVarint(out, at, count)
      out.set(gaps.subarray(gapsAt, gapsEnd), at)
      at += gapsEnd - gapsAt
      gapsAt = gapsEnd
      for (let i = 0; i < count; i++) {
        const set = this.#sets[setsAt++]!
        out[at++] = set & 255
        if (width === 2) out[at++] = set >>> 8
      }
    }
    const ordered = this.#lists
      .map(({ range }) => range)
      .sort((a, b) => a.from - b.from || a.to - b.to)
    const ranges = new Uint32Array(ordered.length * RANGE_ENTRIES)
    for (const [i, range] of ordered.entries()) {
      ranges.set([range.from, range.to, starts.get(range)!], i * RANGE_ENTRIES)
    }
    file.add(PREFIX_RANGES, ranges)
    file.add(PREFIX_BYTES, out.subarray(0, at))
    file.addJson(
      PREFIX_FIELD_SETS,
      sets.map((set) => [...set]),
    )
  }

  #newMarks(): DocMarks {
    return new DocMarks(this.#docCount, this.#postings.fieldSets, this.#table)
  }

  #addList(range: TermRange, marks: DocMarks): void {
    const docs = this.#docs
    const docSets = this.#docSets
    const count = marks.drain(docs, docSets)
    const gaps = this.#gaps.reserve(count * VARINT_BYTES_MAX)
    let at = this.#gaps.length
    let previous = 0
    for (let i = 0; i < count; i++) {
      const gap = docs[i]! - previous
      if (gap < 128) gaps[at++] = gap
      else at = putVarint(gaps, at, gap)
      previous = docs[i]!
    }
    this.#gaps.advance(at)
    if (this.#setCount + count > this.#sets.length) {
      const grown = new Uint16Array((this.#setCount + count) * 2)
      grown.set(this.#sets.subarray(0, this.#setCount))
      this.#sets = grown
    }
    for (let i = 0; i < count; i++) this.#sets[this.#setCount + i] = docSets[i]!
    this.#setCount += count
    this.#lists.push({ range, count, gapsEnd: at })
  }
}
