// The searcher over real segments. Cheap to make: a commit of one document makes a new one, so nothing here may cost time
// in proportion to the index except the set of live slots.

import { BoundedMemory } from '../bits/bounded-memory.ts'
import { DocSet } from '../bits/doc-set.ts'
import type { StoredDocument } from '../segment/documents/stored-document.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import type { DocumentVectors } from '../segment/vectors/document-vectors.ts'
import type { Settings } from '../settings/settings-table.ts'
import type { Tokenizer } from '../text/token.ts'
import { compareWords } from '../bits/word-order.ts'
import type { ColumnView } from './column-view.ts'
import { createColumnView } from './columns-over-segments.ts'
import type { FieldTable } from './field-table.ts'
import type { FragmentSlots } from './fragment-slots.ts'
import { createFieldTable } from './index-fields.ts'
import { PostingsOverSegments } from './postings-over-segments.ts'
import type { PositionBuffer, Postings, Searcher, TypoWords } from './searcher.ts'
import { TermLife } from './term-life.ts'
import { tokenizerFor } from './tokenizer-for.ts'
import { VectorsOverSegments } from './vectors-over-segments.ts'
import type { OpenSegment } from './working-segments.ts'

const LEVEL_ONE_MAX = 150
const LEVEL_TWO_MAX = 50
/** Lists of words kept by one searcher: a search asks for the same words over and over. */
const WORD_POSTINGS_BYTES = 192 << 20
const WORD_OVERHEAD_BYTES = 500
const NUMERIC_WORD = /^[\p{N}!-/:-@[-`{-~]+$/u
const encoder = new TextEncoder()

export interface SearcherState {
  readonly generation: number
  readonly settings: Settings
  readonly primaryKey: string | null
  readonly fields: readonly string[]
  readonly fragmentSlots?: FragmentSlots
}

export class IndexSearcher implements Searcher {
  readonly generation: number
  readonly settings: Settings
  readonly tokenizer: Tokenizer
  readonly primaryKey: string | null
  readonly documentCount: number
  readonly slotCount: number
  readonly live: DocSet
  readonly fields: FieldTable
  readonly runStarts: readonly number[]
  readonly vectors: VectorsOverSegments
  readonly #segments: readonly OpenSegment[]
  /** Slot of each segment's first document. */
  readonly #bases: readonly number[]
  readonly #postings: PostingsOverSegments
  readonly #lives: readonly TermLife[]
  readonly #columns = new Map<string, ColumnView | null>()
  readonly #hasExactFields: boolean
  readonly #wordPostings = new BoundedMemory<string, Postings | null>(WORD_POSTINGS_BYTES)
  readonly #onDecoded = (bytes: number): void => this.#wordPostings.charge(bytes)

  constructor(state: SearcherState, segments: readonly OpenSegment[]) {
    this.generation = state.generation
    this.settings = state.settings
    this.primaryKey = state.primaryKey
    this.tokenizer = tokenizerFor(state.settings)
    this.fields = createFieldTable(state.fields, state.settings)
    this.#segments = segments
    const bases: number[] = []
    let slots = 0
    let dead = 0
    for (const { reader, entry } of segments) {
      bases.push(slots)
      slots += reader.docCount
      dead += entry.deletions.count
    }
    this.#bases = bases
    this.vectors = new VectorsOverSegments(segments, bases, state.fragmentSlots ?? {})
    this.slotCount = slots
    this.documentCount = slots - dead
    this.live = liveSlots(segments, bases, slots)
    this.runStarts = runStartsOf(segments, bases)
    this.#postings = new PostingsOverSegments(
      segments.map(({ reader }) => reader),
      bases,
    )
    this.#lives = segments.map((segment) => new TermLife(segment))
    this.#hasExactFields = state.settings.typoTolerance.disableOnAttributes.length > 0
  }

  get fieldSets(): readonly Uint16Array[] {
    return this.#postings.fieldSets
  }

  documentNumber(slot: number): number {
    const at = this.#segmentOf(slot)
    return this.#segments[at]!.reader.documents.numbers[slot - this.#bases[at]!]!
  }

  findDocument(documentId: string): number {
    const id = encoder.encode(documentId)
    for (let i = this.#segments.length - 1; i >= 0; i--) {
      const { reader, entry } = this.#segments[i]!
      const doc = reader.documents.find(id)
      if (doc >= 0 && !entry.deletions.has(doc)) return this.#bases[i]! + doc
    }
    return -1
  }

  documentId(slot: number): string {
    const at = this.#segmentOf(slot)
    return this.#segments[at]!.reader.documents.id(slot - this.#bases[at]!)
  }

  documentBytes(slot: number): Uint8Array {
    const at = this.#segmentOf(slot)
    return this.#segments[at]!.reader.documents.read(slot - this.#bases[at]!)
  }

  /** The stored JSON text of the document with what is known of it; void when the next document is read. */
  document(slot: number): StoredDocument {
    const at = this.#segmentOf(slot)
    return this.#segments[at]!.reader.documents.document(slot - this.#bases[at]!)
  }

  /** What is kept of a document for an embedder. */
  documentVectors(slot: number, embedder: string): DocumentVectors {
    const { segmentIndex, doc } = this.place(slot)
    return this.vectors.read(segmentIndex, doc, embedder)
  }

  /** Where a slot lies: for the writer, which changes segments. */
  place(slot: number): { segmentIndex: number; doc: number } {
    const segmentIndex = this.#segmentOf(slot)
    return { segmentIndex, doc: slot - this.#bases[segmentIndex]! }
  }

  hasWord(word: string): boolean {
    const bytes = encoder.encode(word)
    return this.#segments.some(({ reader }, i) => {
      const ordinal = reader.terms.find(bytes)
      return ordinal >= 0 && this.#lives[i]!.isAlive(ordinal)
    })
  }

  hasTolerantWord(word: string): boolean {
    if (this.settings.typoTolerance.disableOnNumbers && NUMERIC_WORD.test(word)) return false
    const bytes = encoder.encode(word)
    return this.#segments.some(({ reader }, i) => {
      const ordinal = reader.terms.find(bytes)
      return ordinal >= 0 && this.#isTermTolerant(i, ordinal)
    })
  }

  postings(word: string): Postings | null {
    const known = this.#wordPostings.get(word)
    if (known !== undefined) return known
    const bytes = encoder.encode(word)
    const postings = this.#postings.ofWord(
      this.#segments.map(({ reader }) => reader.terms.find(bytes)),
      this.#onDecoded,
    )
    const docBytes = postings?.docs.byteLength ?? 0
    this.#wordPostings.set(word, postings, docBytes + WORD_OVERHEAD_BYTES)
    return postings
  }

  wordsWithPrefix(prefix: string, countMax: number): string[] {
    const bytes = encoder.encode(prefix)
    const perSegment = this.#segments.map(({ reader }, i) =>
      firstWords(reader, bytes, countMax, (ordinal) => this.#lives[i]!.isAlive(ordinal)),
    )
    return mergeWords(perSegment, countMax)
  }

  countTolerantWordsWithPrefix(prefix: string, countMax: number): number {
    const bytes = encoder.encode(prefix)
    const perSegment = this.#segments.map(({ reader }, i) =>
      firstWords(reader, bytes, countMax, (ordinal) => this.#isTermTolerant(i, ordinal)),
    )
    return mergeWords(perSegment, countMax).length
  }

  prefixPostings(prefix: string, check: () => void = () => {}): Postings | null {
    const bytes = encoder.encode(prefix)
    const ranges = this.#segments.map(({ reader }) => {
      const [from, to] = prefixRange(reader, bytes)
      return { from, to }
    })
    return this.#postings.ofPrefix(ranges, check)
  }

  typoWords(word: string, options: { isPrefix: boolean; typosMax: 1 | 2 }): TypoWords {
    const one: string[][] = []
    const two: string[][] = []
    for (const [at, { reader }] of this.#segments.entries()) {
      const { ordinals, levels } = reader.findTypos(word, options)
      const levelOne: string[] = []
      const levelTwo: string[] = []
      for (let i = 0; i < ordinals.length; i++) {
        const isOne = levels[i] === 1
        // both lists are in word order: once one is full in this segment, no further word of it can be chosen
        if (isOne ? levelOne.length >= LEVEL_ONE_MAX : levelTwo.length >= LEVEL_TWO_MAX) continue
        if (!this.#isTermTolerant(at, ordinals[i]!)) continue
        ;(isOne ? levelOne : levelTwo).push(reader.terms.term(ordinals[i]!))
      }
      one.push(levelOne)
      two.push(levelTwo)
    }
    return { one: mergeWords(one, LEVEL_ONE_MAX), two: mergeWords(two, LEVEL_TWO_MAX) }
  }

  readPositions(postings: Postings, postingIndex: number, out: PositionBuffer): number {
    return this.#postings.readPositions(postings, postingIndex, out)
  }

  firstPosition(postings: Postings, postingIndex: number, buffer: PositionBuffer): number {
    return this.#postings.firstPosition(postings, postingIndex, buffer)
  }

  fieldWordCount(slot: number, fieldId: number): number {
    const at = this.#segmentOf(slot)
    return this.#segments[at]!.reader.wordCounts.count(slot - this.#bases[at]!, fieldId)
  }

  column(path: string): ColumnView | null {
    let view = this.#columns.get(path)
    if (view === undefined) {
      view = createColumnView(
        path,
        this.#segments.map(({ reader }) => reader),
        this.#bases,
      )
      this.#columns.set(path, view)
    }
    return view
  }

  #isTermTolerant(segmentIndex: number, ordinal: number): boolean {
    const { reader, entry } = this.#segments[segmentIndex]!
    if (
      this.settings.typoTolerance.disableOnNumbers &&
      NUMERIC_WORD.test(reader.terms.term(ordinal))
    ) {
      return false
    }
    if (!this.#hasExactFields) return this.#lives[segmentIndex]!.isAlive(ordinal)
    const { docs, fieldSets } = reader.postings.read(ordinal)
    for (let i = 0; i < docs.length; i++) {
      if (entry.deletions.has(docs[i]!)) continue
      if (reader.fieldSets[fieldSets[i]!]!.some((field) => !this.fields.isExact(field))) return true
    }
    return false
  }

  #segmentOf(slot: number): number {
    const bases = this.#bases
    let low = 0
    let high = bases.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (bases[middle]! <= slot) low = middle
      else high = middle - 1
    }
    if (slot < 0 || slot >= this.slotCount) {
      throw new RangeError(`slot ${slot} of ${this.slotCount}`)
    }
    return low
  }
}

/** Documents of a segment are in number order; a segment whose numbers are all higher goes on with the run before. */
function runStartsOf(segments: readonly OpenSegment[], bases: readonly number[]): number[] {
  const starts: number[] = []
  let last = Infinity
  for (const [i, { reader }] of segments.entries()) {
    const { numbers } = reader.documents
    if (numbers.length === 0) continue
    if (numbers[0]! < last) starts.push(bases[i]!)
    last = numbers[numbers.length - 1]!
  }
  return starts
}

function liveSlots(
  segments: readonly OpenSegment[],
  bases: readonly number[],
  slotCount: number,
): DocSet {
  if (segments.every(({ entry }) => entry.deletions.count === 0)) return DocSet.range(0, slotCount)
  const bits = DocSet.range(0, slotCount).toBits().slice()
  for (const [i, { entry }] of segments.entries()) {
    const dead = entry.deletions.bits
    if (dead === null) continue
    const base = bases[i]!
    for (let word = 0; word < dead.length; word++) {
      let rest = dead[word]!
      while (rest !== 0) {
        const low = rest & -rest
        const slot = base + word * 32 + 31 - Math.clz32(low)
        bits[slot >>> 5]! &= ~(1 << (slot & 31))
        rest ^= low
      }
    }
  }
  return DocSet.fromBits(bits)
}

function prefixRange(reader: SegmentReader, prefix: Uint8Array): [from: number, to: number] {
  const from = reader.terms.lowerBound(prefix)
  return [from, reader.terms.prefixEnd(prefix, from)]
}

/** The first words with a prefix that pass, in word order. */
function firstWords(
  reader: SegmentReader,
  prefix: Uint8Array,
  countMax: number,
  passes: (ordinal: number) => boolean,
): string[] {
  const [from, to] = prefixRange(reader, prefix)
  const words: string[] = []
  for (let ordinal = from; ordinal < to && words.length < countMax; ordinal++) {
    if (passes(ordinal)) words.push(reader.terms.term(ordinal))
  }
  return words
}

/** Sorted lists into one without repeats, cut at `countMax`. */
function mergeWords(lists: readonly string[][], countMax: number): string[] {
  if (lists.length === 1) return lists[0]!.slice(0, countMax)
  const all = [...new Set(lists.flat())].sort(compareWords)
  return all.slice(0, countMax)
}
