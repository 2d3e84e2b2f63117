import { describe, expect, test } from 'vitest'
import { chooseBatch } from './batcher.ts'
import type { ChosenBatch, IndexFacts, Queue } from './batcher.ts'
import { taskType, touchedIndexes } from './task.ts'
import type { Task, TaskContent } from './task.ts'

interface AdditionOptions {
  primaryKey?: string
  allowIndexCreation?: boolean
  payloadBytes?: number
  mode?: 'replace' | 'update'
}

function add(options: AdditionOptions = {}): TaskContent {
  return {
    kind: 'documentAddition',
    mode: options.mode ?? 'replace',
    payload: 'p',
    payloadBytes: options.payloadBytes ?? 1,
    documentCount: 1,
    primaryKey: options.primaryKey ?? null,
    allowIndexCreation: options.allowIndexCreation ?? true,
    skipCreation: false,
  }
}

function settings(options: { isReset?: boolean; allowIndexCreation?: boolean } = {}): TaskContent {
  const { isReset = false, allowIndexCreation = true } = options
  return { kind: 'settings', settings: {}, isReset, allowIndexCreation }
}

const ids: TaskContent = { kind: 'documentDeletionByIds', ids: ['1'] }
const filter: TaskContent = { kind: 'documentDeletionByFilter', filter: 'a = 1' }
const clear: TaskContent = { kind: 'documentClear' }
const deletion: TaskContent = { kind: 'indexDeletion' }
const creation: TaskContent = { kind: 'indexCreation', primaryKey: null }
const update: TaskContent = { kind: 'indexUpdate', primaryKey: 'id', newIndexUid: null }
const edition: TaskContent = { kind: 'documentEdition', function: '', filter: null, context: null }
const swap: TaskContent = { kind: 'indexSwap', swaps: [{ indexes: ['a', 'b'], rename: false }] }

const cancelation: TaskContent = { kind: 'taskCancelation', originalFilter: '', taskUids: [] }
const taskDeletion: TaskContent = { kind: 'taskDeletion', originalFilter: '', taskUids: [] }

type Entry = TaskContent | [indexUid: string, content: TaskContent]

function makeTask(entry: Entry, uid: number): Task {
  const [indexUid, content] = Array.isArray(entry) ? entry : ['a', entry]
  const isGlobal = /swap|task|dump|snapshot/i.test(content.kind)
  return {
    uid,
    batchUid: null,
    indexUid: isGlobal ? null : indexUid,
    status: 'enqueued',
    content,
    canceledBy: null,
    result: {},
    error: null,
    enqueuedAt: 0,
    startedAt: null,
    finishedAt: null,
    customMetadata: null,
  }
}

function queueOf(entries: readonly Entry[]): Queue {
  const tasks = entries.map(makeTask)
  return {
    enqueued: ({ types, notOf = [] }) =>
      tasks
        .filter((task) => types === undefined || types.includes(taskType(task.content)))
        .filter((task) => !touchedIndexes(task).some((uid) => notOf.includes(uid))),
    enqueuedOf: (uid) => tasks.filter((task) => touchedIndexes(task).includes(uid)),
  }
}

const THERE: IndexFacts = { exists: true, primaryKey: null }
const MISSING: IndexFacts = { exists: false, primaryKey: null }
const UNLIMITED = { tasksMax: Infinity, payloadBytesMax: Infinity }

function choose(entries: readonly Entry[], facts = THERE, limits = UNLIMITED): ChosenBatch {
  return chooseBatch(queueOf(entries), () => facts, limits)!
}

function check(entries: readonly Entry[], expected: string, facts = THERE): void {
  const { kind, tasks } = choose(entries, facts)
  expect(`${kind} ${tasks.map((task) => task.uid).join()}`).toBe(expected)
}

test('an empty queue has no next batch', () => {
  expect(chooseBatch(queueOf([]), () => THERE, UNLIMITED)).toBeNull()
})

describe('joins or stops, for every batch and every next task', () => {
  const columns: Record<string, TaskContent> = {
    add: add(),
    ids,
    filter,
    clear,
    settings: settings(),
    deletion,
    creation,
    update,
    edition,
    swap,
  }
  // what the batch becomes when the task joins, '-' when it stops before it
  const rows: [name: string, before: TaskContent[], becomes: string][] = [
    ['documents', [add()], 'documents documents - clear - indexDeletion - - - -'],
    ['documents', [add(), ids], 'documents documents - clear - indexDeletion - - - -'],
    ['deletions', [ids], 'documents deletions deletions clear - indexDeletion - - - -'],
    ['deletions', [filter], 'documents deletions deletions clear - indexDeletion - - - -'],
    ['clear', [clear], '- clear clear clear - indexDeletion - - - -'],
    ['settings', [settings()], '- - - clearAndSettings settings indexDeletion - - - -'],
    [
      'clearAndSettings',
      [settings(), clear],
      '- clearAndSettings clearAndSettings clearAndSettings clearAndSettings indexDeletion - - - -',
    ],
    ['indexDeletion', [add(), deletion], '- - - - - - - - - -'],
    ['indexCreation', [creation], '- - - - - - - - - -'],
    ['indexUpdate', [update], '- - - - - - - - - -'],
    ['documentEdition', [edition], '- - - - - - - - - -'],
    ['indexSwap', [swap], '- - - - - - - - - -'],
    ['indexDeletion', [deletion], '- - - - - - - - - -'],
  ]
  for (const [name, before, becomes] of rows) {
    const results = becomes.split(' ')
    for (const [i, [column, next]] of Object.entries(columns).entries()) {
      test(`${before.map((content) => content.kind).join(' + ')} then ${column}`, () => {
        const uids = before.map((_, uid) => uid)
        if (results[i] === '-') check([...before, next], `${name} ${uids.join()}`)
        else check([...before, next], `${results[i]} ${[...uids, uids.length].join()}`)
      })
    }
  }
})

test('replacing and updating additions mix', () => {
  check([add(), add({ mode: 'update' }), add()], 'documents 0,1,2')
})

test('tasks of other indexes are passed over, and the order within an index is kept', () => {
  check([add(), ['b', add()], add(), ['b', clear]], 'documents 0,2')
})

test('a swap or rename that names the index is a barrier', () => {
  check([add(), ['c', add()], swap, add()], 'documents 0')
  const rename: TaskContent = { kind: 'indexUpdate', primaryKey: null, newIndexUid: 'a' }
  check([add(), ['z', rename], add()], 'documents 0')
})

describe('primary keys', () => {
  const withKey: IndexFacts = { exists: true, primaryKey: 'id' }
  const id = add({ primaryKey: 'id' })
  const sku = add({ primaryKey: 'sku' })
  const cases: [name: string, facts: IndexFacts, entries: TaskContent[], expected: string][] = [
    ['naming none always joins', THERE, [id, add(), id], 'documents 0,1,2'],
    ['the key of the index joins', withKey, [add(), id], 'documents 0,1'],
    ['another key than that of the index stops', withKey, [add(), sku], 'documents 0'],
    ['another key at the front is applied alone', withKey, [sku, add()], 'documents 0'],
    ['a named key stops behind an inferred one', THERE, [add(), id], 'documents 0'],
    ['the same named key joins', THERE, [id, id], 'documents 0,1'],
    ['two named keys stop', THERE, [id, sku], 'documents 0'],
    ['a named key joins deletions', THERE, [ids, id], 'documents 0,1'],
    ['a wrong key stops behind deletions', withKey, [ids, sku], 'deletions 0'],
  ]
  for (const [name, facts, entries, expected] of cases) {
    test(name, () => check(entries, expected, facts))
  }
})

describe('creating the index', () => {
  const forbidden = add({ allowIndexCreation: false })
  const reset = settings({ isReset: true })
  const cases: [name: string, facts: IndexFacts, entries: TaskContent[], expected: string][] = [
    ['deletions stop before an addition that may create', MISSING, [ids, add()], 'deletions 0'],
    ['deletions take one that may not', MISSING, [ids, forbidden], 'documents 0,1'],
    ['deletions by filter always take additions', MISSING, [filter, add()], 'documents 0,1'],
    ['additions that may not stop before one that may', MISSING, [forbidden, add()], 'documents 0'],
    ['additions that may take one that may not', MISSING, [add(), forbidden], 'documents 0,1'],
    ['it does not matter when the index is there', THERE, [forbidden, add()], 'documents 0,1'],
    ['a reset stops before a change that may create', MISSING, [reset, settings()], 'settings 0'],
    ['a change takes a reset', MISSING, [settings(), reset], 'settings 0,1'],
  ]
  for (const [name, facts, entries, expected] of cases) {
    test(name, () => check(entries, expected, facts))
  }
})

describe('limits', () => {
  const uids = (batch: ChosenBatch): number[] => batch.tasks.map((task) => task.uid)

  test('stop at the number of tasks', () => {
    expect(uids(choose([ids, ids, ids], THERE, { ...UNLIMITED, tasksMax: 2 }))).toEqual([0, 1])
  })

  test('stop before the payloads get too large, but the first is always taken', () => {
    const limits = { ...UNLIMITED, payloadBytesMax: 10 }
    const sizes = (...bytes: number[]) => bytes.map((payloadBytes) => add({ payloadBytes }))
    expect(uids(choose(sizes(4, 6, 1), THERE, limits))).toEqual([0, 1])
    expect(uids(choose(sizes(11, 1), THERE, limits))).toEqual([0])
  })
})

describe('priorities', () => {
  const dump: TaskContent = { kind: 'dumpCreation' }
  const snapshot: TaskContent = { kind: 'snapshotCreation' }
  const cases: [entries: Entry[], expected: string][] = [
    [[add(), cancelation, cancelation, taskDeletion], 'taskCancelation 2'],
    [[add(), taskDeletion, dump, taskDeletion], 'taskDeletion 1,3'],
    [[add(), dump, snapshot, dump, snapshot], 'snapshotCreation 2,4'],
    [[add(), dump, dump], 'dumpCreation 1'],
    [[['b', add()], add()], 'documents 0'],
    [[swap, add()], 'indexSwap 0'],
  ]
  for (const [entries, expected] of cases) test(expected, () => check(entries, expected))
})

describe('while an index is busy', () => {
  const rename: TaskContent = { kind: 'indexUpdate', primaryKey: null, newIndexUid: 'c' }
  const cases: [name: string, entries: Entry[], expected: string | null][] = [
    ['others go on', [add(), ['b', add()], add(), ['b', ids]], 'documents 1,3'],
    ['nothing of it is done', [add(), ids], null],
    ['a swap with it waits, and what follows in the other', [swap, ['b', add()]], null],
    ['what comes before such a swap is done', [['b', add()], swap, ['b', add()]], 'documents 0'],
    [
      'what it renames to is held up behind it',
      [['b', rename], swap, ['c', add()]],
      'indexUpdate 0',
    ],
    ['swaps hold up one another', [swap, ['b', rename], ['c', add()]], null],
    ['what no swap touches goes on', [swap, ['b', rename], ['d', add()]], 'documents 2'],
    ['tasks about tasks are done', [add(), cancelation], 'taskCancelation 1'],
  ]
  test.each(cases)('%s', (_, entries, expected) => {
    const chosen = chooseBatch(queueOf(entries), () => THERE, UNLIMITED, ['a'])
    const uids = chosen?.tasks.map((task) => task.uid).join()
    expect(chosen === null ? null : `${chosen.kind} ${uids}`).toBe(expected)
  })
})
