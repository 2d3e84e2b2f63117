// Names of the uid sets that the log keeps, for tasks and for batches.

import type { Batch } from './batch.ts'
import { taskType, touchedIndexes } from './task.ts'
import type { Task } from './task.ts'

export const ALL_TASKS = 't:all'
export const ALL_BATCHES = 'b:all'
export const TASK_ZONES = 't:zone'
export const BATCH_ZONES = 'b:zone'

export const taskStatusSet = (status: string): string => `t:status:${status}`
export const taskTypeSet = (type: string): string => `t:type:${type}`
/** Tasks that belong to exactly this index. */
export const taskIndexSet = (indexUid: string): string => `t:index:${indexUid}`
/** Swaps that name the index, and renames that end in it: barriers in its queue. */
export const taskBarrierSet = (indexUid: string): string => `t:barrier:${indexUid}`
export const taskCanceledBySet = (uid: number): string => `t:canceled:${uid}`

export const batchStatusSet = (status: string): string => `b:status:${status}`
export const batchTypeSet = (type: string): string => `b:type:${type}`
export const batchIndexSet = (indexUid: string): string => `b:index:${indexUid}`
export const batchCanceledBySet = (uid: number): string => `b:canceled:${uid}`

/** Every set that a task is in; its index names must be the present ones. */
export function setsOfTask(task: Task): string[] {
  const barriers = touchedIndexes(task).filter((uid) => uid !== task.indexUid)
  return [
    ALL_TASKS,
    taskStatusSet(task.status),
    taskTypeSet(taskType(task.content)),
    ...(task.indexUid === null ? [] : [taskIndexSet(task.indexUid)]),
    ...barriers.map(taskBarrierSet),
    ...(task.canceledBy === null ? [] : [taskCanceledBySet(task.canceledBy)]),
  ]
}

/** Every set that a batch is in. A later swap does not rename the indexes of a finished batch. */
export function setsOfBatch(batch: Batch): string[] {
  return [
    ALL_BATCHES,
    ...Object.keys(batch.stats.status).map(batchStatusSet),
    ...Object.keys(batch.stats.types).map(batchTypeSet),
    ...Object.keys(batch.stats.indexUids).map(batchIndexSet),
    ...batch.canceledBy.map(batchCanceledBySet),
  ]
}
