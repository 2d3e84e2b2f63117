import { beforeEach, describe, expect, test } from 'vitest'
import { ConflictError, StoreError } from '../errors.ts'
import { FIELDS_MAX } from '../limits.ts'
import type { ManifestStore, StoredManifest } from '../store/manifest-store.ts'
import { MemoryManifestStore } from '../store/memory-manifest-store.ts'
import { MemorySegmentStore } from '../store/memory-segment-store.ts'
import type { SegmentStore, StoredFile } from '../store/segment-store.ts'
import { createIndexFiles } from './commit.ts'
import { IndexWriter, type WriterHooks } from './index-writer.ts'
import { filesOf } from './manifest.ts'
import type { BatchResult, Operation } from './operations.ts'

const HOOKS: WriterHooks = { matchFilter: (searcher) => searcher.live, editDocument: null }

let segments: FaultySegmentStore
let manifests: FaultyManifestStore
let writer: IndexWriter
let batchUid: number

beforeEach(async () => {
  segments = new FaultySegmentStore()
  manifests = new FaultyManifestStore()
  batchUid = 0
  await createIndexFiles({ segments, manifests }, { primaryKey: null, nowMs: 0, batchUid: -1 })
  writer = await IndexWriter.open({ segments, manifests }, HOOKS)
})

describe('a store that fails once', () => {
  test('commits when the manifest took its place before the store failed', async () => {
    await apply(add({ id: 1 }))
    manifests.faults.push('after')
    await apply(add({ id: 2 }), { kind: 'deleteDocuments', ids: ['1'] })
    expect(ids()).toEqual(['2'])
    expect(writer.manifest.lastBatchUid).toBe(1)
    await apply(add({ id: 3 }))
    expect(numbers()).toEqual({ 2: 1, 3: 0 })
    expect(await segments.list()).toEqual([...filesOf(writer.manifest)].sort())
  })

  test('keeps the files of the commit before while the disk may still forget the new one', async () => {
    await apply(add({ id: 1, title: 'old' }))
    const before = filesOf(writer.manifest)
    manifests.faults.push('after')
    await apply(add({ id: 1, title: 'new' }))
    await writer.sweep()
    expect(await segments.list()).toEqual(expect.arrayContaining([...before]))
    await apply(add({ id: 2 }))
    expect(await segments.list()).toEqual([...filesOf(writer.manifest)].sort())
  })

  test('sweeps nothing while it cannot tell which commit stands', async () => {
    await apply(add({ id: 1 }))
    manifests.faults.push('after', 'read', 'read')
    await expect(apply(add({ id: 1, title: 'new' }))).rejects.toThrow(StoreError)
    await expect(writer.sweep()).rejects.toThrow(StoreError)
    await writer.sweep()
    expect(await segments.list()).toHaveLength(2)
    expect(writer.searcher().hasWord('new')).toBe(true)
  })

  test('applies no batch twice', async () => {
    const batch = { batchUid: 5, operations: [add({ id: 1 })], nowMs: 0 }
    manifests.faults.push('after', 'read')
    await expect(writer.applyBatch(batch)).rejects.toThrow(StoreError)
    await expect(writer.applyBatch(batch)).rejects.toThrow(ConflictError)
    expect(ids()).toEqual(['1'])
  })

  test('stays on the old commit when the manifest did not change', async () => {
    await apply(add({ id: 1 }))
    manifests.faults.push('before')
    await expect(apply(add({ id: 2 }))).rejects.toThrow(StoreError)
    expect(ids()).toEqual(['1'])
    await apply(add({ id: 3 }))
    expect(numbers()).toEqual({ 1: 0, 3: 1 })
    expect(await segments.list()).toEqual([...filesOf(writer.manifest)].sort())
  })

  test.each(['before', 'after'] as const)(
    'finds out before the next commit when it could not read what became of it: failed %s the change',
    async (moment) => {
      await apply(add({ id: 1 }))
      manifests.faults.push(moment, 'read')
      await expect(apply(add({ id: 2 }))).rejects.toThrow(StoreError)
      expect(ids()).toEqual(['1'])
      await apply(add({ id: 3 }))
      expect(numbers()).toEqual(moment === 'before' ? { 1: 0, 3: 1 } : { 1: 0, 2: 1, 3: 2 })
    },
  )

  test('goes on after a segment could not be written', async () => {
    await apply(add({ id: 1 }))
    segments.faults.push('put')
    await expect(apply(add({ id: 2, title: 'lost' }))).rejects.toThrow(StoreError)
    await apply(add({ id: 3, title: 'kept' }))
    expect(numbers()).toEqual({ 1: 0, 3: 1 })
    expect(writer.searcher().hasWord('lost')).toBe(false)
    expect(writer.searcher().hasWord('kept')).toBe(true)
  })

  test('does not mistake the words of a commit that failed for those of the next', async () => {
    manifests.faults.push('before')
    await expect(apply(add({ id: 1, title: 'lost' }))).rejects.toThrow(StoreError)
    await apply(add({ id: 1, title: 'kept' }))
    expect(writer.searcher().hasWord('lost')).toBe(false)
    expect(writer.searcher().hasWord('kept')).toBe(true)
  })

  test('commits when old files cannot be removed, and removes them with the next commit', async () => {
    await apply(add({ id: 1 }))
    segments.faults.push('delete')
    await apply(add({ id: 1, title: 'new' }))
    expect(await segments.list()).toHaveLength(2)
    await apply(add({ id: 2 }))
    expect(await segments.list()).toEqual([...filesOf(writer.manifest)].sort())
  })

  test('leaves a merge for another time', async () => {
    for (let id = 0; id < 8; id++) await apply(add({ id }))
    for (const fault of ['before', 'after'] as const) {
      manifests.faults.push(fault)
      const done = writer.mergeOnce()
      await (fault === 'after' ? done : expect(done).rejects.toThrow(StoreError))
      expect(ids()).toHaveLength(8)
      expect(writer.segments).toHaveLength(fault === 'after' ? 1 : 8)
    }
  })
})

describe('files', () => {
  test('that readers elsewhere have yet to open stay until those have', async () => {
    const held = new Set<string>()
    const hooks = { ...HOOKS, isHeld: (file: string) => held.has(file) }
    writer = await IndexWriter.open({ segments, manifests }, hooks)
    await apply(add({ id: 1 }))
    const [old] = await segments.list()
    held.add(old!)
    await apply(add({ id: 1, title: 'new' }))
    expect(await segments.list()).toContain(old)
    await writer.sweep()
    expect(await segments.list()).toContain(old)
    held.clear()
    await writer.sweep()
    expect(await segments.list()).toEqual([...filesOf(writer.manifest)].sort())
  })

  test('are closed once no commit needs them', async () => {
    await apply(add({ id: 1, title: 'a' }), settings({ searchableAttributes: ['title'] }))
    await apply(add({ id: 1, title: 'b' }))
    manifests.faults.push('before')
    await expect(apply(add({ id: 2 }))).rejects.toThrow(StoreError)
    for (let id = 10; id < 20; id++) await apply(add({ id }))
    expect(segments.openNames()).toEqual([...filesOf(writer.manifest)].sort())
    await writer.mergeOnce()
    expect(segments.openNames()).toEqual([...filesOf(writer.manifest)].sort())
    writer.close()
    expect(segments.openNames()).toEqual([])
  })
})

describe('a merge', () => {
  test('sees deletions of a batch that was committed while it ran', async () => {
    for (let id = 0; id < 8; id++) await apply(add({ id, title: `word${id}` }))
    await writer.mergeOnce(
      once(() => apply({ kind: 'deleteDocuments', ids: ['3'] }, add({ id: 4, title: 'other' }))),
    )
    expect(ids()).toEqual(['0', '1', '2', '4', '5', '6', '7'])
    expect(numbers()['4']).toBe(4)
    const searcher = writer.searcher()
    expect(searcher.hasWord('word3')).toBe(false)
    expect(searcher.hasWord('word4')).toBe(false)
    expect(searcher.hasWord('other')).toBe(true)
    expect(writer.segments).toHaveLength(2)
  })

  test('is given up when its words were made again while it ran', async () => {
    for (let id = 0; id < 8; id++) await apply(add({ id, title: 'red fox' }))
    await writer.mergeOnce(once(() => apply(settings({ stopWords: ['red'] }))))
    expect(writer.searcher().hasWord('red')).toBe(false)
    expect(ids()).toHaveLength(8)
    expect(await writer.mergeOnce()).toBe(true)
    expect(writer.searcher().hasWord('red')).toBe(false)
    expect(writer.searcher().hasWord('fox')).toBe(true)
    expect(writer.segments).toHaveLength(1)
  })

  test('leaves nothing of documents that were all deleted while it ran', async () => {
    for (let id = 0; id < 8; id++) await apply(add({ id, title: 'fox' }))
    await writer.mergeOnce(once(() => apply({ kind: 'deleteAll' })))
    expect(ids()).toEqual([])
    expect(writer.searcher().hasWord('fox')).toBe(false)
    while (await writer.mergeOnce());
    expect(writer.segments).toHaveLength(0)
    expect(await segments.list()).toEqual([])
  })

  test('given up half-way changes nothing and does not disturb a batch under way', async () => {
    for (let id = 0; id < 8; id++) await apply(add({ id, title: 'fox' }))
    let isStarted = false
    const batch = (): Promise<unknown> =>
      apply(add({ id: 8, title: 'hare' }), settings({ stopWords: ['fox'] }))
    let running: Promise<unknown> = Promise.resolve()
    const merge = writer.mergeOnce(() => {
      if (!isStarted) running = batch()
      isStarted = true
      throw new DOMException('enough', 'AbortError')
    })
    await expect(merge).rejects.toThrow('enough')
    await running
    expect(ids()).toHaveLength(9)
    expect(writer.searcher().hasWord('fox')).toBe(false)
    expect(writer.searcher().hasWord('hare')).toBe(true)
  })
})

describe('a batch', () => {
  test('that is aborted changes nothing', async () => {
    await apply(add({ id: 1 }))
    const abort = new AbortController()
    const batch = { batchUid: 9, operations: [add({ id: 2 })], nowMs: 0 }
    const done = writer.applyBatch(batch, {
      signal: abort.signal,
      onProgress: () => abort.abort(),
    })
    await expect(done).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
    expect(ids()).toEqual(['1'])
    expect(writer.manifest.lastBatchUid).toBe(0)
  })

  test('fails one payload with a bad id and applies the others', async () => {
    const { outcomes } = await apply(
      add({ id: 1 }),
      add({ id: 2 }, { id: 'not valid!' }),
      settings({ stopWords: ['a'] }),
      add({ name: 'no id' }),
      add({ id: 3 }),
    )
    expect(outcomes).toEqual([
      { kind: 'indexed', documentCount: 1 },
      expect.objectContaining({ kind: 'failed', code: 'invalid_document_id' }),
      { kind: 'applied' },
      expect.objectContaining({ kind: 'failed', code: 'missing_document_id' }),
      { kind: 'indexed', documentCount: 1 },
    ])
    expect(numbers()).toEqual({ 1: 0, 3: 1 })
    expect(writer.manifest.fieldDistribution).toEqual({ id: 2 })
  })

  test('lets a later payload define the primary key when an earlier one could not', async () => {
    const { outcomes, primaryKey } = await apply(
      add({ sku: 1 }),
      add({ aId: 1, bId: 2 }),
      add({ uid: 1, bookId: 2 }, 'uid'),
      add({ uid: 2 }, 'bookId'),
      add({ uid: 3 }),
    )
    expect(outcomes.map((outcome) => ('code' in outcome ? outcome.code : outcome.kind))).toEqual([
      'index_primary_key_no_candidate_found',
      'index_primary_key_multiple_candidates_found',
      'indexed',
      'index_primary_key_already_exists',
      'indexed',
    ])
    expect(primaryKey).toBe('uid')
  })

  test('fails one payload with too many fields and applies the others', async () => {
    const wide = (first: number, count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${first + i}`, 1]))
    // `id` and the nested one are fields too
    await apply(add({ id: 1, nest: { a: 1 }, ...wide(0, FIELDS_MAX - 10) }))
    const { outcomes } = await apply(
      add({ id: 2, title: 'before' }),
      add({ id: 3, title: 'lost' }, { id: 4, ...wide(FIELDS_MAX, 7) }),
      add({ id: 5, last: { one: 1, two: 2 } }),
      add({ id: 6, last: { three: 3 } }, { id: 7, odd: 1, even: 2 }),
      add({ id: 8, last: 'again' }),
    )
    expect(outcomes.map((outcome) => ('code' in outcome ? outcome.code : outcome.kind))).toEqual([
      'indexed',
      'max_fields_limit_exceeded',
      'indexed',
      'indexed',
      'indexed',
    ])
    expect(ids()).toEqual(['1', '2', '5', '6', '7', '8'])
    expect(writer.manifest.fields).toHaveLength(FIELDS_MAX)
    await expect(codes(apply(add({ id: 9, one: 1 })))).resolves.toEqual([
      'max_fields_limit_exceeded',
    ])
    expect(ids()).toHaveLength(6)
    expect(writer.searcher().hasWord('lost')).toBe(false)
  })

  test('counts documents, not lines, and unknown ids of deletions not at all', async () => {
    const { outcomes, documentCount } = await apply(
      add({ id: 1 }, { id: 2 }, { id: 1 }),
      { kind: 'deleteDocuments', ids: ['2', '2', '7'] },
      add({ id: 5 }),
      { kind: 'deleteAll' },
      { kind: 'deleteAll' },
    )
    expect(outcomes.map((outcome) => 'documentCount' in outcome && outcome.documentCount)).toEqual([
      2, 1, 1, 2, 0,
    ])
    expect(documentCount).toBe(0)
    expect(writer.manifest.fieldDistribution).toEqual({})
    expect(writer.manifest.primaryKey).toBe('id')
  })
})

async function codes(result: Promise<BatchResult>): Promise<(string | null)[]> {
  const { outcomes } = await result
  return outcomes.map((outcome) => ('code' in outcome ? outcome.code : null))
}

function apply(...operations: Operation[]): Promise<BatchResult> {
  return writer.applyBatch({ batchUid: batchUid++, operations, nowMs: batchUid })
}

function add(...given: (object | string)[]): Operation {
  const primaryKey = given.find((item) => typeof item === 'string') ?? null
  const lines = given.filter((item) => typeof item !== 'string').map((it) => JSON.stringify(it))
  return { kind: 'addDocuments', mode: 'replace', source: { kind: 'lines', lines }, primaryKey }
}

function settings(patch: Readonly<Record<string, unknown>>): Operation {
  return { kind: 'updateSettings', settings: patch }
}

function ids(): string[] {
  return Object.keys(numbers())
}

/** Document numbers by document id. */
function numbers(): Record<string, number> {
  const searcher = writer.searcher()
  return Object.fromEntries(
    Array.from(searcher.live.toArray(), (slot) => [
      searcher.documentId(slot),
      searcher.documentNumber(slot),
    ]),
  )
}

function once(work: () => Promise<unknown>): () => Promise<void> {
  let isDone = false
  return async () => {
    if (isDone) return
    isDone = true
    await work()
  }
}

/** Fails as told: `before` or `after` the next publication takes effect, or at the next `read`. */
class FaultyManifestStore implements ManifestStore {
  readonly faults: ('before' | 'after' | 'read')[] = []
  readonly #inner = new MemoryManifestStore()

  async read(): Promise<StoredManifest | null> {
    this.#failIf('read')
    return this.#inner.read()
  }

  readSync(): StoredManifest | null {
    return this.#inner.readSync()
  }

  async publish(next: StoredManifest, expected: { generation: number | null }): Promise<void> {
    this.#failIf('before')
    await this.#inner.publish(next, expected)
    this.#failIf('after')
  }

  #failIf(moment: 'before' | 'after' | 'read'): void {
    if (this.faults[0] !== moment) return
    this.faults.shift()
    throw new StoreError(`failed: ${moment}`)
  }
}

/** Fails as told, once each, and knows which files are open. */
class FaultySegmentStore implements SegmentStore {
  readonly faults: ('put' | 'delete')[] = []
  readonly #inner = new MemorySegmentStore()
  readonly #open: string[] = []

  openNames(): string[] {
    return this.#open.toSorted()
  }

  async put(name: string, parts: readonly Uint8Array[]): Promise<void> {
    this.#failIf('put')
    await this.#inner.put(name, parts)
  }

  open(name: string): StoredFile {
    const file = this.#inner.open(name)
    this.#open.push(name)
    return {
      name,
      sizeBytes: file.sizeBytes,
      read: (offset, length) => file.read(offset, length),
      readInto: (target, offset, length) => file.readInto(target, offset, length),
      close: () => {
        file.close()
        this.#open.splice(this.#open.indexOf(name), 1)
      },
    }
  }

  async delete(name: string): Promise<void> {
    this.#failIf('delete')
    await this.#inner.delete(name)
  }

  async list(): Promise<string[]> {
    return this.#inner.list()
  }

  #failIf(operation: 'put' | 'delete'): void {
    if (this.faults[0] !== operation) return
    this.faults.shift()
    throw new StoreError(`failed: ${operation}`)
  }
}
