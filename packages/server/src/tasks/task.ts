// A task: what a write request asked for, and what became of it. `content` holds everything needed to apply it; `result`
// holds the counts known once it is finished. On disk a task is never `processing`: the scheduler lays that over.

import { formatDuration, formatInstant } from './instant.ts'
import type { Instant } from './instant.ts'
import { taskDetails } from './task-details.ts'
import type { TaskError } from './task-error.ts'
import type { UidRanges } from './uid-ranges.ts'

/** Statuses in the order in which the interface lists them. */
export const TASK_STATUSES = ['enqueued', 'processing', 'succeeded', 'failed', 'canceled'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** Wire names of the types; `databaseUpgrade` is only accepted as a filter and is mapped by the route. */
export const TASK_TYPES = [
  'documentAdditionOrUpdate',
  'documentEdition',
  'documentDeletion',
  'settingsUpdate',
  'indexCreation',
  'indexDeletion',
  'indexUpdate',
  'indexSwap',
  'taskCancelation',
  'taskDeletion',
  'dumpCreation',
  'snapshotCreation',
  'export',
  'upgradeDatabase',
  'indexCompaction',
] as const
export type TaskType = (typeof TASK_TYPES)[number]

export interface IndexSwap {
  readonly indexes: readonly [string, string]
  /** The first takes the name of the second, which must not exist. */
  readonly rename: boolean
}

export type TaskContent =
  | {
      readonly kind: 'documentAddition'
      readonly mode: 'replace' | 'update'
      /** Name of the NDJSON file in the payload store. */
      readonly payload: string
      readonly payloadBytes: number
      readonly documentCount: number
      /** The key that the request names. */
      readonly primaryKey: string | null
      /** The caller's key may create the index. */
      readonly allowIndexCreation: boolean
      readonly skipCreation: boolean
    }
  | { readonly kind: 'documentDeletionByIds'; readonly ids: readonly string[] }
  | { readonly kind: 'documentDeletionByFilter'; readonly filter: unknown }
  | { readonly kind: 'documentClear' }
  | {
      readonly kind: 'documentEdition'
      readonly function: string
      /** Null: every document. */
      readonly filter: unknown
      readonly context: Readonly<Record<string, unknown>> | null
    }
  | {
      readonly kind: 'settings'
      /** Checked and brought into canonical form by the route; null resets a setting. */
      readonly settings: Readonly<Record<string, unknown>>
      /** From a DELETE: never creates the index. */
      readonly isReset: boolean
      readonly allowIndexCreation: boolean
    }
  | { readonly kind: 'indexCreation'; readonly primaryKey: string | null }
  | {
      readonly kind: 'indexUpdate'
      readonly primaryKey: string | null
      /** New name of the index, null to keep it. */
      readonly newIndexUid: string | null
      /** Set by the log when a later swap has changed the name that the task was registered under. */
      readonly oldIndexUid?: string
    }
  | { readonly kind: 'indexDeletion' }
  | { readonly kind: 'indexSwap'; readonly swaps: readonly IndexSwap[] }
  | {
      readonly kind: 'taskCancelation' | 'taskDeletion'
      /** `?` and the raw query string of the request. */
      readonly originalFilter: string
      /** What matched when the request arrived. */
      readonly taskUids: UidRanges
    }
  | { readonly kind: 'dumpCreation' }
  | { readonly kind: 'snapshotCreation' }
  | { readonly kind: 'export'; readonly details: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'upgradeDatabase'
      readonly upgradeFrom: string
      readonly upgradeTo: string
    }
  | { readonly kind: 'indexCompaction' }

/** Counts of a finished task by their name in `details`; a missing one is presented as null. */
export type TaskResult = Readonly<Record<string, unknown>>

export interface Task {
  readonly uid: number
  readonly batchUid: number | null
  /** Null for tasks that do not belong to exactly one index. */
  readonly indexUid: string | null
  readonly status: TaskStatus
  readonly content: TaskContent
  readonly canceledBy: number | null
  readonly result: TaskResult
  readonly error: TaskError | null
  readonly enqueuedAt: Instant
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
  readonly customMetadata: string | null
}

/** The wire type of a task. */
export function taskType(content: TaskContent): TaskType {
  switch (content.kind) {
    case 'documentAddition':
      return 'documentAdditionOrUpdate'
    case 'documentDeletionByIds':
    case 'documentDeletionByFilter':
    case 'documentClear':
      return 'documentDeletion'
    case 'settings':
      return 'settingsUpdate'
    default:
      return content.kind
  }
}

/** Every index that a task touches: two or more for swaps and renames, which are barriers in each. */
export function touchedIndexes(task: Pick<Task, 'indexUid' | 'content'>): string[] {
  const { content } = task
  const own = task.indexUid === null ? [] : [task.indexUid]
  if (content.kind === 'indexSwap') return content.swaps.flatMap((swap) => [...swap.indexes])
  if (content.kind === 'indexUpdate' && content.newIndexUid !== null) {
    return [...own, content.newIndexUid]
  }
  return own
}

/** Turns a stored error into the error object of the interface; `errors/` knows types and links. */
export type PresentError = (error: TaskError) => unknown

/** A task as `GET /tasks` shows it, keys in wire order. */
export function presentTask(task: Task, presentError: PresentError): Record<string, unknown> {
  const { startedAt, finishedAt } = task
  return {
    uid: task.uid,
    batchUid: task.batchUid,
    indexUid: task.indexUid,
    status: task.status,
    type: taskType(task.content),
    canceledBy: task.canceledBy,
    details: taskDetails(task),
    error: task.error === null ? null : presentError(task.error),
    duration:
      startedAt === null || finishedAt === null ? null : formatDuration(finishedAt - startedAt),
    enqueuedAt: formatInstant(task.enqueuedAt),
    startedAt: startedAt === null ? null : formatInstant(startedAt),
    finishedAt: finishedAt === null ? null : formatInstant(finishedAt),
    ...(task.customMetadata === null ? {} : { customMetadata: task.customMetadata }),
  }
}

/** What every asynchronous route answers. */
export function summarizeTask(task: Task): Record<string, unknown> {
  return {
    taskUid: task.uid,
    indexUid: task.indexUid,
    status: 'enqueued',
    type: taskType(task.content),
    enqueuedAt: formatInstant(task.enqueuedAt),
    ...(task.customMetadata === null ? {} : { customMetadata: task.customMetadata }),
  }
}
