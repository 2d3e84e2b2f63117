// Joins segments into one without tokenizing again: terms are walked side by side, postings are renumbered and their
// positions copied as they are. Pauses where the caller says so, so that a long merge never holds up a batch.

import { Uint32List } from '../bits/uint32-list.ts'
import { ColumnBuilder, writeColumns } from '../segment/columns/writer.ts'
import { DocumentWordsWriter } from '../segment/document-words/writer.ts'
import { DocumentsWriter } from '../segment/documents/writer.ts'
import { PostingsWriter } from '../segment/postings/writer.ts'
import { writePrefixes } from '../segment/prefixes/writer.ts'
import { SegmentFileWriter } from '../segment/segment-file.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import { TermsWriter } from '../segment/terms/writer.ts'
import { WordCountsWriter } from '../segment/word-counts/writer.ts'
import { mergeVectors } from './merge-vectors.ts'
import type { OpenSegment } from './working-segments.ts'

/** Called between small pieces of work; may wait, and may throw to give the merge up. */
export type PausePoint = () => Promise<void> | void

/** Terms or documents handled between two pause points. */
const PAUSE_EVERY = 512

export interface MergedSegment {
  readonly parts: readonly Uint8Array[]
  readonly docCount: number
  /** Embedders that it has vectors of. */
  readonly embedders: readonly string[]
  /** Per input: its doc ids → doc ids of the merged segment, -1 for dead ones. */
  readonly docMaps: readonly Int32Array[]
}

export async function mergeSegments(
  inputs: readonly OpenSegment[],
  pause: PausePoint,
): Promise<MergedSegment> {
  const { docMaps, order } = renumber(inputs)
  const docCount = order.length
  const file = new SegmentFileWriter()
  await mergeDocuments(inputs, order, file, pause)
  await mergeWords(inputs, docMaps, order, file, pause)
  mergeWordCounts(inputs, order, file)
  await mergeColumns(inputs, docMaps, docCount, file, pause)
  const embedders = await mergeVectors(inputs, order, docMaps, file, pause)
  return { parts: file.finish().parts, docCount, embedders, docMaps }
}

interface MergedDoc {
  readonly input: number
  readonly doc: number
  readonly number: number
}

/** Live documents of all inputs in ascending order of their document numbers. */
function renumber(inputs: readonly OpenSegment[]): { docMaps: Int32Array[]; order: MergedDoc[] } {
  const order: MergedDoc[] = []
  for (const [input, { reader, entry }] of inputs.entries()) {
    for (let doc = 0; doc < reader.docCount; doc++) {
      if (entry.deletions.has(doc)) continue
      order.push({ input, doc, number: reader.documents.numbers[doc]! })
    }
  }
  order.sort((a, b) => a.number - b.number)
  const docMaps = inputs.map(({ reader }) => new Int32Array(reader.docCount).fill(-1))
  for (const [merged, { input, doc }] of order.entries()) docMaps[input]![doc] = merged
  return { docMaps, order }
}

async function mergeDocuments(
  inputs: readonly OpenSegment[],
  order: readonly MergedDoc[],
  file: SegmentFileWriter,
  pause: PausePoint,
): Promise<void> {
  const writer = new DocumentsWriter()
  const keyTexts = inputs.map(({ reader }) =>
    reader.documents.keys.map((keys) => JSON.stringify(keys)),
  )
  for (const [i, { input, doc, number }] of order.entries()) {
    const { documents } = inputs[input]!.reader
    const keys = keyTexts[input]![documents.keySets[doc]!]!
    writer.add({ json: documents.read(doc), id: documents.id(doc), number, keys })
    if (i % PAUSE_EVERY === 0) await pause()
  }
  writer.writeTo(file)
}

async function mergeWords(
  inputs: readonly OpenSegment[],
  docMaps: readonly Int32Array[],
  order: readonly MergedDoc[],
  file: SegmentFileWriter,
  pause: PausePoint,
): Promise<void> {
  const readers = inputs.map(({ reader }) => reader)
  const terms = new TermsWriter()
  const postings = new PostingsWriter()
  const setNumbers = readers.map((reader) =>
    Uint32Array.from(reader.fieldSets, (set) => postings.fieldSets.intern(set, set.length)),
  )
  const cursors = readers.map(() => 0)
  /** Per input: ordinals of its terms → those of the merged segment. */
  const ordinals = readers.map((reader) => new Uint32Array(reader.terms.count))
  const joiner = new PostingsJoiner(readers, docMaps, setNumbers)
  for (let step = 0; ; step++) {
    const holders = smallestTerm(readers, cursors)
    if (holders.length === 0) break
    joiner.start()
    for (const input of holders) joiner.add(input, cursors[input]!)
    const first = holders[0]!
    const list = joiner.finish()
    if (list !== null) {
      for (const input of holders) ordinals[input]![cursors[input]!] = terms.count
      terms.addBytes(readers[first]!.terms.termBytes(cursors[first]!))
      postings.addEncodedTerm(list)
    }
    for (const input of holders) cursors[input]!++
    if (step % PAUSE_EVERY === 0) await pause()
  }
  const writtenTerms = terms.writeTo(file)
  const lists = postings.writeTo(file)
  // for lack of them in segments of earlier versions, the merged one is like those
  if (readers.some((reader) => reader.documentWords === null)) return
  const words = new DocumentWordsWriter(lists, lists.bytes.length / 3)
  const ranks = ordinals.map((ofInput) => words.ranksOf(ofInput))
  const read = new Uint32List(1024)
  for (const [i, { input, doc }] of order.entries()) {
    read.length = 0
    readers[input]!.documentWords!.read(doc, read)
    words.add(read.values, 0, read.length, ranks[input]!)
    if (i % PAUSE_EVERY === 0) await pause()
  }
  words.writeTo(file)
  for (const _ of writePrefixes(file, writtenTerms, lists, order.length)) await pause()
}

/** Inputs whose next term is the smallest of all. */
function smallestTerm(readers: readonly SegmentReader[], cursors: readonly number[]): number[] {
  let smallest: Uint8Array | null = null
  let holders: number[] = []
  for (const [input, reader] of readers.entries()) {
    if (cursors[input]! >= reader.terms.count) continue
    const term = reader.terms.termBytes(cursors[input]!)
    const order = smallest === null ? -1 : compareBytes(term, smallest)
    if (order < 0) {
      smallest = term
      holders = [input]
    } else if (order === 0) {
      holders.push(input)
    }
  }
  return holders
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return a.length - b.length
}

/** Collects the renumbered postings of one term from several segments. */
class PostingsJoiner {
  readonly #readers: readonly SegmentReader[]
  readonly #docMaps: readonly Int32Array[]
  readonly #setNumbers: readonly Uint32Array[]
  readonly #sources: Uint8Array[] = []
  #docs: Uint32Array = new Uint32Array(1024)
  #sets: Uint32Array = new Uint32Array(1024)
  #source: Uint32Array = new Uint32Array(1024)
  #starts: Uint32Array = new Uint32Array(1024)
  #ends: Uint32Array = new Uint32Array(1024)
  #count = 0
  #isSorted = true

  constructor(
    readers: readonly SegmentReader[],
    docMaps: readonly Int32Array[],
    setNumbers: readonly Uint32Array[],
  ) {
    this.#readers = readers
    this.#docMaps = docMaps
    this.#setNumbers = setNumbers
  }

  start(): void {
    this.#count = 0
    this.#isSorted = true
    this.#sources.length = 0
  }

  add(input: number, ordinal: number): void {
    const reader = this.#readers[input]!
    const docMap = this.#docMaps[input]!
    const setNumbers = this.#setNumbers[input]!
    const list = reader.postings.read(ordinal)
    const end = reader.postings.end(ordinal)
    const source = this.#sources.push(reader.postings.bytes) - 1
    this.#reserve(list.count)
    for (let i = 0; i < list.count; i++) {
      const doc = docMap[list.docs[i]!]!
      if (doc < 0) continue
      const at = this.#count++
      if (at > 0 && this.#docs[at - 1]! > doc) this.#isSorted = false
      this.#docs[at] = doc
      this.#sets[at] = setNumbers[list.fieldSets[i]!]!
      this.#source[at] = source
      this.#starts[at] = list.positionRefs[i]!
      this.#ends[at] = i + 1 < list.count ? list.positionRefs[i + 1]! : end
    }
  }

  /** The joined list, valid until the next `start`; null when nothing is alive. */
  finish(): Parameters<PostingsWriter['addEncodedTerm']>[0] | null {
    if (this.#count === 0) return null
    if (!this.#isSorted) this.#sort()
    return {
      count: this.#count,
      docs: this.#docs,
      fieldSets: this.#sets,
      source: this.#source,
      positionStarts: this.#starts,
      positionEnds: this.#ends,
      sources: this.#sources,
    }
  }

  #sort(): void {
    const order = Array.from({ length: this.#count }, (_, i) => i)
    order.sort((a, b) => this.#docs[a]! - this.#docs[b]!)
    const permute = (values: Uint32Array): Uint32Array => {
      const out = new Uint32Array(values.length)
      for (const [at, from] of order.entries()) out[at] = values[from]!
      return out
    }
    this.#docs = permute(this.#docs)
    this.#sets = permute(this.#sets)
    this.#source = permute(this.#source)
    this.#starts = permute(this.#starts)
    this.#ends = permute(this.#ends)
  }

  #reserve(count: number): void {
    const needed = this.#count + count
    if (needed <= this.#docs.length) return
    const grow = (values: Uint32Array): Uint32Array => {
      const grown = new Uint32Array(Math.max(needed, values.length * 2))
      grown.set(values.subarray(0, this.#count))
      return grown
    }
    this.#docs = grow(this.#docs)
    this.#sets = grow(this.#sets)
    this.#source = grow(this.#source)
    this.#starts = grow(this.#starts)
    this.#ends = grow(this.#ends)
  }
}

function mergeWordCounts(
  inputs: readonly OpenSegment[],
  order: readonly MergedDoc[],
  file: SegmentFileWriter,
): void {
  const writer = new WordCountsWriter()
  const add = (fieldId: number, count: number): void => writer.add(fieldId, count)
  for (const { input, doc } of order) {
    writer.startDocument()
    inputs[input]!.reader.wordCounts.forEach(doc, add)
  }
  writer.writeTo(file, Uint32Array.from(order.keys()))
}

async function mergeColumns(
  inputs: readonly OpenSegment[],
  docMaps: readonly Int32Array[],
  docCount: number,
  file: SegmentFileWriter,
  pause: PausePoint,
): Promise<void> {
  const paths = new Set(inputs.flatMap(({ reader }) => [...reader.columns.keys()]))
  // documents of several inputs may interleave: the identity makes the builder sort
  const identity = Int32Array.from({ length: docCount }, (_, doc) => doc)
  const columns: { path: string; arrays: ReturnType<ColumnBuilder['finish']> }[] = []
  for (const path of [...paths].sort()) {
    const builder = new ColumnBuilder(path)
    for (const [input, { reader }] of inputs.entries()) {
      const column = reader.columns.get(path)
      const docMap = docMaps[input]!
      if (column === undefined) continue
      forEachLive(column.exists, docMap, (doc) => builder.markExists(doc))
      forEachLive(column.isNull, docMap, (doc) => builder.markNull(doc))
      forEachLive(column.isEmpty, docMap, (doc) => builder.markEmpty(doc))
      for (let i = 0; i < column.numbers.length; i++) {
        const docs = column.numberDocs.subarray(column.numberStarts[i], column.numberStarts[i + 1])
        forEachLive(docs, docMap, (doc) => builder.addNumber(doc, column.numbers[i]!))
        if (i % PAUSE_EVERY === 0) await pause()
      }
      for (let i = 0; i < column.stringCount; i++) {
        const docs = column.stringDocs.subarray(column.stringStarts[i], column.stringStarts[i + 1])
        const display = column.stringDisplay(i)
        forEachLive(docs, docMap, (doc) => builder.addString(doc, display))
        if (!column.isSpelledOneWay(i)) builder.markSpelledManyWays(display)
        if (i % PAUSE_EVERY === 0) await pause()
      }
    }
    if (builder.isUsed) columns.push({ path, arrays: builder.finish(docCount, identity) })
  }
  writeColumns(file, columns)
}

function forEachLive(docs: Uint32Array, docMap: Int32Array, visit: (doc: number) => void): void {
  for (let i = 0; i < docs.length; i++) {
    const doc = docMap[docs[i]!]!
    if (doc >= 0) visit(doc)
  }
}
