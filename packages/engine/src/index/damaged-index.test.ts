import { beforeAll, describe, expect, test } from 'vitest'
import { visibleState } from '../../test/crash/visible-state.ts'
import { CorruptIndexError } from '../errors.ts'
import { MemoryManifestStore } from '../store/memory-manifest-store.ts'
import { MemorySegmentStore } from '../store/memory-segment-store.ts'
import type { SegmentStore } from '../store/segment-store.ts'
import { createIndexFiles, type IndexStores } from './commit.ts'
import { IndexWriter, type WriterHooks } from './index-writer.ts'
import type { Operation } from './operations.ts'

const HOOKS: WriterHooks = { matchFilter: (searcher) => searcher.live, editDocument: null }
const PROBES = {
  words: ['fox', 'red', 'élan', 'b'],
  prefixes: ['f', ''],
  typos: ['foxxy'],
  columns: ['kind', 'n'],
}

let stores: IndexStores
let whole: unknown

beforeAll(async () => {
  stores = { segments: new MemorySegmentStore(), manifests: new MemoryManifestStore() }
  await createIndexFiles(stores, { primaryKey: 'id', nowMs: 0, batchUid: -1 })
  const writer = await IndexWriter.open(stores, HOOKS)
  await writer.applyBatch({
    batchUid: 0,
    nowMs: 0,
    operations: [
      settings({ filterableAttributes: ['kind', 'n'] }),
      add(
        { id: 'a', title: 'red fox', kind: 'Animal', n: 1.5 },
        { id: 'b', title: 'élan', n: [2, 3] },
      ),
      // words of their own: three files make one segment
      settings({ stopWords: ['the'] }),
      add({ id: 'c', title: 'the foxes', kind: 'animal' }),
    ],
  })
  whole = visibleState(writer, PROBES)
})

describe('an index with a damaged file', () => {
  test('is refused with the name of the file or answers as before, whichever byte it is', async () => {
    const names = await stores.segments.list()
    expect(names.length).toBeGreaterThanOrEqual(3)
    let refusals = 0
    let damages = 0
    for (const name of names) {
      const bytes = read(name)
      // every byte of the ends, and one in three between; another bit each time
      for (let place = 0; place < bytes.length; place++) {
        if (place > 40 && place < bytes.length - 60 && place % 3 !== 0) continue
        const damaged = bytes.slice()
        damaged[place]! ^= 1 << (place & 7)
        damages++
        const outcome = await openWith(name, damaged)
        if (outcome instanceof Error) {
          expect(outcome, `byte ${place} of ${name}`).toBeInstanceOf(CorruptIndexError)
          expect((outcome as CorruptIndexError).file).toBe(name)
          refusals++
        } else {
          // padding, which nothing reads
          expect(outcome, `byte ${place} of ${name}`).toEqual(whole)
        }
      }
    }
    expect(refusals / damages).toBeGreaterThan(0.9)
  })

  test('is refused when the file was cut off, at any length', async () => {
    for (const name of await stores.segments.list()) {
      const bytes = read(name)
      for (let length = 0; length < bytes.length; length += 97) {
        const outcome = await openWith(name, bytes.slice(0, length))
        expect(outcome).toBeInstanceOf(CorruptIndexError)
        expect((outcome as CorruptIndexError).file).toBe(name)
      }
    }
  })

  test('is refused when the file is not there, and nothing is deleted', async () => {
    for (const name of await stores.segments.list()) {
      const outcome = await openWith(name, null)
      expect(outcome).toBeInstanceOf(CorruptIndexError)
      expect((outcome as CorruptIndexError).file).toBe(name)
    }
  })

  test('is refused when a file stands under the name of one with more or fewer documents', async () => {
    const [two, one, wordsOfTwo] = await stores.segments.list()
    for (const [name, other] of [
      [two, one],
      [one, two],
      [wordsOfTwo, one],
    ] as const) {
      const outcome = await openWith(name!, read(other!))
      expect(outcome, `${other} as ${name}`).toBeInstanceOf(CorruptIndexError)
    }
  })
})

/** The state of the index when one file holds other bytes (null: is missing), or what it is refused with. */
async function openWith(name: string, bytes: Uint8Array | null): Promise<unknown> {
  const segments = new MemorySegmentStore()
  for (const each of await stores.segments.list()) {
    if (each !== name) await segments.put(each, [read(each)])
    else if (bytes !== null) await segments.put(each, [bytes])
  }
  let openCount = 0
  const counting: SegmentStore = {
    put: (file, parts) => segments.put(file, parts),
    delete: (file) => segments.delete(file),
    list: () => segments.list(),
    open: (file) => {
      const stored = segments.open(file)
      openCount++
      return { ...stored, close: () => openCount-- }
    },
  }
  try {
    const writer = await IndexWriter.open(
      { segments: counting, manifests: stores.manifests },
      HOOKS,
    )
    try {
      return visibleState(writer, PROBES)
    } finally {
      writer.close()
    }
  } catch (error) {
    return error
  } finally {
    expect(openCount).toBe(0)
  }
}

function read(name: string): Uint8Array {
  const file = stores.segments.open(name)
  return new Uint8Array(file.read(0, file.sizeBytes))
}

function add(...documents: readonly object[]): Operation {
  const lines = documents.map((document) => JSON.stringify(document))
  const source = { kind: 'lines', lines } as const
  return { kind: 'addDocuments', mode: 'replace', source, primaryKey: null }
}

function settings(patch: Readonly<Record<string, unknown>>): Operation {
  return { kind: 'updateSettings', settings: patch }
}
