// What `GET /tasks` and `GET /batches` may ask for, already parsed by the route.

import type { Batch } from './batch.ts'
import type { Instant } from './instant.ts'
import type { Task, TaskStatus, TaskType } from './task.ts'

/** Filters: null = not filtered, an empty list matches nothing. AND between members, OR inside a list. Dates are strict. */
export interface TaskFilter {
  readonly uids: readonly number[] | null
  readonly batchUids: readonly number[] | null
  readonly statuses: readonly TaskStatus[] | null
  readonly types: readonly TaskType[] | null
  readonly indexUids: readonly string[] | null
  readonly canceledBy: readonly number[] | null
  readonly beforeEnqueuedAt: Instant | null
  readonly afterEnqueuedAt: Instant | null
  readonly beforeStartedAt: Instant | null
  readonly afterStartedAt: Instant | null
  readonly beforeFinishedAt: Instant | null
  readonly afterFinishedAt: Instant | null
}

/** The filter that lets everything through: spread it and set what is asked. */
export const NO_FILTER: TaskFilter = {
  uids: null,
  batchUids: null,
  statuses: null,
  types: null,
  indexUids: null,
  canceledBy: null,
  beforeEnqueuedAt: null,
  afterEnqueuedAt: null,
  beforeStartedAt: null,
  afterStartedAt: null,
  beforeFinishedAt: null,
  afterFinishedAt: null,
}

export interface TaskQuery extends TaskFilter {
  readonly limit: number
  /** Inclusive first uid in the direction of the listing. */
  readonly from: number | null
  /** Ascending instead of descending. */
  readonly reverse: boolean
}

/** Which indexes the caller may see; null: everything, global tasks included. */
export type Visibility = ((indexUid: string) => boolean) | null

/** One page; `total` counts matches whatever the page and, like the reference, whatever the caller may see. */
export interface Page<T> {
  readonly results: readonly T[]
  readonly total: number
  readonly limit: number
  readonly from: number | null
  readonly next: number | null
}
export type TaskPage = Page<Task>
export type BatchPage = Page<Batch>
