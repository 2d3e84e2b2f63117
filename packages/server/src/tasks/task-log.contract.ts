// The laws of a task log, run over every implementation.

import { describe, expect, test } from 'vitest'
import { makeBatch } from './batch.ts'
import type { Task, TaskContent } from './task.ts'
import type { BatchCommit, NewTask, RunningBatch, TaskLog } from './task-log.ts'
import { NO_FILTER } from './task-query.ts'
import type { TaskFilter, TaskQuery } from './task-query.ts'
import { eachUid, toUidRanges } from './uid-ranges.ts'

const SECOND = 1_000_000
const ALL: TaskQuery = { ...NO_FILTER, limit: 20, from: null, reverse: false }
const CREATION: TaskContent = { kind: 'indexCreation', primaryKey: null }

function newTask(indexUid: string | null, content: TaskContent = CREATION, at = 0): NewTask {
  return { indexUid, content, enqueuedAt: at, customMetadata: null }
}

interface Ending {
  readonly status?: 'succeeded' | 'failed' | 'canceled'
  readonly canceledBy?: number
  readonly at?: number
  readonly batchUid?: number
  readonly more?: Partial<BatchCommit>
}

// Ends the tasks together, one second after `at`.
async function finish(log: TaskLog, uids: readonly number[], ending: Ending = {}): Promise<number> {
  const { status = 'succeeded', canceledBy = null, at = 0, batchUid = log.nextBatchUid } = ending
  const tasks: Task[] = uids.map((uid) => ({
    ...log.get(uid, [])!,
    status,
    canceledBy,
    batchUid,
    startedAt: at,
    finishedAt: at + SECOND,
  }))
  const facts = { uid: batchUid, startedAt: at, finishedAt: at + SECOND, strategy: '' }
  const batch = makeBatch(tasks, facts)
  const nothing = { catalogue: [], deletedTaskUids: [], renames: null }
  await log.finishBatch({ batch, tasks, ...nothing, ...ending.more })
  return batchUid
}

function runningBatch(
  log: TaskLog,
  uids: readonly number[],
  { startedAt = 0, uid = log.nextBatchUid } = {},
): RunningBatch {
  const tasks = uids.map((uid) => ({ ...log.get(uid, [])!, status: 'processing' as const }))
  const facts = { uid, startedAt, finishedAt: null, strategy: '' }
  return { batch: makeBatch(tasks, facts), taskUids: toUidRanges(uids) }
}

function listed(log: TaskLog, filter: Partial<TaskQuery>, running: readonly RunningBatch[] = []) {
  return log.list({ ...ALL, ...filter }, null, running).results.map((task) => task.uid)
}

function batches(log: TaskLog, filter: Partial<TaskQuery>, running: readonly RunningBatch[] = []) {
  return log.listBatches({ ...ALL, ...filter }, null, running).results.map((batch) => batch.uid)
}

/** `reopen` closes the log and opens what it left behind, or is null when nothing survives. */
export interface LogFactory {
  readonly open: () => Promise<TaskLog>
  readonly reopen: ((log: TaskLog) => Promise<TaskLog>) | null
}

/** Runs the suite over logs that `factory` makes, each one empty. */
export function describeTaskLog(name: string, factory: LogFactory): void {
  const { open } = factory
  describe(name, () => {
    test('gives sequential uids, also to concurrent appends, in the order of the calls', async () => {
      const log = await open()
      const uids = 'abcdefgh'.split('')
      const tasks = await Promise.all(uids.map((uid) => log.append(newTask(uid))))
      expect(tasks.map((task) => [task.uid, task.indexUid])).toEqual(uids.map((uid, i) => [i, uid]))
      expect(log.nextTaskUid).toBe(8)
      await log.close()
    })

    test('never gives a uid again, even when the newest tasks were deleted', async () => {
      const log = await open()
      await log.append(newTask('a'))
      await log.append(newTask('a'))
      await finish(log, [0, 1])
      const { uid } = await log.append(newTask(null, { kind: 'snapshotCreation' }))
      await finish(log, [uid], { more: { deletedTaskUids: [0, 1] } })
      expect(listed(log, {})).toEqual([2])
      expect(log.taskCount).toBe(1)
      expect((await log.append(newTask('a'))).uid).toBe(3)
      await log.close()
    })

    test('pages downwards from the newest task and upwards when reversed', async () => {
      const log = await open()
      for (let i = 0; i < 5; i++) await log.append(newTask('a'))
      const page = log.list({ ...ALL, limit: 2, from: 3 }, null, [])
      expect(page.results.map((task) => task.uid)).toEqual([3, 2])
      expect(page).toMatchObject({ total: 5, limit: 2, from: 3, next: 1 })
      expect(log.list({ ...ALL, limit: 2, from: 3, reverse: true }, null, [])).toMatchObject({
        total: 5,
        from: 3,
        next: null,
      })
      expect(log.list({ ...ALL, limit: 0 }, null, [])).toMatchObject({
        results: [],
        from: null,
        next: 4,
      })
      await log.close()
    })

    test('combines filters with AND and their values with OR', async () => {
      const log = await open()
      await log.append(newTask('a'))
      await log.append(newTask('b'))
      await log.append(newTask('a', { kind: 'indexDeletion' }))
      await log.append(newTask('c', { kind: 'documentClear' }))
      await finish(log, [0, 1])
      await finish(log, [2], { status: 'failed' })
      const cases: [Partial<TaskFilter>, number[]][] = [
        [{ statuses: ['failed', 'enqueued'] }, [3, 2]],
        [{ types: ['indexCreation'], indexUids: ['a', 'b'] }, [1, 0]],
        [{ types: ['indexCreation'], indexUids: ['a'] }, [0]],
        [{ types: ['documentDeletion'] }, [3]],
        [{ uids: [3, 0, 9, 0] }, [3, 0]],
        [{ batchUids: [0] }, [1, 0]],
        [{ batchUids: [0, 1], statuses: ['failed'] }, [2]],
        [{ batchUids: [7] }, []],
        [{ statuses: [] }, []],
        [{ canceledBy: [1] }, []],
      ]
      for (const [filter, expected] of cases) expect(listed(log, filter)).toEqual(expected)
      await log.close()
    })

    test('compares dates strictly, and unfinished tasks have none', async () => {
      const log = await open()
      for (const at of [10, 20, 30]) await log.append(newTask('a', CREATION, at * SECOND))
      await finish(log, [0], { at: 40 * SECOND })
      await finish(log, [1], { at: 50 * SECOND })
      expect(listed(log, { afterEnqueuedAt: 10 * SECOND })).toEqual([2, 1])
      expect(listed(log, { afterEnqueuedAt: 10 * SECOND, beforeEnqueuedAt: 30 * SECOND })).toEqual([
        1,
      ])
      expect(listed(log, { beforeStartedAt: 50 * SECOND })).toEqual([0])
      expect(listed(log, { afterFinishedAt: 0 })).toEqual([1, 0])
      expect(listed(log, { afterFinishedAt: 41 * SECOND })).toEqual([1])
      expect(batches(log, { beforeEnqueuedAt: 20 * SECOND })).toEqual([0])
      expect(batches(log, { afterStartedAt: 40 * SECOND })).toEqual([1])
      await log.close()
    })

    test('shows tasks of the running batch as processing until they are finished', async () => {
      const log = await open()
      for (let i = 0; i < 3; i++) await log.append(newTask('a'))
      const running = [runningBatch(log, [0, 1], { startedAt: 70 })]
      expect(log.get(0, running)).toMatchObject({
        status: 'processing',
        batchUid: 0,
        startedAt: 70,
      })
      expect(listed(log, { statuses: ['enqueued'] }, running)).toEqual([2])
      expect(listed(log, { statuses: ['processing'] }, running)).toEqual([1, 0])
      expect(listed(log, { batchUids: [0] }, running)).toEqual([1, 0])
      expect(listed(log, { afterStartedAt: 69 }, running)).toEqual([1, 0])
      expect(listed(log, { beforeStartedAt: 70 }, running)).toEqual([])
      expect(listed(log, { afterFinishedAt: 0 }, running)).toEqual([])
      expect(batches(log, { statuses: ['processing'] }, running)).toEqual([0])
      await finish(log, [0, 1])
      expect(log.get(0, running)!.status).toBe('succeeded')
      expect(listed(log, { statuses: ['processing'] }, running)).toEqual([])
      expect(batches(log, {}, running)).toEqual([0])
      await log.close()
    })

    test('hides global tasks and foreign indexes, but counts them', async () => {
      const log = await open()
      await log.append(newTask('a'))
      await log.append(newTask('b'))
      const swaps = [{ indexes: ['a', 'b'] as const, rename: false }]
      await log.append(newTask(null, { kind: 'indexSwap', swaps }))
      for (const uid of [0, 1, 2]) await finish(log, [uid])
      const onlyB = (uid: string): boolean => uid === 'b'
      const page = log.list(ALL, onlyB, [])
      expect(page.results.map((task) => task.uid)).toEqual([1])
      expect(page.total).toBe(3)
      expect(log.list({ ...ALL, indexUids: ['a'] }, null, [])).toMatchObject({
        results: [{ uid: 0 }],
        total: 2,
      })
      expect(log.list({ ...ALL, indexUids: ['a'] }, onlyB, []).results).toEqual([])
      expect([...eachUid(log.match(NO_FILTER, onlyB, []))]).toEqual([1])
      const seen = log.listBatches(ALL, onlyB, [])
      expect([seen.results.map((batch) => batch.uid), seen.total]).toEqual([[1], 3])
      await log.close()
    })

    test('walks waiting tasks in order, by type or by touched index', async () => {
      const log = await open()
      const swaps = [{ indexes: ['a', 'c'] as const, rename: false }]
      await log.append(newTask('a'))
      await log.append(newTask('b', { kind: 'indexDeletion' }))
      await log.append(newTask(null, { kind: 'indexSwap', swaps }))
      await log.append(newTask('b', { kind: 'indexUpdate', primaryKey: null, newIndexUid: 'c' }))
      await log.append(newTask('a'))
      const uids = (tasks: Iterable<Task>): number[] => [...tasks].map((task) => task.uid)
      expect(uids(log.enqueued({}))).toEqual([0, 1, 2, 3, 4])
      expect(uids(log.enqueued({ types: ['indexCreation', 'indexSwap'] }))).toEqual([0, 2, 4])
      expect(uids(log.enqueuedOf('a'))).toEqual([0, 2, 4])
      expect(uids(log.enqueuedOf('c'))).toEqual([2, 3])
      expect(uids(log.enqueued({ notOf: ['c'] }))).toEqual([0, 1, 4])
      await finish(log, [0])
      expect(uids(log.enqueuedOf('a'))).toEqual([2, 4])
      await log.close()
    })

    test('a swap exchanges the index of older tasks only, and the names in older swaps', async () => {
      const log = await open()
      const swap = (a: string, b: string): TaskContent => ({
        kind: 'indexSwap',
        swaps: [{ indexes: [a, b], rename: false }],
      })
      await log.append(newTask('a'))
      await log.append(newTask('b'))
      await log.append(newTask(null, swap('b', 'c')))
      await finish(log, [0, 1, 2])
      await log.append(newTask(null, swap('a', 'b')))
      await log.append(newTask('a', CREATION))
      const swaps = [{ indexes: ['a', 'b'] as const, rename: false }]
      await finish(log, [3], { more: { renames: { beforeTaskUid: 3, swaps } } })
      expect(log.list(ALL, null, []).results.map((task) => task.indexUid)).toEqual([
        'a',
        null,
        null,
        'a',
        'b',
      ])
      expect(log.get(2, [])!.content).toEqual(swap('a', 'c'))
      expect(listed(log, { indexUids: ['a'] })).toEqual([4, 1])
      expect(listed(log, { indexUids: ['b'] })).toEqual([0])
      expect([...log.enqueuedOf('a')].map((task) => task.uid)).toEqual([4])
      // batches keep the names they worked on
      expect(batches(log, { indexUids: ['b'] })).toEqual([0])
      expect(log.getBatch(0)!.stats.indexUids).toEqual({ a: 1, b: 1 })
      await log.close()
    })

    test('a rename moves older tasks to the new name and leaves those already there', async () => {
      const log = await open()
      await log.append(newTask('new'))
      await log.append(newTask('old'))
      await log.append(
        newTask('old', { kind: 'indexUpdate', primaryKey: null, newIndexUid: 'new' }),
      )
      const swaps = [{ indexes: ['old', 'new'] as const, rename: true }]
      await finish(log, [0, 1])
      await finish(log, [2], { more: { renames: { beforeTaskUid: 2, swaps } } })
      expect(listed(log, { indexUids: ['new'] })).toEqual([1, 0])
      expect(listed(log, { indexUids: ['old'] })).toEqual([2])
      await log.close()
    })

    test('a batch goes with its last task', async () => {
      const log = await open()
      for (let i = 0; i < 4; i++) await log.append(newTask('a'))
      await finish(log, [0, 1])
      await finish(log, [2], { more: { deletedTaskUids: [0, 0] } })
      expect(batches(log, {})).toEqual([1, 0])
      await finish(log, [3], { more: { deletedTaskUids: [0, 1] } })
      expect(batches(log, {})).toEqual([2, 1])
      expect(log.getBatch(0)).toBeUndefined()
      expect(batches(log, { uids: [2] })).toEqual([1])
      await log.close()
    })

    test('finds what a cancelation canceled', async () => {
      const log = await open()
      for (let i = 0; i < 3; i++) await log.append(newTask('a'))
      await finish(log, [0, 2], { status: 'canceled', canceledBy: 2 })
      expect(listed(log, { canceledBy: [2] })).toEqual([2, 0])
      expect(listed(log, { canceledBy: [1] })).toEqual([])
      expect(batches(log, { canceledBy: [2] })).toEqual([0])
      await log.close()
    })

    test('the catalogue changes with the batch that changes it', async () => {
      const log = await open()
      await log.append(newTask('a'))
      const entry = { uid: 'a', indexId: 'id-1', createdAt: 5, generation: 1 }
      await finish(log, [0], { more: { catalogue: [{ kind: 'putIndex', entry }] } })
      expect(log.catalogue.getIndex('a')).toEqual(entry)
      await log.append(newTask('a', { kind: 'indexDeletion' }))
      const catalogue = [
        { kind: 'deleteIndex', uid: 'a' },
        { kind: 'putIndex', entry: { ...entry, uid: 'z' } },
        { kind: 'putIndex', entry: { ...entry, uid: 'B' } },
      ] as const
      await finish(log, [1], { more: { catalogue } })
      expect(log.catalogue.listIndexes().map((index) => index.uid)).toEqual(['B', 'z'])
      await log.close()
    })

    test('keeps plain records in order of their id', async () => {
      const log = await open()
      const { keys, features } = log.catalogue
      await keys.put('b', { name: 'second' })
      await keys.put('a', { name: 'first' })
      await features.put('a', true)
      expect(keys.list()).toEqual([
        { id: 'a', value: { name: 'first' } },
        { id: 'b', value: { name: 'second' } },
      ])
      expect(await keys.delete('a')).toBe(true)
      expect(await keys.delete('a')).toBe(false)
      expect([keys.get('a'), features.get('a')]).toEqual([undefined, true])
      await log.close()
    })

    test('shows several running batches among those that have ended', async () => {
      const log = await open()
      for (let i = 0; i < 5; i++) await log.append(newTask('a'))
      const waiting = runningBatch(log, [0, 1], { startedAt: 70, uid: 0 })
      await finish(log, [2], { batchUid: 1 })
      const other = runningBatch(log, [3], { startedAt: 80, uid: 2 })
      const running = [waiting, other]
      expect(log.get(1, running)).toMatchObject({ batchUid: 0, startedAt: 70 })
      expect(log.get(3, running)).toMatchObject({ batchUid: 2, startedAt: 80 })
      expect(listed(log, { statuses: ['processing'] }, running)).toEqual([3, 1, 0])
      expect(listed(log, { statuses: ['enqueued'] }, running)).toEqual([4])
      expect(listed(log, { batchUids: [2] }, running)).toEqual([3])
      expect(listed(log, { afterStartedAt: 75 }, running)).toEqual([3])
      expect(batches(log, {}, running)).toEqual([2, 1, 0])
      expect(batches(log, { reverse: true }, running)).toEqual([0, 1, 2])
      expect(batches(log, { statuses: ['processing'] }, running)).toEqual([2, 0])
      const page = log.listBatches({ ...ALL, limit: 1, from: 1 }, null, running)
      expect(page).toMatchObject({ total: 3, from: 1, next: 0 })
      await finish(log, [0, 1], { batchUid: 0 })
      expect(log.nextBatchUid).toBe(2)
      expect(batches(log, {}, running)).toEqual([2, 1, 0])
      await log.close()
    })

    test('remembers the plans of batches until they are finished or abandoned', async () => {
      const log = await open()
      await log.append(newTask('a'))
      const plan = {
        batchUid: 0,
        taskUids: [0, 0],
        kind: 'documents' as const,
        indexUid: 'a',
        indexId: 'id-1',
        strategy: '',
        startedAt: 3,
      }
      const entry = { uid: 'a', indexId: 'id-1', createdAt: 5, generation: 1 }
      await log.beginBatch(plan, [{ kind: 'putIndex', entry }])
      expect(log.plans).toEqual([plan])
      expect(log.catalogue.getIndex('a')).toEqual(entry)
      const other = { ...plan, batchUid: 1, indexUid: 'b', indexId: 'id-2' }
      await log.beginBatch(other, [])
      expect(log.plans).toEqual([plan, other])
      await log.abandonBatch(0)
      await log.abandonBatch(7)
      expect(log.plans).toEqual([other])
      await log.beginBatch(plan, [])
      expect(log.plans).toEqual([plan, other])
      await finish(log, [0])
      expect(log.plans).toEqual([other])
      await log.close()
    })

    test('names the payloads that waiting tasks need', async () => {
      const log = await open()
      const addition = (payload: string): TaskContent => ({
        kind: 'documentAddition',
        mode: 'replace',
        payload,
        payloadBytes: 1,
        documentCount: 1,
        primaryKey: null,
        allowIndexCreation: true,
        skipCreation: false,
      })
      await log.append(newTask('a', addition('one')))
      await log.append(newTask('a', addition('two')))
      await finish(log, [0])
      expect([...log.payloadNames()]).toEqual(['two'])
      await log.close()
    })

    const { reopen } = factory
    test.skipIf(reopen === null)('finds everything again after it was closed', async () => {
      const log = await open()
      const { instanceUid } = log.catalogue
      const swaps = [{ indexes: ['a', 'b'] as const, rename: false }]
      await log.append(newTask('a'))
      await log.append(newTask(null, { kind: 'indexSwap', swaps }))
      await finish(log, [0])
      await finish(log, [1], { more: { renames: { beforeTaskUid: 1, swaps } } })
      await log.append(newTask('c'))
      const again = await reopen!(log)
      expect(again.catalogue.instanceUid).toBe(instanceUid)
      expect(listed(again, { indexUids: ['b'] })).toEqual([0])
      expect(listed(again, { statuses: ['enqueued'] })).toEqual([2])
      expect([again.nextTaskUid, again.nextBatchUid, again.taskCount]).toEqual([3, 2, 3])
      await again.close()
    })
  })
}
