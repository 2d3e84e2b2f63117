// A fixed point in time of one index: what query/, filter/, facets/, rank/ and format/ read from.
// All segments are seen as one space of *slots*: slot = base of the segment + doc id inside it. Slots are dense; some are
// dead (deleted or replaced). Postings and columns may still name dead slots: every set that leaves this layer is meant to
// be intersected with `live` or a subset of it. Ties in ranking are broken by `documentNumber(slot)`, never by the slot.

import type { DocSet } from '../bits/doc-set.ts'
import type { ColumnView } from './column-view.ts'
import type { FieldTable } from './field-table.ts'
import type { Settings } from '../settings/settings-table.ts'
import type { Tokenizer } from '../text/token.ts'
import type { VectorsOverSegments } from './vectors-over-segments.ts'

/** Occurrences of one word (or of all words with one prefix), by slot ascending. Parallel arrays, never to be changed. */
export interface Postings {
  readonly count: number
  /** Slots, strictly ascending; may include dead ones. */
  readonly docs: Uint32Array
  /** Per posting: id of the set of fields that hold the word; see `Searcher.fieldSets`. */
  readonly fieldSets: Uint32Array
  /** Per posting: where its positions are; only `Searcher.readPositions` knows what it means. */
  readonly positionRefs: Uint32Array
}

export interface TypoWords {
  /** Words of level 1 and of level 2 (relevancy 4.3), each in word order, cut at 150 and 50. */
  readonly one: readonly string[]
  readonly two: readonly string[]
}

export interface Searcher {
  readonly generation: number
  readonly settings: Settings
  readonly tokenizer: Tokenizer
  readonly primaryKey: string | null
  readonly documentCount: number
  /** Slots are 0 … slotCount − 1. */
  readonly slotCount: number
  /** All live slots. */
  readonly live: DocSet
  readonly fields: FieldTable
  /** fieldSets[id] lists the ids of fields (see `fields`) in that set, ascending. */
  readonly fieldSets: readonly Uint16Array[]

  /** Slots from each of these, the first 0, up to the next are in the order of their document numbers. */
  readonly runStarts: readonly number[]
  documentNumber(slot: number): number
  /** The slot of a live document by its id, or -1. */
  findDocument(documentId: string): number
  /** The stored JSON text of the document, as UTF-8. */
  documentBytes(slot: number): Uint8Array

  /** Live words only: a word whose every document is dead does not exist. `isTolerant`: some live place takes typos. */
  hasWord(word: string): boolean
  /** Null when no segment knows the word. */
  postings(word: string): Postings | null
  /** True when the word has an occurrence in a place that takes typos (relevancy 2.5). */
  hasTolerantWord(word: string): boolean
  /** Words that start with `prefix` (the prefix itself included when it is a word), in word order, at most `countMax`. */
  wordsWithPrefix(prefix: string, countMax: number): string[]
  /** How many tolerant words start with `prefix`, counted up to `countMax`. */
  countTolerantWordsWithPrefix(prefix: string, countMax: number): number
  /**
   * The occurrences of all words that start with `prefix`, as one list. Null when there is none. `check` is called now and
   * then: it may throw to end the work.
   */
  prefixPostings(prefix: string, check?: () => void): Postings | null
  /** Tolerant live words within the budget of 1 or 2 typos, as relevancy 4.3 files them. */
  typoWords(word: string, options: { isPrefix: boolean; typosMax: 1 | 2 }): TypoWords

  /**
   * Decodes the positions of posting `postingIndex` of `postings` into `out` from index 0, each
   * `fieldId << 16 | position` (unsigned), ascending; returns their count. Grows `out.values` when it is too short.
   */
  readPositions(postings: Postings, postingIndex: number, out: PositionBuffer): number

  /** The smallest position of a posting, in whichever field; `buffer` may be used on the way. */
  firstPosition(postings: Postings, postingIndex: number, buffer: PositionBuffer): number

  /** Indexed words in a field of a document, clamped to 31; 0 when it has none. */
  fieldWordCount(slot: number, fieldId: number): number

  /** Filter, facet and sort values of one field path; null when no document has the field or it has no column. */
  column(path: string): ColumnView | null

  /** Absent where documents have none. */
  readonly vectors?: VectorsOverSegments
}

/** A growable buffer of positions, reused between calls. */
export interface PositionBuffer {
  values: Uint32Array
}
