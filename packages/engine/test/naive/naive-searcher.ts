// A searcher over plain maps, for tests: one slot per document, in order of document number.

import { DocSet } from '../../src/bits/doc-set.ts'
import type { ColumnView } from '../../src/index/column-view.ts'
import type { FieldTable } from '../../src/index/field-table.ts'
import type { PositionBuffer, Postings, Searcher, TypoWords } from '../../src/index/searcher.ts'
import { FIELD_WORD_COUNT_MAX } from '../../src/limits.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../src/settings/settings-table.ts'
import type { Tokenizer } from '../../src/text/token.ts'
import { createTokenizer } from '../../src/text/tokenizer.ts'
import { compareWords } from '../../src/bits/word-order.ts'
import { indexDocument, isAtOrBelow, type Occurrence, searchableWeight } from './naive-documents.ts'
import { typoDistance } from './naive-typos.ts'

export type Document = Readonly<Record<string, unknown>>

const NUMERIC_WORD = /^[\p{N}!-/:-@[-`{-~]+$/u

/** Positions of a word by slot. */
type WordPositions = Map<number, number[]>

interface NaivePostings extends Postings {
  readonly positions: readonly (readonly number[])[]
}

/** Answers everything a searcher is asked, by looking at all words. A null document is a dead slot. */
export class NaiveSearcher implements Searcher {
  readonly generation = 1
  readonly settings: Settings
  readonly tokenizer: Tokenizer
  readonly primaryKey = 'id'
  readonly documents: readonly (Document | null)[]
  readonly documentCount: number
  readonly slotCount: number
  readonly live: DocSet
  readonly fields: FieldTable
  readonly fieldSets: Uint16Array[] = []
  /** Occurrences by slot. */
  readonly occurrences: readonly (readonly Occurrence[])[]
  readonly words: readonly string[]
  readonly tolerantWords: readonly string[]
  #positions = new Map<string, WordPositions>()
  #fieldSetIds = new Map<string, number>()
  #numbers: readonly number[]
  readonly runStarts: readonly number[]

  /** `numbers` are the document numbers by slot; the slots themselves when absent. */
  constructor(
    documents: readonly (Document | null)[],
    settings: Partial<Settings> = {},
    numbers: readonly number[] = documents.map((_, slot) => slot),
  ) {
    this.documents = documents
    this.settings = { ...DEFAULT_SETTINGS, ...settings }
    this.tokenizer = createTokenizer(this.settings)
    this.#numbers = numbers
    this.runStarts = [...numbers.keys()].filter((i) => i === 0 || numbers[i]! < numbers[i - 1]!)
    this.slotCount = documents.length
    const live = documents.flatMap((document, slot) => (document === null ? [] : [slot]))
    this.live = DocSet.fromSorted(Uint32Array.from(live))
    this.documentCount = live.length
    this.occurrences = documents.map((document) =>
      document === null ? [] : indexDocument(document, this.settings, this.tokenizer),
    )
    this.fields = fieldTable(this.occurrences, this.settings)
    for (const [slot, list] of this.occurrences.entries()) {
      for (const { word, field, position } of list) {
        const bySlot = this.#positions.get(word) ?? new Map<number, number[]>()
        this.#positions.set(word, bySlot)
        const positions = bySlot.get(slot) ?? []
        bySlot.set(slot, positions)
        positions.push(this.fields.id(field) * 65_536 + position)
      }
    }
    this.words = [...this.#positions.keys()].toSorted(compareWords)
    this.tolerantWords = this.words.filter((word) => this.hasTolerantWord(word))
  }

  documentNumber(slot: number): number {
    return this.#numbers[slot]!
  }

  findDocument(documentId: string): number {
    return this.documents.findIndex((document) => String(document?.['id']) === documentId)
  }

  documentBytes(slot: number): Uint8Array {
    return new TextEncoder().encode(JSON.stringify(this.documents[slot]))
  }

  hasWord(word: string): boolean {
    return this.#positions.has(word)
  }

  hasTolerantWord(word: string): boolean {
    if (this.settings.typoTolerance.disableOnNumbers && NUMERIC_WORD.test(word)) return false
    return this.occurrences.some((list) =>
      list.some(
        (occurrence) =>
          occurrence.word === word && !this.fields.isExact(this.fields.id(occurrence.field)),
      ),
    )
  }

  postings(word: string): Postings | null {
    const bySlot = this.#positions.get(word)
    return bySlot === undefined ? null : this.#toPostings(bySlot)
  }

  wordsWithPrefix(prefix: string, countMax: number): string[] {
    return this.words.filter((word) => word.startsWith(prefix)).slice(0, countMax)
  }

  countTolerantWordsWithPrefix(prefix: string, countMax: number): number {
    const count = this.tolerantWords.filter((word) => word.startsWith(prefix)).length
    return Math.min(count, countMax)
  }

  prefixPostings(prefix: string): Postings | null {
    const all: WordPositions = new Map()
    for (const word of this.words.filter((each) => each.startsWith(prefix))) {
      for (const [slot, positions] of this.#positions.get(word)!) {
        all.set(slot, [...(all.get(slot) ?? []), ...positions])
      }
    }
    return all.size === 0 ? null : this.#toPostings(all)
  }

  typoWords(word: string, options: { isPrefix: boolean; typosMax: 1 | 2 }): TypoWords {
    const one: string[] = []
    const two: string[] = []
    for (const other of this.tolerantWords) {
      const distance = typoDistance(word, other, options.isPrefix)
      if (distance === 0) continue
      const sharesFirst = [...other][0] === [...word][0]
      if (sharesFirst && distance === 1) one.push(other)
      else if (options.typosMax === 2 && distance === (sharesFirst ? 2 : 1)) two.push(other)
    }
    return { one: one.slice(0, 150), two: two.slice(0, 50) }
  }

  readPositions(postings: Postings, postingIndex: number, out: PositionBuffer): number {
    const positions = (postings as NaivePostings).positions[postingIndex]!
    if (out.values.length < positions.length) out.values = new Uint32Array(positions.length)
    out.values.set(positions)
    return positions.length
  }

  firstPosition(postings: Postings, postingIndex: number): number {
    const positions = (postings as NaivePostings).positions[postingIndex]!
    return Math.min(...positions.map((position) => position & 0xffff))
  }

  fieldWordCount(slot: number, fieldId: number): number {
    const path = this.fields.path(fieldId)
    const count = this.occurrences[slot]!.filter(({ field }) => field === path).length
    return Math.min(count, FIELD_WORD_COUNT_MAX)
  }

  column(): ColumnView | null {
    return null
  }

  #toPostings(bySlot: WordPositions): NaivePostings {
    const entries = [...bySlot].toSorted((a, b) => a[0] - b[0])
    const positions = entries.map((entry) => entry[1].toSorted((a, b) => a - b))
    return {
      count: entries.length,
      docs: Uint32Array.from(entries, (entry) => entry[0]),
      fieldSets: Uint32Array.from(positions, (list) => this.#fieldSetOf(list)),
      positionRefs: Uint32Array.from(entries, (_, i) => i),
      positions,
    }
  }

  #fieldSetOf(positions: readonly number[]): number {
    const fields = [...new Set(positions.map((position) => Math.floor(position / 65_536)))]
    const key = fields.join()
    let id = this.#fieldSetIds.get(key)
    if (id === undefined) {
      id = this.fieldSets.push(Uint16Array.from(fields)) - 1
      this.#fieldSetIds.set(key, id)
    }
    return id
  }
}

function fieldTable(
  occurrences: readonly (readonly Occurrence[])[],
  settings: Settings,
): FieldTable {
  const paths = [...new Set(occurrences.flat().map(({ field }) => field))]
  const { searchableAttributes, typoTolerance } = settings
  return {
    count: paths.length,
    path: (fieldId) => paths[fieldId]!,
    id: (path) => paths.indexOf(path),
    weight: (fieldId) => searchableWeight(paths[fieldId]!, searchableAttributes),
    weightMax: searchableAttributes.includes('*') ? null : searchableAttributes.length - 1,
    isExact: (fieldId) =>
      typoTolerance.disableOnAttributes.some((attribute) =>
        isAtOrBelow(paths[fieldId]!, attribute),
      ),
  }
}
