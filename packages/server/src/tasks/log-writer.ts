// What the log writes, always inside a transaction of its storage: records, and the sets and zones by which they are found.

import type { Batch } from './batch.ts'
import { DateZoneWriter } from './date-zones.ts'
import type { Dates } from './date-zones.ts'
import { datesOfBatch } from './find-batches.ts'
import type { LogStorage } from './log-storage.ts'
import type { RenameHistory } from './rename-history.ts'
import {
  ALL_TASKS,
  BATCH_ZONES,
  TASK_ZONES,
  batchIndexSet,
  setsOfBatch,
  setsOfTask,
  taskBarrierSet,
  taskIndexSet,
} from './set-names.ts'
import type { Task } from './task.ts'
import type { BatchCommit } from './task-log.ts'
import { eachUid } from './uid-ranges.ts'
import type { UidRanges } from './uid-ranges.ts'
import { UidSetWriter } from './uid-sets.ts'

/** Records that list the index names in use begin with these. */
export const TASK_NAMES = 'name/'
export const BATCH_NAMES = 'batch-name/'

/** Writes new tasks. */
export function writeTasks(storage: LogStorage, tasks: readonly Task[]): void {
  const sets = new UidSetWriter(storage.chunks)
  const zones = new DateZoneWriter(storage.chunks, TASK_ZONES)
  for (const task of tasks) {
    storage.tasks.put(task.uid, task)
    for (const set of setsOfTask(task)) sets.add(set, task.uid)
    zones.widen(task.uid, datesOfTask(task))
    if (task.indexUid !== null) storage.records.put(TASK_NAMES + task.indexUid, true)
  }
  sets.flush()
  zones.flush()
}

/** Writes the end of a batch, counters and catalogue aside. Returns how many tasks were deleted. */
export function writeCommit(
  storage: LogStorage,
  renames: RenameHistory,
  commit: BatchCommit,
): number {
  const sets = new UidSetWriter(storage.chunks)
  writeOutcomes(storage, commit.tasks, { sets, renames })
  writeBatch(storage, commit.batch, sets)
  const deletedCount = deleteTasks(storage, commit.deletedTaskUids, { sets, renames })
  if (commit.renames !== null) {
    const { beforeTaskUid, swaps } = commit.renames
    renames.write(beforeTaskUid, swaps)
    for (const { indexes, rename } of swaps) {
      const options = { limit: beforeTaskUid, isExchange: !rename }
      sets.move(taskIndexSet(indexes[0]), taskIndexSet(indexes[1]), options)
      sets.move(taskBarrierSet(indexes[0]), taskBarrierSet(indexes[1]), options)
      writeNames(storage, indexes, sets)
    }
  }
  sets.flush()
  return deletedCount
}

interface Writing {
  readonly sets: UidSetWriter
  readonly renames: RenameHistory
}

function writeOutcomes(storage: LogStorage, tasks: readonly Task[], writing: Writing): void {
  const zones = new DateZoneWriter(storage.chunks, TASK_ZONES)
  for (const task of tasks) {
    const stored = storage.tasks.get(task.uid)
    if (stored === undefined) continue
    for (const set of setsOfTask(writing.renames.apply(stored))) writing.sets.remove(set, task.uid)
    for (const set of setsOfTask(task)) writing.sets.add(set, task.uid)
    zones.widen(task.uid, datesOfTask(task))
    // names stay those of the registration: see RenameHistory
    const { indexUid, content } = stored
    storage.tasks.put(task.uid, { ...task, indexUid, content })
  }
  zones.flush()
}

function writeBatch(storage: LogStorage, batch: Batch, sets: UidSetWriter): void {
  storage.batches.put(batch.uid, batch)
  for (const set of setsOfBatch(batch)) sets.add(set, batch.uid)
  const zones = new DateZoneWriter(storage.chunks, BATCH_ZONES)
  zones.widen(batch.uid, datesOfBatch(batch))
  zones.flush()
  for (const uid of Object.keys(batch.stats.indexUids)) {
    storage.records.put(BATCH_NAMES + uid, true)
  }
}

function deleteTasks(storage: LogStorage, uids: UidRanges, { sets, renames }: Writing): number {
  const batchUids = new Set<number>()
  const indexUids = new Set<string>()
  let count = 0
  for (const uid of eachUid(uids)) {
    const stored = storage.tasks.get(uid)
    if (stored === undefined) continue
    const task = renames.apply(stored)
    for (const set of setsOfTask(task)) sets.remove(set, uid)
    storage.tasks.remove(uid)
    if (task.batchUid !== null) batchUids.add(task.batchUid)
    if (task.indexUid !== null) indexUids.add(task.indexUid)
    count++
  }
  if (count === 0) return 0
  for (const uid of batchUids) deleteBatchWithoutTasks(storage, uid, sets)
  writeNames(storage, indexUids, sets)
  const lowest = sets.members(ALL_TASKS).next()
  renames.prune(lowest.done === true ? Infinity : lowest.value)
  return count
}

function deleteBatchWithoutTasks(storage: LogStorage, uid: number, sets: UidSetWriter): void {
  const batch = storage.batches.get(uid)
  if (batch === undefined) return
  for (const taskUid of eachUid(batch.taskUids)) if (sets.has(ALL_TASKS, taskUid)) return
  for (const set of setsOfBatch(batch)) sets.remove(set, uid)
  storage.batches.remove(uid)
  for (const indexUid of Object.keys(batch.stats.indexUids)) {
    if (sets.isEmpty(batchIndexSet(indexUid))) storage.records.remove(BATCH_NAMES + indexUid)
  }
}

// A name is listed as long as a task bears it.
function writeNames(storage: LogStorage, indexUids: Iterable<string>, sets: UidSetWriter): void {
  for (const uid of indexUids) {
    if (sets.isEmpty(taskIndexSet(uid))) storage.records.remove(TASK_NAMES + uid)
    else storage.records.put(TASK_NAMES + uid, true)
  }
}

function datesOfTask(task: Task): Dates {
  const { enqueuedAt, startedAt, finishedAt } = task
  return {
    enqueuedAt: [enqueuedAt, enqueuedAt],
    startedAt: startedAt === null ? null : [startedAt, startedAt],
    finishedAt: finishedAt === null ? null : [finishedAt, finishedAt],
  }
}
