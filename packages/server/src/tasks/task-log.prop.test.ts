// The log against a plain array of tasks: whatever was appended, finished, swapped or deleted, lists agree.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeBatch } from './batch.ts'
import { openMemoryTaskLog } from './memory-task-log.ts'
import { taskType, touchedIndexes } from './task.ts'
import type { Task, TaskContent } from './task.ts'
import type { TaskLog } from './task-log.ts'
import { NO_FILTER } from './task-query.ts'
import type { TaskQuery, Visibility } from './task-query.ts'
import { toUidRanges } from './uid-ranges.ts'

const INDEXES = ['a', 'b', 'c'] as const
const index = fc.constantFrom(...INDEXES)

type Step =
  | { kind: 'append'; indexUid: string; content: TaskContent }
  | { kind: 'finish'; count: number; status: 'succeeded' | 'failed'; isReversed: boolean }
  | { kind: 'swap'; pair: readonly [string, string]; rename: boolean }
  | { kind: 'delete'; every: number }

const content = fc.constantFrom<TaskContent>(
  { kind: 'indexCreation', primaryKey: null },
  { kind: 'indexDeletion' },
  { kind: 'documentClear' },
)
const pair = fc.tuple(index, index).filter(([a, b]) => a !== b)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('append'), indexUid: index, content }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('finish'),
      count: fc.integer({ min: 1, max: 3 }),
      status: fc.constantFrom('succeeded', 'failed'),
      isReversed: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('swap'), pair, rename: fc.boolean() }),
  fc.record({ kind: fc.constant('delete'), every: fc.integer({ min: 2, max: 4 }) }),
) as fc.Arbitrary<Step>

const some = <T>(values: readonly T[]): fc.Arbitrary<T[] | null> =>
  fc.option(fc.subarray([...values]), { nil: null })
const date = fc.option(fc.nat(60), { nil: null })
const query: fc.Arbitrary<TaskQuery> = fc.record({
  uids: some([0, 1, 2, 3, 5, 8, 13]),
  batchUids: some([0, 1, 2, 3]),
  statuses: some(['enqueued', 'succeeded', 'failed', 'processing'] as const),
  types: some(['indexCreation', 'documentDeletion', 'indexSwap'] as const),
  indexUids: some(INDEXES),
  canceledBy: fc.constant(null),
  beforeEnqueuedAt: date,
  afterEnqueuedAt: date,
  beforeStartedAt: date,
  afterStartedAt: date,
  beforeFinishedAt: date,
  afterFinishedAt: date,
  limit: fc.nat(5),
  from: fc.option(fc.nat(20), { nil: null }),
  reverse: fc.boolean(),
})

/** The log in the plainest way: tasks in an array, renamed one by one. */
class Model {
  tasks: Task[] = []

  matches(task: Task, filter: TaskQuery): boolean {
    const isIn = <T>(list: readonly T[] | null, value: T | null): boolean =>
      list === null || (value !== null && list.includes(value))
    const isBetween = (value: number | null, after: number | null, before: number | null) =>
      (after === null && before === null) ||
      (value !== null && (after === null || value > after) && (before === null || value < before))
    return (
      isIn(filter.uids, task.uid) &&
      isIn(filter.batchUids, task.batchUid) &&
      isIn(filter.statuses, task.status) &&
      isIn(filter.types, taskType(task.content)) &&
      (filter.indexUids === null ||
        touchedIndexes(task).some((uid) => filter.indexUids!.includes(uid))) &&
      isBetween(task.enqueuedAt, filter.afterEnqueuedAt, filter.beforeEnqueuedAt) &&
      isBetween(task.startedAt, filter.afterStartedAt, filter.beforeStartedAt) &&
      isBetween(task.finishedAt, filter.afterFinishedAt, filter.beforeFinishedAt)
    )
  }

  list(filter: TaskQuery, visibility: Visibility) {
    const matching = this.tasks.filter((task) => this.matches(task, filter))
    const isRestricted = filter.indexUids !== null || visibility !== null
    const visible = matching.filter(
      ({ indexUid }) =>
        !isRestricted ||
        (indexUid !== null &&
          (filter.indexUids?.includes(indexUid) ?? true) &&
          (visibility?.(indexUid) ?? true)),
    )
    const ordered = filter.reverse ? visible : visible.toReversed()
    const { from, limit } = filter
    const after = ordered.filter(
      ({ uid }) => from === null || (filter.reverse ? uid >= from : uid <= from),
    )
    const results = after.slice(0, limit)
    const next = after[limit]?.uid ?? null
    return { results, total: matching.length, limit, from: results[0]?.uid ?? null, next }
  }

  rename(uid: number, [a, b]: readonly [string, string], isRename: boolean): void {
    const change = (name: string): string => {
      if (name === a) return b
      return name === b && !isRename ? a : name
    }
    this.tasks = this.tasks.map((task) => {
      if (task.uid >= uid) return task
      const renamed = task.indexUid === null ? null : change(task.indexUid)
      if (task.content.kind !== 'indexSwap') return { ...task, indexUid: renamed }
      const swaps = task.content.swaps.map(({ indexes: [x, y], rename }) => ({
        indexes: [change(x), change(y)] as const,
        rename,
      }))
      return { ...task, content: { kind: 'indexSwap', swaps } }
    })
  }
}

async function play(log: TaskLog, model: Model, steps: readonly Step[]): Promise<void> {
  let now = 0
  const append = async (indexUid: string | null, body: TaskContent): Promise<Task> => {
    const enqueuedAt = now++
    const task = await log.append({ indexUid, content: body, enqueuedAt, customMetadata: null })
    model.tasks.push(task)
    return task
  }
  const finish = async (
    tasks: readonly Task[],
    status: 'succeeded' | 'failed',
    more: Partial<Parameters<TaskLog['finishBatch']>[0]> = {},
  ): Promise<void> => {
    const times = { startedAt: now++, finishedAt: now++ }
    const uid = log.nextBatchUid
    const ended = tasks.map((task) => ({ ...task, ...times, status, batchUid: uid }))
    for (const task of ended) {
      model.tasks = model.tasks.map((one) => (one.uid === task.uid ? task : one))
    }
    const batch = makeBatch(ended, { uid, ...times, strategy: '' })
    const nothing = { catalogue: [], deletedTaskUids: [], renames: null }
    await log.finishBatch({ batch, tasks: ended, ...nothing, ...more })
  }
  for (const one of steps) {
    if (one.kind === 'append') await append(one.indexUid, one.content)
    if (one.kind === 'finish') {
      const waiting = model.tasks.filter((task) => task.status === 'enqueued')
      const ordered = one.isReversed ? waiting.toReversed() : waiting
      if (waiting.length > 0) await finish(ordered.slice(0, one.count), one.status)
    }
    if (one.kind === 'swap') {
      const swaps = [{ indexes: one.pair, rename: one.rename }]
      const task = await append(null, { kind: 'indexSwap', swaps })
      await finish([task], 'succeeded', { renames: { beforeTaskUid: task.uid, swaps } })
      model.rename(task.uid, one.pair, one.rename)
    }
    if (one.kind === 'delete') {
      const finished = model.tasks.filter((task) => task.status !== 'enqueued')
      const doomed = finished.filter((_, i) => i % one.every === 0).map((task) => task.uid)
      const task = await append(null, { kind: 'snapshotCreation' })
      await finish([task], 'succeeded', { deletedTaskUids: toUidRanges(doomed) })
      model.tasks = model.tasks.filter(({ uid }) => !doomed.includes(uid))
    }
  }
}

test('lists what a plain array of tasks would', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      fc.array(query, { minLength: 3, maxLength: 8 }),
      fc.option(fc.subarray([...INDEXES]), { nil: null }),
      async (steps, queries, visibleIndexes) => {
        const log = await openMemoryTaskLog(() => 'instance')
        const model = new Model()
        await play(log, model, steps)
        const visibility: Visibility =
          visibleIndexes === null ? null : (uid) => (visibleIndexes as string[]).includes(uid)
        const all = { ...NO_FILTER, limit: 100, from: null, reverse: true }
        for (const one of [all, ...queries]) {
          expect(log.list(one, visibility, [])).toEqual(model.list(one, visibility))
        }
        expect(log.taskCount).toBe(model.tasks.length)
        const waiting = model.tasks.filter((task) => task.status === 'enqueued')
        expect([...log.enqueued({})]).toEqual(waiting)
      },
    ),
    { numRuns: 150 },
  )
})
