// A segment while it is being made: documents come in one by one, are walked once, and leave append-only arrays behind;
// `finish` sorts them into the structures of a segment file.

import { orderByBytes } from '../bits/byte-order.ts'
import { StringInterner } from '../bits/string-interner.ts'
import { Uint32List } from '../bits/uint32-list.ts'
import { FIELD_WORD_COUNT_MAX } from '../limits.ts'
import type { AsciiWordVisitor, Tokenizer } from '../text/token.ts'
import { ColumnBuilder, writeColumns } from './columns/writer.ts'
import type { DocumentSchema } from './document-schema.ts'
import { DocumentWordsWriter } from './document-words/writer.ts'
import { DocumentsWriter } from './documents/writer.ts'
import { hasUnusualNumber, NumberLiteral, parseExact } from './exact-numbers.ts'
import { type FieldNode, type FieldRegistry, FieldTree } from './field-tree.ts'
import { parseGeoPoint } from './geo-point.ts'
import type { PostingsReader } from './postings/reader.ts'
import { PostingsWriter } from './postings/writer.ts'
import { writePrefixes } from './prefixes/writer.ts'
import { RawDocuments } from './raw-documents.ts'
import { SegmentFileWriter } from './segment-file.ts'
import { TermInterner } from './terms/interner.ts'
import { TermsWriter } from './terms/writer.ts'
import { WordCountsWriter } from './word-counts/writer.ts'

/** Which structures to make: all of them for new documents, some when a settings change touches only those. */
export interface SegmentParts {
  readonly documents: boolean
  readonly words: boolean
  readonly columns: boolean
}

export interface NewDocument {
  readonly id: string
  readonly number: number
  /** The JSON text that is stored. */
  readonly json: string
  /** The same as UTF-8, where the caller has it. */
  readonly bytes?: Uint8Array | null
  /** The same, parsed. */
  readonly value: Readonly<Record<string, unknown>>
}

/** A segment's bytes, ready for the store. */
export interface BuiltSegment {
  readonly parts: readonly Uint8Array[]
  readonly sizeBytes: number
  readonly docCount: number
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Gap between two values of one field. */
const VALUE_GAP = 8

export class SegmentBuilder {
  readonly #parts: SegmentParts
  readonly #schema: DocumentSchema
  readonly #tokenizer: Tokenizer
  readonly #fields: FieldTree
  readonly #raw = new RawDocuments()
  /** Distinct ids, the last document of each, and the id of each document. */
  readonly #ids = new StringInterner()
  readonly #docOfId = new Uint32List(256)
  readonly #idOfDoc = new Uint32List(256)
  readonly #keys: string[] = []
  #lastKeys: readonly string[] = []
  #lastKeysText = ''
  readonly #numbers = new Uint32List(256)
  readonly #columns = new Map<string, ColumnBuilder>()
  readonly #dead = new Set<number>()
  /** Occurrences in the order they were met, two entries each: term, place. Those of document d start at docStarts[d]. */
  readonly #terms = new TermInterner()
  readonly #occurrences = new Uint32List(4096)
  readonly #docStarts = new Uint32List(256)
  readonly #wordCounts = new WordCountsWriter()
  /** Fields of the document at hand that have words, as many as `touchedCount` says: cutting an array off is a slow call. */
  readonly #touched: FieldNode[] = []
  #touchedCount = 0
  #doc = 0
  #place = 0
  #needsExactNumbers = false
  #isExact = false

  constructor(schema: DocumentSchema, fields: FieldRegistry, parts: SegmentParts) {
    this.#parts = parts
    this.#schema = schema
    this.#tokenizer = schema.tokenizer
    this.#fields = new FieldTree(schema, fields, (path) => this.#column(path))
  }

  /** Documents added, dead ones included. */
  get docCount(): number {
    return this.#numbers.length
  }

  /** An estimate of the memory held. */
  get memoryBytes(): number {
    return this.#raw.byteLength + this.#occurrences.length * 4 + this.#terms.count * 64
  }

  /** Adds a document; returns its doc id in this builder. */
  add(document: NewDocument): number {
    const doc = this.#numbers.length
    this.#doc = doc
    this.#numbers.push(document.number)
    const id = this.#ids.intern(document.id)
    if (id === this.#docOfId.length) this.#docOfId.push(doc)
    else this.#docOfId.values[id] = doc
    this.#idOfDoc.push(id)
    this.#docStarts.push(this.#occurrences.length)
    this.#wordCounts.startDocument()
    if (this.#parts.documents) {
      this.#raw.add(document.json, document.bytes ?? null)
      this.#keys.push(this.#keysText(Object.keys(document.value)))
    }
    if (this.#parts.words || this.#parts.columns) this.#walk(document)
    return doc
  }

  /** JSON text of a list of keys; neighbours mostly have the same ones. */
  #keysText(keys: readonly string[]): string {
    const last = this.#lastKeys
    let isSame = keys.length === last.length
    for (let i = 0; i < keys.length && isSame; i++) isSame = keys[i] === last[i]
    if (!isSame || this.#lastKeysText === '') {
      this.#lastKeys = keys
      this.#lastKeysText = JSON.stringify(keys)
    }
    return this.#lastKeysText
  }

  /** A later document of the same id took its place: it will not be in the segment. */
  markDead(doc: number): void {
    this.#dead.add(doc)
  }

  /** The stored JSON text of a document added before. */
  json(doc: number): string {
    return this.#raw.text(doc)
  }

  /** The document id of a document added before. */
  id(doc: number): string {
    return decoder.decode(this.#idBytes(doc))
  }

  /** The live document of an id, -1 where there is none. */
  find(id: string): number {
    const known = this.#ids.find(id)
    if (known < 0) return -1
    const doc = this.#docOfId.values[known]!
    return this.#dead.size > 0 && this.#dead.has(doc) ? -1 : doc
  }

  /** Ids of the live documents. */
  *liveIds(): Generator<string> {
    for (let doc = 0; doc < this.docCount; doc++) if (!this.#dead.has(doc)) yield this.id(doc)
  }

  #idBytes(doc: number): Uint8Array {
    const { bytes, starts } = this.#ids.strings
    const id = this.#idOfDoc.values[doc]!
    return bytes.subarray(starts[id], starts[id + 1])
  }

  /** JSON text of the list of top-level keys of a document added before. */
  keys(doc: number): string {
    return this.#keys[doc]!
  }

  /** The document number of a document added before. */
  number(doc: number): number {
    return this.#numbers.values[doc]!
  }

  get liveCount(): number {
    return this.docCount - this.#dead.size
  }

  /** The documents of the segment by ascending document number, as this builder numbered them. */
  finalOrder(): Uint32Array {
    return this.#finalOrder().order
  }

  /** `addSections` may add to the file. */
  finish(addSections?: (file: SegmentFileWriter) => void): BuiltSegment {
    const { order, docMap } = this.#finalOrder()
    const file = new SegmentFileWriter()
    addSections?.(file)
    if (this.#parts.documents) this.#writeDocuments(file, order)
    if (this.#parts.words) this.#writeWords(file, order)
    if (this.#parts.columns) {
      const used = [...this.#columns.values()].filter((column) => column.isUsed)
      writeColumns(
        file,
        used.map((column) => ({
          path: column.path,
          arrays: column.finish(order.length, docMap),
        })),
      )
    }
    return { ...file.finish(), docCount: order.length }
  }

  /** Live documents by ascending document number, and where each document went (-1: nowhere; null: nothing moved). */
  #finalOrder(): { order: Uint32Array; docMap: Int32Array | null } {
    const numbers = this.#numbers.values
    const live: number[] = []
    let isSorted = true
    let previous = -1
    for (let doc = 0; doc < this.docCount; doc++) {
      if (this.#dead.has(doc)) continue
      isSorted &&= numbers[doc]! > previous
      previous = numbers[doc]!
      live.push(doc)
    }
    if (isSorted && live.length === this.docCount) {
      return { order: Uint32Array.from(live), docMap: null }
    }
    if (!isSorted) live.sort((a, b) => numbers[a]! - numbers[b]!)
    const docMap = new Int32Array(this.docCount).fill(-1)
    for (const [final, doc] of live.entries()) docMap[doc] = final
    return { order: Uint32Array.from(live), docMap }
  }

  #writeDocuments(file: SegmentFileWriter, order: Uint32Array): void {
    const documents = new DocumentsWriter()
    for (const doc of order) {
      documents.add({
        json: this.#raw.bytes(doc),
        id: this.#idBytes(doc),
        number: this.#numbers.values[doc]!,
        keys: this.#keys[doc]!,
      })
    }
    documents.writeTo(file)
  }

  #writeWords(file: SegmentFileWriter, order: Uint32Array): void {
    const { occurrences, starts } = this.#occurrencesByTerm(order)
    const terms = new TermsWriter()
    const postings = new PostingsWriter()
    const { bytes, slices } = this.#terms.slices
    const ordinals = new Uint32Array(this.#terms.count)
    for (const number of orderByBytes(bytes, slices, this.#terms.count)) {
      const from = starts[number]!
      const to = starts[number + 1]!
      // a term whose every document died, or that an abandoned walk left behind
      if (from === to) continue
      const start = slices[number * 2]!
      ordinals[number] = terms.count
      terms.addBytes(bytes.subarray(start, start + slices[number * 2 + 1]!))
      postings.addTerm(occurrences, from, to)
    }
    const writtenTerms = terms.writeTo(file)
    const lists = postings.writeTo(file)
    this.#wordCounts.writeTo(file, order)
    this.#writeDocumentWords(file, order, lists, ordinals)
    for (const _ of writePrefixes(file, writtenTerms, lists, order.length));
  }

  #writeDocumentWords(
    file: SegmentFileWriter,
    order: Uint32Array,
    lists: PostingsReader,
    ordinals: Uint32Array,
  ): void {
    const writer = new DocumentWordsWriter(lists, this.#occurrences.length / 2)
    const ranks = writer.ranksOf(ordinals)
    const starts = this.#docStarts.values
    const total = this.#occurrences.length
    for (const doc of order) {
      const end = doc + 1 < this.docCount ? starts[doc + 1]! : total
      writer.add(this.#occurrences.values, starts[doc]!, end, ranks)
    }
    writer.writeTo(file)
  }

  /**
   * A stable counting sort of all occurrences by term, documents in their final order: doc id and place, two entries each.
   * Side by side, for a sort this large is mostly waiting for memory.
   */
  #occurrencesByTerm(order: Uint32Array): { occurrences: Uint32Array; starts: Uint32Array } {
    const source = this.#occurrences.values
    const docStarts = this.#docStarts.values
    const total = this.#occurrences.length
    const docEnd = (doc: number): number => (doc + 1 < this.docCount ? docStarts[doc + 1]! : total)
    const starts = new Uint32Array(this.#terms.count + 1)
    for (const doc of order) {
      for (let i = docStarts[doc]!, end = docEnd(doc); i < end; i += 2) starts[source[i]! + 1]!++
    }
    for (let i = 0; i < this.#terms.count; i++) starts[i + 1]! += starts[i]!
    const cursor = starts.slice()
    const occurrences = new Uint32Array(starts[this.#terms.count]! * 2)
    for (let final = 0; final < order.length; final++) {
      const doc = order[final]!
      for (let i = docStarts[doc]!, end = docEnd(doc); i < end; i += 2) {
        const at = cursor[source[i]!]!++ * 2
        occurrences[at] = final
        occurrences[at + 1] = source[i + 1]!
      }
    }
    sortPlacesInDocuments(occurrences, starts)
    return { occurrences, starts }
  }

  #walk(document: NewDocument): void {
    this.#isExact = false
    this.#needsExactNumbers = false
    this.#walkMembers(document, document.value)
    if (this.#needsExactNumbers && hasUnusualNumber(document.json)) {
      this.#occurrences.length = this.#docStarts.values[this.#doc]!
      for (let i = 0; i < this.#touchedCount; i++) this.#touched[i]!.docStamp = -1
      this.#isExact = true
      this.#walkMembers(document, parseExact(document.json) as Record<string, unknown>)
    }
    for (let i = 0; i < this.#touchedCount; i++) {
      const { fieldId, wordCount } = this.#touched[i]!
      if (wordCount > 0) this.#wordCounts.add(fieldId, Math.min(wordCount, FIELD_WORD_COUNT_MAX))
    }
  }

  #walkMembers(document: NewDocument, value: Readonly<Record<string, unknown>>): void {
    this.#touchedCount = 0
    for (const key of Object.keys(value)) {
      if (key === '_vectors') continue
      if (key === '_geo' && this.#schema.hasGeo) {
        if (!this.#isExact) this.#addGeo(document)
        continue
      }
      this.#member(this.#fields.child(this.#fields.root, key), value[key], true)
    }
  }

  #addGeo(document: NewDocument): void {
    if (!this.#parts.columns) return
    const node = this.#fields.child(this.#fields.root, '_geo')
    node.column?.markExists(this.#doc)
    const point = parseGeoPoint(document.value['_geo'], document.id)
    if (point === null) {
      node.column?.markNull(this.#doc)
      return
    }
    this.#addCoordinate('_geo.lat', point.lat)
    this.#addCoordinate('_geo.lng', point.lng)
  }

  #addCoordinate(path: string, coordinate: number): void {
    const column = this.#column(path)
    column.markExists(this.#doc)
    column.addNumber(this.#doc, coordinate)
  }

  /** A value under a key of an object. */
  #member(node: FieldNode, value: unknown, isTop: boolean): void {
    if (value === null || typeof value !== 'object' || value instanceof NumberLiteral) {
      this.#leaf(node, value, true)
      return
    }
    this.#columnOf(node)?.markExists(this.#doc)
    if (Array.isArray(value)) {
      if (value.length === 0) this.#columnOf(node)?.markEmpty(this.#doc)
      if (value.length === 0 || !isTop) this.#gap(node)
      for (const item of value) this.#item(node, item)
      return
    }
    const keys = Object.keys(value)
    if (keys.length === 0) this.#columnOf(node)?.markEmpty(this.#doc)
    if (keys.length === 0 || !isTop) this.#gap(node)
    this.#members(node, value as Record<string, unknown>, keys)
  }

  /** An element of an array. */
  #item(node: FieldNode, value: unknown): void {
    if (value === null || typeof value !== 'object' || value instanceof NumberLiteral) {
      this.#leaf(node, value, false)
      return
    }
    if (Array.isArray(value)) {
      if (value.length === 0) this.#gap(node)
      for (const item of value) this.#item(node, item)
      return
    }
    const keys = Object.keys(value)
    if (keys.length === 0) this.#gap(node)
    this.#members(node, value as Record<string, unknown>, keys)
  }

  #members(node: FieldNode, value: Record<string, unknown>, keys: readonly string[]): void {
    for (const key of keys) this.#member(this.#fields.child(node, key), value[key], false)
  }

  #leaf(node: FieldNode, value: unknown, isDirect: boolean): void {
    const column = this.#columnOf(node)
    column?.markExists(this.#doc)
    if (value === null || value === '') {
      if (isDirect && value === null) column?.markNull(this.#doc)
      if (isDirect && value === '') column?.markEmpty(this.#doc)
      this.#gap(node)
      return
    }
    if (value instanceof NumberLiteral) {
      this.#words(node, value.text)
    } else if (typeof value === 'number') {
      column?.addNumber(this.#doc, value)
      if (node.isSearchable) this.#needsExactNumbers = true
      this.#words(node, String(value))
    } else {
      const text = typeof value === 'string' ? value : value === true ? 'true' : 'false'
      column?.addString(this.#doc, text)
      this.#words(node, text)
    }
  }

  /** Tokenizes one value of a field behind those before it. */
  #words(node: FieldNode, text: string): void {
    if (!node.isSearchable || !this.#parts.words) return
    const start = this.#nextValueStart(node)
    if (start > 0xffff) return
    this.#place = node.fieldId << 16
    const before = this.#occurrences.length
    node.lastPosition = this.#tokenizer.forEachWord(
      text,
      start,
      node.locales,
      this.#visitWord,
      this.#visitAsciiWord,
    )
    node.wordCount += (this.#occurrences.length - before) >>> 1
  }

  readonly #visitWord = (lemma: string, position: number): void => {
    this.#addOccurrence(this.#terms.intern(lemma), position)
  }

  readonly #visitAsciiWord: AsciiWordVisitor = (bytes, start, end, position, hash) => {
    this.#addOccurrence(this.#terms.internAscii(bytes, start, end, hash), position)
  }

  #addOccurrence(term: number, position: number): void {
    this.#occurrences.push2(term, (this.#place | position) >>> 0)
  }

  /** A value that gives no words still moves the values after it. */
  #gap(node: FieldNode): void {
    if (node.isSearchable && this.#parts.words) node.lastPosition = this.#nextValueStart(node)
  }

  #nextValueStart(node: FieldNode): number {
    if (node.docStamp === this.#doc) return node.lastPosition + VALUE_GAP
    node.docStamp = this.#doc
    node.lastPosition = 0
    node.wordCount = 0
    this.#touched[this.#touchedCount++] = node
    return 0
  }

  /** The column to fill; none on the second walk of a document, which is about words only. */
  #columnOf(node: FieldNode): ColumnBuilder | null {
    return this.#isExact || !this.#parts.columns ? null : node.column
  }

  #column(path: string): ColumnBuilder {
    let column = this.#columns.get(path)
    if (column === undefined) {
      column = new ColumnBuilder(path)
      this.#columns.set(path, column)
    }
    return column
  }
}

/** Fields are met in the order of the document's keys: puts the places of a term in each document in ascending order. */
function sortPlacesInDocuments(occurrences: Uint32Array, starts: Uint32Array): void {
  for (let term = 0; term + 1 < starts.length; term++) {
    const from = starts[term]! * 2
    const to = starts[term + 1]! * 2
    for (let i = from + 2; i < to; i += 2) {
      const doc = occurrences[i]!
      const place = occurrences[i + 1]!
      if (doc !== occurrences[i - 2] || place >= occurrences[i - 1]!) continue
      // a document's places under one term are few: insertion sort from here back
      let at = i
      while (at > from && occurrences[at - 2] === doc && occurrences[at - 1]! > place) {
        occurrences[at + 1] = occurrences[at - 1]!
        at -= 2
      }
      occurrences[at + 1] = place
    }
  }
}
