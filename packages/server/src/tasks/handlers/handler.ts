// What the scheduler asks of the code that applies a batch, and what it gets back.

import type { Engine, ReportWait } from '@sextant/engine'
import type { ChosenBatch } from '../batcher.ts'
import type { CatalogueChange, IndexEntry } from '../catalogue.ts'
import type { Clock, Instant } from '../instant.ts'
import type { PayloadStore } from '../payload-store.ts'
import type { Progress } from '../progress.ts'
import type { IndexSwap, Task, TaskResult } from '../task.ts'
import type { TaskError } from '../task-error.ts'
import type { TaskLog } from '../task-log.ts'
import type { UidRanges } from '../uid-ranges.ts'

/** What handlers work with. */
export interface HandlerContext {
  readonly log: TaskLog
  readonly engine: Engine
  readonly payloads: PayloadStore
  readonly clock: Clock
  /** A name for a new index that was never used before. */
  readonly randomIndexId: () => string
  readonly batchUid: number
  readonly startedAt: Instant
  readonly progress: Progress
  /** Told when the engine begins to wait for an embedder: see `BatchWatch`. */
  readonly onWait: ReportWait
  /** Fires when a task of the batch is canceled, or the server stops. */
  readonly signal: AbortSignal
}

/** How one task ended. */
export interface TaskOutcome {
  readonly task: Task
  readonly status: 'succeeded' | 'failed' | 'canceled'
  readonly result: TaskResult
  readonly error: TaskError | null
  readonly canceledBy: number | null
}

/** How a batch ended: everything to be written in one transaction, and what may be cleaned up after it. */
export interface BatchOutcome {
  readonly outcomes: readonly TaskOutcome[]
  readonly catalogue?: readonly CatalogueChange[]
  readonly deletedTaskUids?: UidRanges
  readonly renames?: { readonly beforeTaskUid: number; readonly swaps: readonly IndexSwap[] }
  /** Indexes that no name leads to any more. */
  readonly droppedIndexIds?: readonly string[]
}

/** Applies one kind of batch. Throws only when the whole batch fails. */
export type BatchHandler = (batch: ChosenBatch, context: HandlerContext) => Promise<BatchOutcome>

/** The task did what it was asked. */
export function succeed(task: Task, result: TaskResult = {}): TaskOutcome {
  return { task, status: 'succeeded', result, error: null, canceledBy: null }
}

/** The task failed, and left nothing behind. */
export function fail(task: Task, error: TaskError): TaskOutcome {
  return { task, status: 'failed', result: {}, error, canceledBy: null }
}

/** Every task of the batch fails for the same reason. */
export function failAll(batch: ChosenBatch, error: TaskError): BatchOutcome {
  return { outcomes: batch.tasks.map((task) => fail(task, error)) }
}

/** No index bears this name. */
export function indexNotFound(...indexUids: readonly string[]): TaskError {
  const names = indexUids.map((uid) => `\`${uid}\``).join(', ')
  const message =
    indexUids.length === 1 ? `There is no index ${names}.` : `There are no indexes ${names}.`
  return { code: 'index_not_found', message }
}

/** The name is taken. */
export function indexAlreadyExists(indexUid: string): TaskError {
  return { code: 'index_already_exists', message: `There is already an index \`${indexUid}\`.` }
}

/** The entry of an index under the generation that it has now. */
export function withGeneration(entry: IndexEntry, generation: number): CatalogueChange {
  return { kind: 'putIndex', entry: { ...entry, generation } }
}
