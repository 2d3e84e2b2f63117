import { ByteWriter } from '../../bits/byte-writer.ts'
import { isSameSlice, orderByBytes } from '../../bits/byte-order.ts'
import { orderOfNumbers } from '../../bits/number-order.ts'
import { StringInterner } from '../../bits/string-interner.ts'
import { Uint32List } from '../../bits/uint32-list.ts'
import { FACET_STRING_BYTES_MAX } from '../../limits.ts'
import { normalizeFacetString } from '../../text/facet-string.ts'
import type { SegmentFileWriter } from '../segment-file.ts'
import { COLUMN_CONTENTS, COLUMN_VALUES, type ColumnEntry } from './layout.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Collects the values of one field, document by document, doc ids ascending. */
export class ColumnBuilder {
  readonly path: string
  readonly #numberDocs = new Uint32List()
  #numbers = new Float64Array(64)
  readonly #stringDocs = new Uint32List()
  readonly #stringIds = new Uint32List()
  /** Distinct spellings; which of them are the same value is found at the end. */
  readonly #spellings = new StringInterner()
  readonly #isSpelledManyWays = new Set<number>()
  readonly #exists = new Uint32List()
  readonly #isNull = new Uint32List()
  readonly #isEmpty = new Uint32List()

  constructor(path: string) {
    this.path = path
  }

  addNumber(doc: number, value: number): void {
    const at = this.#numberDocs.length
    if (at === this.#numbers.length) {
      const grown = new Float64Array(at * 2)
      grown.set(this.#numbers)
      this.#numbers = grown
    }
    this.#numbers[at] = value
    this.#numberDocs.push(doc)
  }

  /** Empty strings are no value. */
  addString(doc: number, value: string): void {
    this.#stringDocs.push(doc)
    this.#stringIds.push(this.#spellings.intern(value))
  }

  /** The value was found in different spellings before, of which only this one was kept. */
  markSpelledManyWays(value: string): void {
    const id = this.#spellings.find(value)
    if (id >= 0) this.#isSpelledManyWays.add(id)
  }

  markExists(doc: number): void {
    pushOnce(this.#exists, doc)
  }

  markNull(doc: number): void {
    pushOnce(this.#isNull, doc)
  }

  markEmpty(doc: number): void {
    pushOnce(this.#isEmpty, doc)
  }

  get isUsed(): boolean {
    return this.#exists.length > 0
  }

  /**
   * The finished arrays, with doc ids mapped by `docMap` (null: unchanged; -1: the document is left out).
   */
  finish(docCount: number, docMap: Int32Array | null): ColumnArrays {
    const numbers = this.#finishNumbers(docMap)
    const strings = this.#finishStrings(docMap)
    const { entryStarts, entries } = entriesByDocument(docCount, numbers, strings)
    return {
      numbers: numbers.values,
      numberStarts: numbers.starts,
      numberDocs: numbers.docs,
      stringStarts: strings.starts,
      stringDocs: strings.docs,
      strings: strings.values,
      displays: strings.displays,
      spelledManyWays: strings.spelledManyWays,
      entryStarts,
      entries,
      exists: mapDocs(this.#exists.view(), docMap),
      isNull: mapDocs(this.#isNull.view(), docMap),
      isEmpty: mapDocs(this.#isEmpty.view(), docMap),
    }
  }

  #finishNumbers(docMap: Int32Array | null): {
    values: Float64Array
    starts: Uint32Array
    docs: Uint32Array
  } {
    const numbers = this.#numbers.slice(0, this.#numberDocs.length)
    const order = orderOfNumbers(numbers)
    const values = new Float64Array(numbers.length)
    const ordinals = new Uint32Array(numbers.length)
    let distinct = 0
    for (let i = 0; i < order.length; i++) {
      const value = numbers[order[i]!]!
      if (i === 0 || !Object.is(value, values[distinct - 1])) values[distinct++] = value
      ordinals[order[i]!] = distinct - 1
    }
    return {
      ...groupByOrdinal(ordinals, this.#numberDocs.view(), distinct, docMap),
      values: values.slice(0, distinct),
    }
  }

  #finishStrings(docMap: Int32Array | null): {
    values: PackedStrings
    displays: PackedStrings
    spelledManyWays: Uint32Array
    starts: Uint32Array
    docs: Uint32Array
  } {
    const spellingCount = this.#spellings.count
    const spellings = this.#spellings.strings
    const { bytes, slices } = normalizedSlices(spellings, spellingCount)
    const order = orderByBytes(bytes, slices, spellingCount)
    const ordinalOf = new Uint32Array(spellingCount)
    const values = new StringPacker()
    const displays = new StringPacker()
    const spelledManyWays = new Uint32Array((spellingCount + 31) >>> 5)
    let count = 0
    for (let from = 0, to = 0; from < order.length; from = to, count++) {
      // the spellings of one value stand side by side; the first one met is shown
      const first = order[from]!
      let shown = first
      let isMarked = false
      for (to = from; to < order.length && isSameSlice(bytes, slices, first, order[to]!); to++) {
        ordinalOf[order[to]!] = count
        shown = Math.min(shown, order[to]!)
        isMarked ||= this.#isSpelledManyWays.has(order[to]!)
      }
      const start = slices[first * 2]!
      const length = slices[first * 2 + 1]!
      values.addBytes(bytes, start, length)
      displays.addUnlessSame(spellings, shown, bytes.subarray(start, start + length))
      if (to - from > 1 || isMarked) spelledManyWays[count >>> 5]! |= 1 << (count & 31)
    }
    const ids = this.#stringIds.view()
    const ordinals = new Uint32Array(ids.length)
    for (let i = 0; i < ids.length; i++) ordinals[i] = ordinalOf[ids[i]!]!
    return {
      ...groupByOrdinal(ordinals, this.#stringDocs.view(), count, docMap),
      spelledManyWays: spelledManyWays.slice(0, (count + 31) >>> 5),
      values: values.finish(),
      displays: displays.finish(),
    }
  }
}

/** Normalized forms as UTF-8, and where each lies: start and length. */
function normalizedSlices(
  { bytes, starts }: PackedStrings,
  count: number,
): { bytes: Uint8Array; slices: Uint32Array } {
  const writer = new ByteWriter(1024)
  const slices = new Uint32Array(count * 2)
  for (let i = 0; i < count; i++) {
    const at = writer.length
    const start = starts[i]!
    const end = starts[i + 1]!
    if (!putPlain(writer, bytes, start, end)) {
      writer.text(normalizeFacetString(decoder.decode(bytes.subarray(start, end))))
    }
    slices[i * 2] = at
    slices[i * 2 + 1] = writer.length - at
  }
  return { bytes: writer.view(), slices }
}

/** Writes the normalized form of a short ASCII string without white space around it; false, and nothing, of any other. */
function putPlain(writer: ByteWriter, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > FACET_STRING_BYTES_MAX || end === start) return false
  if (bytes[start]! <= 0x20 || bytes[end - 1]! <= 0x20) return false
  const out = writer.reserve(end - start)
  const shift = writer.length - start
  for (let i = start; i < end; i++) {
    let code = bytes[i]!
    if (code > 0x7f) return false
    if (code <= 90 && code >= 65) code |= 32
    out[i + shift] = code
  }
  writer.advance(end + shift)
  return true
}

/** One column of a segment as plain arrays; see layout.ts for their meaning. */
export interface ColumnArrays {
  readonly numbers: Float64Array
  readonly numberStarts: Uint32Array
  readonly numberDocs: Uint32Array
  readonly strings: PackedStrings
  readonly displays: PackedStrings
  readonly spelledManyWays: Uint32Array
  readonly stringStarts: Uint32Array
  readonly stringDocs: Uint32Array
  readonly entryStarts: Uint32Array
  readonly entries: Uint32Array
  readonly exists: Uint32Array
  readonly isNull: Uint32Array
  readonly isEmpty: Uint32Array
}

/** Writes the columns of one segment. */
export function writeColumns(
  file: SegmentFileWriter,
  columns: readonly { readonly path: string; readonly arrays: ColumnArrays }[],
): void {
  const parts: Uint8Array[] = []
  const contents: ColumnEntry[] = []
  let offset = 0
  for (const { path, arrays } of columns) {
    const ordered: readonly (Float64Array | Uint32Array | Uint8Array)[] = [
      arrays.numbers,
      arrays.numberStarts,
      arrays.numberDocs,
      arrays.stringStarts,
      arrays.stringDocs,
      arrays.strings.starts,
      arrays.strings.bytes,
      arrays.displays.starts,
      arrays.displays.bytes,
      arrays.spelledManyWays,
      arrays.entryStarts,
      arrays.entries,
      arrays.exists,
      arrays.isNull,
      arrays.isEmpty,
    ]
    const places: [number, number][] = []
    for (const array of ordered) {
      places.push([offset, array.length])
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
      parts.push(bytes)
      const padding = (8 - (bytes.length % 8)) % 8
      if (padding > 0) parts.push(new Uint8Array(padding))
      offset += bytes.length + padding
    }
    contents.push({ path, arrays: places })
  }
  file.addJson(COLUMN_CONTENTS, contents)
  file.add(COLUMN_VALUES, parts)
}

function pushOnce(list: Uint32List, doc: number): void {
  if (list.length === 0 || list.values[list.length - 1] !== doc) list.push(doc)
}

function mapDocs(docs: Uint32Array, docMap: Int32Array | null): Uint32Array {
  if (docMap === null) return docs.slice()
  const out = new Uint32Array(docs.length)
  let count = 0
  for (const doc of docs) {
    const mapped = docMap[doc]!
    if (mapped >= 0) out[count++] = mapped
  }
  return out.slice(0, count).sort()
}

/** Documents per ordinal, ascending and without repeats. */
function groupByOrdinal(
  ordinals: Uint32Array,
  docs: Uint32Array,
  ordinalCount: number,
  docMap: Int32Array | null,
): { starts: Uint32Array; docs: Uint32Array } {
  const counts = new Uint32Array(ordinalCount + 1)
  for (let i = 0; i < ordinals.length; i++) counts[ordinals[i]! + 1]!++
  for (let i = 0; i < ordinalCount; i++) counts[i + 1]! += counts[i]!
  const grouped = new Uint32Array(ordinals.length)
  const cursor = counts.slice()
  for (let i = 0; i < ordinals.length; i++) grouped[cursor[ordinals[i]!]!++] = docs[i]!
  const starts = new Uint32Array(ordinalCount + 1)
  let out = 0
  for (let ordinal = 0; ordinal < ordinalCount; ordinal++) {
    starts[ordinal] = out
    const from = counts[ordinal]!
    const to = counts[ordinal + 1]!
    const first = out
    for (let i = from; i < to; i++) {
      const doc = docMap === null ? grouped[i]! : docMap[grouped[i]!]!
      if (doc < 0) continue
      if (docMap === null && out > first && grouped[out - 1] === doc) continue
      grouped[out++] = doc
    }
    if (docMap !== null) out = sortDistinct(grouped, first, out)
  }
  starts[ordinalCount] = out
  return { starts, docs: grouped.slice(0, out) }
}

function sortDistinct(values: Uint32Array, from: number, to: number): number {
  values.subarray(from, to).sort()
  let out = from
  for (let i = from; i < to; i++) {
    if (out === from || values[out - 1] !== values[i]) values[out++] = values[i]!
  }
  return out
}

function entriesByDocument(
  docCount: number,
  numbers: { starts: Uint32Array; docs: Uint32Array },
  strings: { starts: Uint32Array; docs: Uint32Array },
): { entryStarts: Uint32Array; entries: Uint32Array } {
  const entryStarts = new Uint32Array(docCount + 1)
  for (const doc of numbers.docs) entryStarts[doc + 1]!++
  for (const doc of strings.docs) entryStarts[doc + 1]!++
  for (let doc = 0; doc < docCount; doc++) entryStarts[doc + 1]! += entryStarts[doc]!
  const entries = new Uint32Array(numbers.docs.length + strings.docs.length)
  const cursor = entryStarts.slice()
  const numberCount = numbers.starts.length - 1
  const stringCount = strings.starts.length - 1
  for (let i = 0; i < numberCount; i++) {
    for (let at = numbers.starts[i]!; at < numbers.starts[i + 1]!; at++) {
      entries[cursor[numbers.docs[at]!]!++] = i
    }
  }
  for (let i = 0; i < stringCount; i++) {
    for (let at = strings.starts[i]!; at < strings.starts[i + 1]!; at++) {
      entries[cursor[strings.docs[at]!]!++] = numberCount + i
    }
  }
  return { entryStarts, entries }
}

/** Strings behind one another; i is `bytes[starts[i] … starts[i + 1])`. */
interface PackedStrings {
  readonly starts: Uint32Array
  readonly bytes: Uint8Array
}

class StringPacker {
  readonly #bytes = new ByteWriter(1024)
  readonly #starts = new Uint32List()

  addBytes(bytes: Uint8Array, start: number, length: number): void {
    this.#starts.push(this.#bytes.length)
    const out = this.#bytes.reserve(length)
    const at = this.#bytes.length
    // short ones: a loop beats a call
    for (let i = 0; i < length; i++) out[at + i] = bytes[start + i]!
    this.#bytes.advance(at + length)
  }

  /** Adds one of some strings, or nothing when it is `value`. */
  addUnlessSame({ bytes, starts }: PackedStrings, index: number, value: Uint8Array): void {
    const start = starts[index]!
    const length = starts[index + 1]! - start
    let i = 0
    if (length === value.length) while (i < length && bytes[start + i] === value[i]) i++
    const isSame = length === value.length && i === length
    this.addBytes(bytes, start, isSame ? 0 : length)
  }

  finish(): PackedStrings {
    this.#starts.push(this.#bytes.length)
    return { starts: this.#starts.finish(), bytes: this.#bytes.finish() }
  }
}
