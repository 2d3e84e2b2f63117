// Random histories of an index against plain maps: whatever the batches, merges and reopenings on the way, and however the
// documents are spread over segments, everything that can be read is what the last version of each document says.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flattenDocument, type NaiveField } from '../../test/naive/naive-columns.ts'
import { NaiveSearcher } from '../../test/naive/naive-searcher.ts'
import { assert } from '../errors.ts'
import { needsColumn } from '../settings/attribute-selection.ts'
import type { SharedSections } from '../segment/segment-file.ts'
import { MemoryManifestStore } from '../store/memory-manifest-store.ts'
import { MemorySegmentStore } from '../store/memory-segment-store.ts'
import { createIndexFiles } from './commit.ts'
import type { IndexSearcher } from './index-searcher.ts'
import { IndexWriter, type WriterHooks } from './index-writer.ts'
import { filesOf } from './manifest.ts'
import type { Operation } from './operations.ts'
import type { Postings, Searcher } from './searcher.ts'

type Json = Readonly<Record<string, unknown>>

/** What a change does, told apart from how the writer is asked for it. */
type Change =
  | { readonly kind: 'replace' | 'update'; readonly documents: readonly Json[] }
  | { readonly kind: 'delete'; readonly ids: readonly string[] }
  | { readonly kind: 'deleteAll' }
  | { readonly kind: 'settings'; readonly patch: Json }

type Event =
  | { readonly kind: 'batch'; readonly changes: readonly Change[] }
  | { readonly kind: 'merge' }
  /** A batch is committed while the merge runs. */
  | { readonly kind: 'mergeDuring'; readonly changes: readonly Change[] }
  | { readonly kind: 'reopen' }

const HOOKS: WriterHooks = { matchFilter: (searcher) => searcher.live, editDocument: null }

const word = fc.constantFrom(
  'fox',
  'foxes',
  'the',
  'red',
  'Élan',
  '狐狸',
  '𝒳',
  '﷽',
  'x'.repeat(260),
  '42',
)
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '. ', ', ', '-', '!')), { maxLength: 5 })
  .map((parts) => parts.flat().join(''))
const leaf = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom(null, true, '', 0, -0, 7, 42, 1_000_000) },
)
const value = fc.oneof(
  { weight: 4, arbitrary: leaf },
  {
    weight: 2,
    arbitrary: fc.array(fc.oneof(leaf, fc.array(leaf, { maxLength: 2 })), { maxLength: 3 }),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.record({ kind: leaf, tags: fc.array(leaf, { maxLength: 2 }) }, { requiredKeys: [] }),
      fc.array(fc.record({ kind: leaf }, { requiredKeys: [] }), { maxLength: 2 }),
    ),
  },
)
const fields = fc.record(
  { title: value, tags: value, meta: value, 'meta.kind': leaf, n: leaf, _vectors: fc.constant({}) },
  { requiredKeys: [] },
)
const id = fc.integer({ min: 0, max: 11 })
const document = fc.tuple(id, fc.boolean(), fields).map(([number, isText, rest]): Json => ({
  id: isText ? String(number) : number,
  ...rest,
}))
const FEATURES = { facetSearch: false, filter: { equality: true, comparison: false } }
const SETTINGS: readonly Json[] = [
  { searchableAttributes: ['title'] },
  { searchableAttributes: ['meta', 'tags', 'title'] },
  { searchableAttributes: ['meta.kind'] },
  { searchableAttributes: null },
  { stopWords: ['the', 'red'] },
  { stopWords: null },
  { dictionary: ['red. fox'] },
  { filterableAttributes: ['n', 'tags'] },
  { filterableAttributes: ['meta'], sortableAttributes: ['n'] },
  { filterableAttributes: [{ attributePatterns: ['*'], features: FEATURES }] },
  { filterableAttributes: null, sortableAttributes: null },
  { typoTolerance: { disableOnAttributes: ['title'] } },
  { typoTolerance: { disableOnNumbers: true } },
  { rankingRules: ['words', 'n:asc'], distinctAttribute: 'title' },
]
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('replace' as const, 'update' as const),
      documents: fc.array(document, { maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      ids: fc.array(id.map(String), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'deleteAll' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settings' as const),
      patch: fc.constantFrom(...SETTINGS),
    }),
  },
)
const changes = fc.array(change, { minLength: 1, maxLength: 3 })
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('batch' as const), changes }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'merge' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mergeDuring' as const), changes }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
)

test('reads as the last version of each document says, whatever happened on the way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 20 }), async (history) => {
      const index = await TestIndex.create()
      for (const each of history) {
        await index.take(each)
        index.expectCounts()
      }
      await index.expectFiles()
      expectSameAnswers(index.writer.searcher(), index.model)
      // once more, with everything in as few segments as merging makes
      while (await index.writer.mergeOnce());
      expectSameAnswers(index.writer.searcher(), index.model)
    }),
    { numRuns: 100 },
  )
})

/** The writer and the model, taking the same events. */
class TestIndex {
  readonly model: Model = new Model()
  readonly #stores = { segments: new MemorySegmentStore(), manifests: new MemoryManifestStore() }
  #shared: SharedSections = new Map()
  #writer!: IndexWriter
  #batchUid = 0

  static async create(): Promise<TestIndex> {
    const index = new TestIndex()
    await createIndexFiles(index.#stores, { primaryKey: 'id', nowMs: 0, batchUid: -1 })
    index.#writer = await IndexWriter.open(index.#stores, HOOKS, index.#shared)
    return index
  }

  get writer(): IndexWriter {
    return this.#writer
  }

  async take(taken: Event): Promise<void> {
    switch (taken.kind) {
      case 'batch':
        return this.#apply(taken.changes)
      case 'merge':
        await this.#writer.mergeOnce()
        return
      case 'mergeDuring': {
        let isApplied = false
        await this.#writer.mergeOnce(async () => {
          if (isApplied) return
          isApplied = true
          await this.#apply(taken.changes)
        })
        return
      }
      case 'reopen':
        this.#writer.close()
        this.#shared = new Map()
        this.#writer = await IndexWriter.open(this.#stores, HOOKS, this.#shared)
    }
  }

  async #apply(applied: readonly Change[]): Promise<void> {
    this.model.apply(applied)
    const operations = applied.map(toOperation)
    await this.#writer.applyBatch({ batchUid: this.#batchUid++, operations, nowMs: 0 })
    this.model.settings = this.#writer.manifest.settings
  }

  expectCounts(): void {
    const { manifest } = this.#writer
    const searcher = this.#writer.searcher()
    expect(manifest.documentCount).toBe(this.model.documents.size)
    expect(searcher.documentCount).toBe(this.model.documents.size)
    expect(searcher.live.size).toBe(this.model.documents.size)
    expect(manifest.fieldDistribution).toEqual(this.model.fieldDistribution())
    const numbers = Array.from(searcher.live.toArray(), (slot) => [
      searcher.documentId(slot),
      searcher.documentNumber(slot),
    ])
    expect(Object.fromEntries(numbers)).toEqual(Object.fromEntries(this.model.numbers))
  }

  /** A merge that was given up may have loaded more of files that are gone: the next commit forgets them. */
  async expectFiles(): Promise<void> {
    await this.#apply([])
    const needed = [...filesOf(this.#writer.manifest)].sort()
    expect(await this.#stores.segments.list()).toEqual(needed)
    for (const key of this.#shared.keys()) expect(needed).toContain(key.split('/')[0])
  }
}

class Model {
  readonly documents: Map<string, Json> = new Map()
  readonly numbers: Map<string, number> = new Map()
  settings: Searcher['settings'] | null = null

  apply(applied: readonly Change[]): void {
    // an id that is deleted and comes back in the same batch is an update; numbers are free after the batch
    const taken = new Map(this.numbers)
    for (const each of applied) this.#applyOne(each, taken)
    for (const documentId of this.numbers.keys()) {
      if (!this.documents.has(documentId)) this.numbers.delete(documentId)
    }
  }

  fieldDistribution(): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const each of this.documents.values()) {
      for (const key of Object.keys(each)) {
        if (key !== '_vectors') counts[key] = (counts[key] ?? 0) + 1
      }
    }
    return counts
  }

  #applyOne(applied: Change, taken: Map<string, number>): void {
    if (applied.kind === 'delete') for (const each of applied.ids) this.documents.delete(each)
    if (applied.kind === 'deleteAll') this.documents.clear()
    if (applied.kind !== 'replace' && applied.kind !== 'update') return
    for (const each of applied.documents) {
      const documentId = String(each['id'])
      const stored = applied.kind === 'update' ? this.documents.get(documentId) : {}
      this.documents.set(documentId, { ...stored, ...each })
      if (taken.has(documentId)) continue
      let number = 0
      while ([...taken.values()].includes(number)) number++
      taken.set(documentId, number)
      this.numbers.set(documentId, number)
    }
  }
}

function toOperation(applied: Change): Operation {
  switch (applied.kind) {
    case 'delete':
      return { kind: 'deleteDocuments', ids: applied.ids }
    case 'deleteAll':
      return { kind: 'deleteAll' }
    case 'settings':
      return { kind: 'updateSettings', settings: applied.patch }
    default: {
      const lines = applied.documents.map(toJson)
      const source = { kind: 'lines', lines } as const
      return { kind: 'addDocuments', mode: applied.kind, source, primaryKey: null }
    }
  }
}

/** As JSON.stringify, which would turn -0 into 0. */
function toJson(each: Json): string {
  return JSON.stringify(each, (_, item: unknown) =>
    Object.is(item, -0) ? '<-0>' : item,
  ).replaceAll('"<-0>"', '-0')
}

function expectSameAnswers(searcher: IndexSearcher, model: Model): void {
  const documentIds = [...model.documents.keys()].toSorted(
    (a, b) => model.numbers.get(a)! - model.numbers.get(b)!,
  )
  const documents = documentIds.map((each) => model.documents.get(each)!)
  const naive = new NaiveSearcher(documents, model.settings ?? {})
  for (const each of documentIds) {
    const slot = searcher.findDocument(each)
    expect(searcher.documentId(slot)).toBe(each)
    expect(JSON.parse(Buffer.from(searcher.documentBytes(slot)).toString())).toEqual(
      model.documents.get(each),
    )
  }
  expect(searcher.findDocument('unknown')).toBe(-1)
  expect(wordAnswers(searcher, naive.words, (slot) => searcher.documentId(slot))).toEqual(
    wordAnswers(naive, naive.words, (slot) => documentIds[slot]!),
  )
  expectSameColumns(searcher, model)
}

/** Everything a searcher tells about words. */
function wordAnswers(
  searcher: Searcher,
  words: readonly string[],
  idOf: (slot: number) => string,
): unknown {
  return {
    all: searcher.wordsWithPrefix('', 1000),
    words: [...words, 'absent', 'lost'].map((each) => ({
      word: each,
      isThere: searcher.hasWord(each),
      isTolerant: searcher.hasTolerantWord(each),
      places: places(searcher, searcher.postings(each), idOf),
    })),
    prefixes: ['', 'f', 'fox', 'foxe', 'é', 'e', '狐', '𝒳', 'zz'].map((prefix) => ({
      prefix,
      words: searcher.wordsWithPrefix(prefix, 3),
      tolerantCount: searcher.countTolerantWordsWithPrefix(prefix, 4),
      places: places(searcher, searcher.prefixPostings(prefix), idOf),
    })),
    typos: ['foxs', 'oxes', 'elann', 'tee', 'der'].map((query) =>
      [false, true].map((isPrefix) =>
        ([1, 2] as const).map((typosMax) => searcher.typoWords(query, { isPrefix, typosMax })),
      ),
    ),
    counts: Object.fromEntries(
      Array.from(searcher.live.toArray(), (slot) => [idOf(slot), wordCounts(searcher, slot)]),
    ),
  }
}

function wordCounts(searcher: Searcher, slot: number): Record<string, number> {
  const counts: Record<string, number> = {}
  for (let field = 0; field < searcher.fields.count; field++) {
    const count = searcher.fieldWordCount(slot, field)
    if (count > 0) counts[searcher.fields.path(field)] = count
  }
  return counts
}

/** Where a list says its words are, live documents only: id → field@position. Its own laws are checked on the way. */
function places(
  searcher: Searcher,
  postings: Postings | null,
  idOf: (slot: number) => string,
): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  const buffer = { values: new Uint32Array(1) }
  let previous = -1
  for (let i = 0; postings !== null && i < postings.count; i++) {
    const slot = postings.docs[i]!
    assert(slot > previous, 'slots ascend')
    previous = slot
    if (!searcher.live.has(slot)) continue
    const count = searcher.readPositions(postings, i, buffer)
    const positions = [...buffer.values.subarray(0, count)]
    const first = searcher.firstPosition(postings, i, { values: new Uint32Array(1) })
    const smallest = Math.min(...positions.map((position) => position & 0xffff))
    assert(first === smallest, 'the first position is the smallest')
    assert(
      positions.every((position, at) => at === 0 || position > positions[at - 1]!),
      'positions ascend',
    )
    const set = [...searcher.fieldSets[postings.fieldSets[i]!]!]
    const fieldIds = [...new Set(positions.map((position) => position >>> 16))]
    assert(set.join() === fieldIds.join(), 'the set of fields is that of the positions')
    found[idOf(slot)] = positions
      .map((position) => `${searcher.fields.path(position >>> 16)}@${position & 0xffff}`)
      .sort()
  }
  return found
}

function expectSameColumns(searcher: IndexSearcher, model: Model): void {
  const flat = new Map(
    [...model.documents].map(([documentId, each]) => {
      const naive = flattenDocument(each)
      // a key `meta.kind` alone is no field `meta`
      if (!('meta' in each)) naive.delete('meta')
      return [documentId, naive]
    }),
  )
  for (const path of ['id', 'title', 'tags', 'meta', 'meta.kind', 'meta.tags', 'n', 'none']) {
    const found = columnOf(searcher, path)
    const expected: Record<string, unknown> = {}
    for (const [documentId, naive] of flat) {
      const field = naive.get(path)
      if (field !== undefined && needsColumn(searcher.settings, path)) {
        expected[documentId] = plain(field)
      }
    }
    expect(found).toEqual(expected)
  }
}

function plain({ numbers, strings, isNull, isEmpty }: NaiveField): unknown {
  const sorted = numbers.toSorted((a, b) => a - b || (Object.is(a, -0) ? -1 : 1))
  return { numbers: sorted, strings: [...strings.keys()].sort(), isNull, isEmpty }
}

function columnOf(searcher: IndexSearcher, path: string): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  const column = searcher.column(path)
  for (const part of column?.parts ?? []) {
    for (let doc = 0; doc < part.docCount; doc++) {
      const slot = part.base + doc
      if (!searcher.live.has(slot) || !column!.exists.has(slot)) continue
      const entries = [...part.entries.subarray(part.entryStarts[doc], part.entryStarts[doc + 1])]
      const strings = entries
        .filter((entry) => entry >= part.numbers.length)
        .map((entry) => entry - part.numbers.length)
      for (const ordinal of strings) {
        const docs = part.stringDocs.subarray(
          part.stringStarts[ordinal],
          part.stringStarts[ordinal + 1],
        )
        assert(docs.includes(doc), 'a document is among those of its value')
        assert(part.findString(part.string(ordinal)) === ordinal, 'a value is found')
      }
      found[searcher.documentId(slot)] = {
        numbers: entries
          .filter((entry) => entry < part.numbers.length)
          .map((entry) => part.numbers[entry]!),
        strings: strings.map((ordinal) => part.string(ordinal)).sort(),
        isNull: column!.isNull.has(slot),
        isEmpty: column!.isEmpty.has(slot),
      }
    }
  }
  return found
}
