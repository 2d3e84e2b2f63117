// The one place that changes indexes: takes tasks from the log in the order the interface promises, one batch at a time but for
// those that wait for embedders, and drives the engine. Routes register tasks here and read the queue through it, since only it knows what is running.

import type { Batch, PresentedProgress } from './batch.ts'
import type { Task, TaskContent } from './task.ts'
import type { BatchPage, TaskFilter, TaskPage, TaskQuery, Visibility } from './task-query.ts'

export interface RegisterOptions {
  /** Null for global tasks. */
  readonly indexUid: string | null
  readonly customMetadata?: string | null
}

export interface TaskSelection {
  readonly filter: TaskFilter
  /** `?` and the raw query string, as received. */
  readonly originalFilter: string
  readonly visibility: Visibility
}

export interface Scheduler {
  /** Opens the indexes, finishes what a crash interrupted, sweeps leftovers, then starts working. */
  start(): Promise<void>
  /** Ends running batches without a trace and stops. What was waiting waits for the next start. */
  stop(): Promise<void>

  /** Makes a task durable. Rejects with QueueFullError (`no_space_left_on_device`) when the log is full. */
  register(content: TaskContent, options: RegisterOptions): Promise<Task>
  /** Registers a `taskCancelation` of what matches now, and interrupts running batches that are concerned. */
  cancel(selection: TaskSelection): Promise<Task>
  /** Registers a `taskDeletion` of what matches now. */
  deleteTasks(selection: TaskSelection): Promise<Task>

  listTasks(query: TaskQuery, visibility: Visibility): TaskPage
  /** Undefined when unknown or hidden. */
  getTask(uid: number, visibility: Visibility): Task | undefined
  listBatches(query: TaskQuery, visibility: Visibility): BatchPage
  getBatch(uid: number, visibility: Visibility): Batch | undefined
  /** Where a running batch stands; null for any other batch. */
  progressOf(batchUid: number): PresentedProgress | null

  /** Whether a running task concerns this index. */
  isIndexing(indexUid: string): boolean
  /** Resolves when nothing is enqueued or running. */
  waitIdle(): Promise<void>
  /** Called after each finished batch with its tasks in their final state (webhooks). Returns how to stop listening. */
  onBatchFinished(listener: (tasks: readonly Task[], batch: Batch) => void): () => void
}

/** The log holds more bytes than the operator allows; deleting finished tasks makes room. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
  readonly code = 'no_space_left_on_device'
}
