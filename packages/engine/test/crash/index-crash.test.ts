import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createIndexFiles, readManifest } from '../../src/index/commit.ts'
import { IndexWriter } from '../../src/index/index-writer.ts'
import { filesOf } from '../../src/index/manifest.ts'
import type { Operation } from '../../src/index/operations.ts'
import { createFailingStores, type FailingStores, type Stores } from './failing-store.ts'
import { PowerLossError } from './simulated-disk.ts'
import { visibleState } from './visible-state.ts'
import { writerHooks } from '../../src/workers/writer-hooks.ts'

/** One step is one commit. A filler is only there to give a merge something to do: it is not crashed. */
type Step = { readonly operations: readonly Operation[]; readonly isFiller?: boolean } | 'merge'

const SCRIPT: readonly Step[] = [
  { operations: [add({ id: 1, title: 'red fox', kind: 'animal' }, { id: 2, title: 'red car' })] },
  { operations: [update({ id: 1, age: 3 }), add({ id: 2, title: 'blue car' }, { id: 3 })] },
  { operations: [{ kind: 'deleteDocuments', ids: ['1', '9'] }, add({ id: 4, title: 'fox den' })] },
  { operations: [add({ id: 5, title: 'the lowest free number', kind: 'rule', age: 1.5 })] },
  { operations: [settings({ searchableAttributes: ['kind', 'title'], stopWords: ['the'] })] },
  { operations: [settings({ filterableAttributes: ['kind', 'age'] })] },
  {
    operations: [
      add({ id: 6, title: 'silver foxes', kind: 'animal', age: 9 }),
      settings({ searchableAttributes: ['*'], sortableAttributes: ['age'] }),
      add({ id: 7, title: 'one more', age: 7 }),
      { kind: 'deleteByFilter', filter: 'age = 9' },
    ],
  },
  ...[8, 9, 10, 11].map((id) => ({
    operations: [add({ id, title: `fox number ${id}`, age: id })],
  })),
  'merge',
  { operations: [{ kind: 'deleteDocuments', ids: ['2', '3', '8', '9', '10', '11'] }] },
  'merge',
  { operations: [settings({ stopWords: null, filterableAttributes: ['kind'] })] },
  { operations: [{ kind: 'deleteAll' }, add({ id: 5, title: 'phoenix' })] },
  // vectors move from documents into their own file, are replaced, and move back
  { operations: [add({ id: 5, _vectors: { hand: null } }, { id: 6, _vectors: { hand: [1, 0] } })] },
  { operations: [settings({ embedders: { hand: { source: 'userProvided', dimensions: 2 } } })] },
  {
    operations: [
      update({
        id: 6,
        _vectors: {
          hand: [
            [0, 1],
            [2, 1],
          ],
        },
      }),
    ],
  },
  { operations: [settings({ embedders: { hand: null } })] },
]

const FIRST_MANIFEST = { primaryKey: null, nowMs: 0, batchUid: -1 }

const PROBES = {
  words: ['fox', 'the', 'number', 'animal', 'phoenix'],
  prefixes: ['f', 'n'],
  typos: ['numbres'],
  columns: ['age', 'kind'],
}

describe('losing power while an index is written', () => {
  test('leaves the old commit or the new one, at every point of every write', async () => {
    let before = createFailingStores(Infinity)
    await createIndexFiles(before, FIRST_MANIFEST)
    for (const [number, step] of SCRIPT.entries()) {
      const after = before.copy(Infinity)
      await takeStep(after, number)
      if (step === 'merge' || step.isFiller !== true) {
        const states = [await stateOf(before.copy(Infinity)), await stateOf(after.copy(Infinity))]
        // a merge changes nothing that can be seen
        expect(isDeepStrictEqual(states[0], states[1])).toBe(step === 'merge')
        const points = await crashEverywhere(before, (stores) => takeStep(stores, number), states)
        expect(points).toBeGreaterThan(FILE_POINTS)
      }
      before = after
    }
  }, 60_000)

  test('leaves no index or an empty one when it is made', async () => {
    const create = async (stores: Stores): Promise<void> => {
      await createIndexFiles(stores, FIRST_MANIFEST)
    }
    const after = createFailingStores(Infinity)
    await create(after)
    const points = await crashEverywhere(createFailingStores(Infinity), create, [
      null,
      await stateOf(after),
    ])
    expect(points).toBeGreaterThan(FILE_POINTS)
  })
})

/** A file is created, written, synced and renamed, its folder synced: points before and after each, and inside the writing. */
const FILE_POINTS = 10
const SPARED = ['synced', 'names', 'all'] as const

/** Stops `work` at each of its points and looks at what is left; gives their number. */
async function crashEverywhere(
  before: FailingStores,
  work: (stores: Stores) => Promise<void>,
  states: readonly unknown[],
): Promise<number> {
  for (let failAt = 0; ; failAt++) {
    const stores = before.copy(failAt)
    await work(stores).catch(requirePowerLoss)
    const isDone = stores.operationsSeen() <= failAt
    for (const [i, spared] of SPARED.entries()) {
      const reopened = stores.afterCrash(spared)
      const context = `point ${failAt}, ${spared} spared`
      const found = await stateOf(reopened)
      // what was told to be committed must be there
      const isNew = isDone || isDeepStrictEqual(found, states[1])
      expect(found, context).toEqual(states[isNew ? 1 : 0])
      // the longest part of the test: each point with one kind of crash, each kind at every third point
      if (failAt % SPARED.length === i) await expectToGoOn(reopened, context)
    }
    if (isDone) return failAt
  }
}

async function takeStep(stores: Stores, number: number): Promise<void> {
  const step = SCRIPT[number]!
  const writer = await IndexWriter.open(stores, writerHooks())
  if (step === 'merge') expect(await writer.mergeOnce()).toBe(true)
  else await writer.applyBatch({ batchUid: number, operations: step.operations, nowMs: number })
  writer.close()
}

/** What is left behind must neither be in the way of the next commit nor stay after it. */
async function expectToGoOn(stores: Stores, context: string): Promise<void> {
  if ((await readManifest(stores)) === null) {
    await createIndexFiles(stores, FIRST_MANIFEST)
  }
  const writer = await IndexWriter.open(stores, writerHooks())
  const operations = [add({ id: 99, title: 'fox after all', _vectors: { hand: null } })]
  await writer.applyBatch({ batchUid: 1000, operations, nowMs: 1000 })
  expect(await stores.segments.list(), context).toEqual([...filesOf(writer.manifest)].sort())
  expect(writer.searcher().findDocument('99'), context).toBeGreaterThanOrEqual(0)
  expect(writer.searcher().hasWord('after'), context).toBe(true)
  writer.close()
}

async function stateOf(stores: Stores): Promise<unknown> {
  if ((await readManifest(stores)) === null) return null
  const writer = await IndexWriter.open(stores, writerHooks())
  const state = visibleState(writer, PROBES)
  writer.close()
  return state
}

function add(...documents: readonly object[]): Operation {
  return payload('replace', documents)
}

function update(...documents: readonly object[]): Operation {
  return payload('update', documents)
}

function payload(mode: 'replace' | 'update', documents: readonly object[]): Operation {
  const lines = documents.map((document) => JSON.stringify(document))
  return { kind: 'addDocuments', mode, source: { kind: 'lines', lines }, primaryKey: null }
}

function settings(patch: Readonly<Record<string, unknown>>): Operation {
  return { kind: 'updateSettings', settings: patch }
}

function requirePowerLoss(error: unknown): void {
  if (!(error instanceof PowerLossError)) throw error
}
