// Random histories of vectors against a plain model: whatever the writes, changes of embedders, merges and reopenings on the
// way, what is retrieved, counted, found near and found similar is what the model says.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIndexFiles } from '../../src/index/commit.ts'
import { countVectors } from '../../src/index/count-vectors.ts'
import type { EmbedderSource } from '../../src/index/document-embedder.ts'
import { IndexWriter, type WriterHooks } from '../../src/index/index-writer.ts'
import type { Operation } from '../../src/index/operations.ts'
import { fetchDocuments } from '../../src/search/documents.ts'
import { search } from '../../src/search/search.ts'
import { SEARCH_DEFAULTS } from '../../src/search/search-request.ts'
import { similar } from '../../src/search/similar.ts'
import { SIMILAR_DEFAULTS } from '../../src/search/similar-request.ts'
import { parseSettingsPatch } from '../../src/settings/settings-patch.ts'
import { MemoryManifestStore } from '../../src/store/memory-manifest-store.ts'
import { MemorySegmentStore } from '../../src/store/memory-segment-store.ts'
import { similarity } from '../../src/vector/similarity.ts'
import {
  type NaiveEmbedder,
  type NaiveEntry,
  NaiveVectors,
  type NaiveWrite,
  Refused,
  vectorOf,
} from './naive-vectors.ts'

type Event =
  | {
      readonly kind: 'write'
      readonly mode: 'replace' | 'update'
      readonly writes: readonly NaiveWrite[]
    }
  | { readonly kind: 'delete'; readonly ids: readonly number[] }
  | { readonly kind: 'embedder'; readonly name: 'hand' | 'auto'; readonly template: string | null }
  | { readonly kind: 'merge' | 'reopen' }

const HAND: NaiveEmbedder = { dimensions: 2, template: null }
const component = fc.constantFrom(-1, 0, 0.5, 1, 3)
const vector = fc.oneof(
  { weight: 20, arbitrary: fc.array(component, { minLength: 2, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.array(component, { minLength: 1, maxLength: 3 }) },
)
const embeddings = fc.oneof(vector, fc.array(vector, { maxLength: 3 }))
const entry: fc.Arbitrary<NaiveEntry> = fc.oneof(
  { weight: 4, arbitrary: embeddings },
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc.record(
      { regenerate: fc.boolean(), embeddings: fc.option(embeddings) },
      { requiredKeys: ['regenerate'] },
    ),
  },
)
const entries = fc.oneof(
  { weight: 5, arbitrary: fc.record({ hand: entry }) },
  {
    weight: 3,
    arbitrary: fc.record({ hand: entry, auto: entry, other: entry }, { requiredKeys: [] }),
  },
)
const write = fc.record(
  {
    id: fc.integer({ min: 0, max: 5 }),
    t: fc.constantFrom('a', 'b'),
    n: fc.integer({ min: 0, max: 1 }),
    _vectors: entries,
  },
  { requiredKeys: ['id', 't'] },
)
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      mode: fc.constantFrom('replace' as const, 'update' as const),
      writes: fc.array(write, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      ids: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('embedder' as const),
      name: fc.constantFrom('hand' as const, 'auto' as const),
      template: fc.constantFrom('', 'x', null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('merge' as const, 'reopen' as const) }),
  },
)

test('vectors are what the last writes and settings say, whatever happened on the way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 15 }), async (history) => {
      const index = await TestIndex.create()
      for (const each of history) {
        await index.take(each)
        index.expectSame()
      }
      while (await index.writer.mergeOnce());
      index.expectSame()
    }),
    { numRuns: 50 },
  )
}, 60_000)

const embedders: EmbedderSource = () =>
  Promise.resolve({
    dimensions: 2,
    embedDocuments: (inputs) =>
      Promise.resolve(
        inputs.map((input) => Float32Array.from(vectorOf('text' in input ? input.text : ''))),
      ),
  })
const HOOKS: WriterHooks = {
  matchFilter: (searcher) => searcher.live,
  editDocument: null,
  embedders,
}

class TestIndex {
  readonly model = new NaiveVectors()
  readonly #stores = { segments: new MemorySegmentStore(), manifests: new MemoryManifestStore() }
  #writer: IndexWriter | null = null
  #batchUid = 0

  static async create(): Promise<TestIndex> {
    const index = new TestIndex()
    await createIndexFiles(index.#stores, { primaryKey: 'id', nowMs: 0, batchUid: -1 })
    await index.#open()
    // most histories are about vectors of users
    await index.take({ kind: 'embedder', name: 'hand', template: '' })
    return index
  }

  get writer(): IndexWriter {
    return this.#writer!
  }

  async take(event: Event): Promise<void> {
    switch (event.kind) {
      case 'merge':
        await this.writer.mergeOnce()
        return
      case 'reopen':
        return this.#open()
      case 'delete':
        this.model.delete(event.ids)
        return this.#apply({ kind: 'deleteDocuments', ids: event.ids.map(String) })
      case 'write': {
        const lines = event.writes.map((each) => JSON.stringify(each))
        const { mode } = event
        return this.#both(() => this.model.write(event.writes, mode), {
          kind: 'addDocuments',
          mode,
          source: { kind: 'lines', lines },
          primaryKey: null,
        })
      }
      case 'embedder': {
        const { name, template } = event
        const settings = parseSettingsPatch({ embedders: { [name]: settingsOf(name, template) } })
        const embedder = name === 'hand' ? HAND : { dimensions: 2, template: template ?? '' }
        return this.#both(() => this.model.setEmbedder(name, template === null ? null : embedder), {
          kind: 'updateSettings',
          settings,
        })
      }
    }
  }

  /** The index refuses what the model refuses, and nothing of it is applied. */
  async #both(change: () => void, operation: Operation): Promise<void> {
    try {
      change()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await expect(this.#apply(operation)).rejects.toThrow()
      return
    }
    await this.#apply(operation)
  }

  async #apply(operation: Operation): Promise<void> {
    const batch = { batchUid: this.#batchUid++, nowMs: 0, operations: [operation] }
    await this.writer.applyBatch(batch)
  }

  async #open(): Promise<void> {
    this.#writer?.close()
    this.#writer = await IndexWriter.open(this.#stores, HOOKS)
  }

  expectSame(): void {
    this.#expectDocuments()
    for (const name of this.model.embedders.keys()) this.#expectNeighbours(name)
  }

  #expectDocuments(): void {
    const { documents } = this.model
    const { results } = answer<{ results: { id: number }[] }>(
      fetchDocuments(this.writer.searcher(), {
        offset: 0,
        limit: 100,
        fields: null,
        filter: null,
        ids: null,
        sort: null,
        retrieveVectors: true,
      }),
    )
    const expected = [...documents].map(([id, { fields }]) => ({
      ...fields,
      _vectors: this.model.shown(id),
    }))
    expect(new Map(results.map((each) => [each.id, each]))).toEqual(
      new Map(expected.map((each) => [(each as unknown as { id: number }).id, each])),
    )
    const counts = [...documents.values()].map(({ states }) =>
      Object.values(states).reduce((sum, { vectors }) => sum + vectors.length, 0),
    )
    expect(countVectors(this.writer.segments)).toEqual({
      vectorCount: counts.reduce((a, b) => a + b, 0),
      documentCount: counts.filter((count) => count > 0).length,
    })
  }

  #expectNeighbours(embedder: string): void {
    const query = [1, 0.5]
    const near = answer<{ hits: Hit[] }>(
      search(
        this.writer.searcher(),
        {
          ...SEARCH_DEFAULTS,
          vector: query,
          hybrid: { embedder, semanticRatio: 1 },
          showRankingScore: true,
        },
        () => 0,
      ),
    )
    expect(ranked(near.hits)).toEqual(
      ranked(this.#scored(embedder, (vectors) => best(vectors.map((own) => compare(query, own))))),
    )
    for (const [target, { states }] of this.model.documents) {
      const own = states[embedder]!.vectors
      const found = answer<{ hits: Hit[] }>(
        similar(
          this.writer.searcher(),
          { ...SIMILAR_DEFAULTS, id: String(target), embedder, showRankingScore: true },
          () => 0,
        ),
      )
      const expected = this.#scored(embedder, (vectors) =>
        best(vectors.slice(0, own.length).map((each, place) => compare(own[place]!, each))),
      ).filter(({ id, hasVector }) => id !== target && hasVector)
      expect(ranked(found.hits)).toEqual(ranked(expected))
    }
  }

  #scored(
    embedder: string,
    score: (vectors: readonly (readonly number[])[]) => number | null,
  ): (Hit & { hasVector: boolean })[] {
    return [...this.model.documents].map(([id, { states }]) => {
      const value = score(states[embedder]!.vectors)
      return { id, _rankingScore: value ?? 0, hasVector: value !== null }
    })
  }
}

interface Hit {
  readonly id: number
  readonly _rankingScore: number
}

/** Hits by score, best first; those with the same score in the order of their ids, as the model knows no other. */
function ranked(hits: readonly Hit[]): [number, number][] {
  return hits
    .map(({ id, _rankingScore }): [number, number] => [id, _rankingScore])
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
}

function best(similarities: readonly number[]): number | null {
  return similarities.length === 0 ? null : Math.max(...similarities)
}

function compare(a: readonly number[], b: readonly number[]): number {
  return similarity(Float32Array.from(a), Float32Array.from(b))
}

const decoder = new TextDecoder()

function answer<Body>(bytes: Uint8Array): Body {
  return JSON.parse(decoder.decode(bytes)) as Body
}

function settingsOf(name: 'hand' | 'auto', template: string | null): object | null {
  if (template === null) return null
  if (name === 'hand') return { source: 'userProvided', dimensions: HAND.dimensions }
  return {
    source: 'rest',
    url: 'http://127.0.0.1:9',
    request: { input: '{{text}}' },
    response: { vector: '{{embedding}}' },
    documentTemplate: `${template}{{doc.t}}`,
  }
}
