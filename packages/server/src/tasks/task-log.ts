// The queue and its history. One transaction writes everything that one event changes, so that after a crash the log shows
// either all of it or nothing. Reads are synchronous and see every write that has resolved.

import type { Batch } from './batch.ts'
import type { BatchKind, WaitingFilter } from './batcher.ts'
import type { Catalogue, CatalogueChange } from './catalogue.ts'
import type { Instant } from './instant.ts'
import type { IndexSwap, Task, TaskContent } from './task.ts'
import type { BatchPage, TaskFilter, TaskPage, TaskQuery, Visibility } from './task-query.ts'
import type { UidRanges } from './uid-ranges.ts'

export interface NewTask {
  readonly indexUid: string | null
  readonly content: TaskContent
  readonly enqueuedAt: Instant
  readonly customMetadata: string | null
}

/** A batch about to be applied to an index, written down first so that a restart can finish it as it was. */
export interface BatchPlan {
  readonly batchUid: number
  readonly taskUids: UidRanges
  readonly kind: BatchKind
  readonly indexUid: string
  readonly indexId: string
  readonly strategy: string
  readonly startedAt: Instant
}

/** Everything that the end of a batch changes. */
export interface BatchCommit {
  readonly batch: Batch
  /** Tasks in their final state. */
  readonly tasks: readonly Task[]
  readonly catalogue: readonly CatalogueChange[]
  /** Finished tasks to forget, and with them the batches left without a task. */
  readonly deletedTaskUids: UidRanges
  /** New names of indexes: applied to every task below `beforeTaskUid`, and to swaps recorded in them. */
  readonly renames: { readonly beforeTaskUid: number; readonly swaps: readonly IndexSwap[] } | null
}

/** A batch that runs now: laid over tasks that are still stored as enqueued. */
export interface RunningBatch {
  readonly batch: Batch
  readonly taskUids: UidRanges
}

export interface TaskLog {
  readonly catalogue: Catalogue

  /** Gives the task its uid. Durable when resolved; concurrent calls share one transaction. */
  append(task: NewTask): Promise<Task>
  get(uid: number, running: readonly RunningBatch[]): Task | undefined
  list(query: TaskQuery, visibility: Visibility, running: readonly RunningBatch[]): TaskPage
  /** Every uid that matches and is visible. */
  match(filter: TaskFilter, visibility: Visibility, running: readonly RunningBatch[]): UidRanges

  getBatch(uid: number): Batch | undefined
  listBatches(query: TaskQuery, visibility: Visibility, running: readonly RunningBatch[]): BatchPage

  /** Tasks waiting to be applied, by ascending uid. */
  enqueued(filter: WaitingFilter): Iterable<Task>
  /** Waiting tasks that touch an index, swaps and renames included, by ascending uid. */
  enqueuedOf(indexUid: string): Iterable<Task>
  /** How many tasks there are, whatever their status. */
  readonly taskCount: number
  readonly nextTaskUid: number
  readonly nextBatchUid: number

  /** Plans of the batches that are being applied, or were when the process died; by ascending batch uid. */
  readonly plans: readonly BatchPlan[]
  /** Writes a plan together with the index that the batch creates on the way. */
  beginBatch(plan: BatchPlan, catalogue: readonly CatalogueChange[]): Promise<void>
  /** Forgets the plan of a batch, if it has one: nothing was applied. */
  abandonBatch(batchUid: number): Promise<void>
  /** One transaction; also forgets the plan of the batch. */
  finishBatch(commit: BatchCommit): Promise<void>

  /** Names of the payload files that waiting tasks need. */
  payloadNames(): Set<string>
  /** Bytes in use, to refuse tasks before the disk does. */
  usedBytes(): number
  close(): Promise<void>
}
