// A batch: the tasks that were applied together, with their details merged and counted.

import { formatDuration, formatInstant } from './instant.ts'
import type { Instant } from './instant.ts'
import { taskType } from './task.ts'
import type { Task } from './task.ts'
import { taskDetails } from './task-details.ts'
import { toUidRanges } from './uid-ranges.ts'
import type { UidRanges } from './uid-ranges.ts'

export interface BatchStats {
  readonly totalNbTasks: number
  readonly status: Readonly<Record<string, number>>
  readonly types: Readonly<Record<string, number>>
  readonly indexUids: Readonly<Record<string, number>>
  /** Step path → readable time. */
  readonly progressTrace: Readonly<Record<string, string>>
  /** Absent when no server was asked for vectors. */
  readonly embedderRequests?: EmbedderRequests
}

/** Calls to embedding servers; every try counts. */
export interface EmbedderRequests {
  readonly total: number
  readonly failed: number
  readonly lastError: string | null
}

export interface Batch {
  readonly uid: number
  readonly taskUids: UidRanges
  readonly details: Readonly<Record<string, unknown>>
  readonly stats: BatchStats
  /** Cancelations of which the batch holds the victims. */
  readonly canceledBy: readonly number[]
  /** Of the first and last task that were enqueued. */
  readonly enqueuedAt: { readonly earliest: Instant; readonly latest: Instant }
  readonly startedAt: Instant
  readonly finishedAt: Instant | null
  /** Why the batch stopped growing. */
  readonly strategy: string
}

export interface PresentedProgress {
  readonly steps: readonly {
    readonly currentStep: string
    readonly finished: number
    readonly total: number
  }[]
  readonly percentage: number
}

/** The batch made of these tasks, given in ascending order of uid. */
export function makeBatch(
  tasks: readonly Task[],
  facts: {
    readonly uid: number
    readonly startedAt: Instant
    readonly finishedAt: Instant | null
    readonly strategy: string
    readonly progressTrace?: Readonly<Record<string, string>>
    readonly embedderRequests?: EmbedderRequests | null
  },
): Batch {
  const status: Record<string, number> = {}
  const types: Record<string, number> = {}
  const indexUids: Record<string, number> = {}
  const enqueued = tasks.map((task) => task.enqueuedAt)
  for (const task of tasks) {
    const type = taskType(task.content)
    status[task.status] = (status[task.status] ?? 0) + 1
    types[type] = (types[type] ?? 0) + 1
    if (task.indexUid !== null) indexUids[task.indexUid] = (indexUids[task.indexUid] ?? 0) + 1
  }
  return {
    uid: facts.uid,
    taskUids: toUidRanges(tasks.map((task) => task.uid).toSorted((a, b) => a - b)),
    details: mergeDetails(tasks),
    stats: {
      totalNbTasks: tasks.length,
      status,
      types,
      indexUids,
      progressTrace: facts.progressTrace ?? {},
      ...(facts.embedderRequests && { embedderRequests: facts.embedderRequests }),
    },
    canceledBy: [...new Set(tasks.flatMap((task) => task.canceledBy ?? []))],
    enqueuedAt: {
      earliest: enqueued.reduce((a, b) => Math.min(a, b), Infinity),
      latest: enqueued.reduce((a, b) => Math.max(a, b), -Infinity),
    },
    startedAt: facts.startedAt,
    finishedAt: facts.finishedAt,
    strategy: facts.strategy,
  }
}

/** A batch as `GET /batches` shows it; `progress` is null unless it is running. */
export function presentBatch(
  batch: Batch,
  progress: PresentedProgress | null,
): Record<string, unknown> {
  const { progressTrace, embedderRequests, ...counts } = batch.stats
  return {
    uid: batch.uid,
    progress,
    details: batch.details,
    stats: {
      ...counts,
      ...(Object.keys(progressTrace).length > 0 && { progressTrace }),
      ...(embedderRequests && { embedderRequests: presentRequests(embedderRequests) }),
    },
    duration: batch.finishedAt === null ? null : formatDuration(batch.finishedAt - batch.startedAt),
    startedAt: formatInstant(batch.startedAt),
    finishedAt: batch.finishedAt === null ? null : formatInstant(batch.finishedAt),
    batchStrategy: batch.strategy,
  }
}

function presentRequests({ total, failed, lastError }: EmbedderRequests): object {
  return { total, failed, ...(lastError !== null && { lastError }) }
}

// Numbers are summed, filters joined, swaps concatenated, settings last wins; anything else keeps the first value. Null
// members are left out, except resets of settings and counters that every task left open.
function mergeDetails(tasks: readonly Task[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {}
  for (const task of tasks) {
    const isSettings = task.content.kind === 'settings'
    for (const [name, value] of Object.entries(taskDetails(task) ?? {})) {
      if (isSettings) merged[name] = mergeSetting(name, merged[name], value)
      else if (value !== null) merged[name] = mergeDetail(name, merged[name], value)
      else if (COUNTERS.has(name)) merged[name] ??= null
    }
  }
  return merged
}

const COUNTERS = new Set([
  'indexedDocuments',
  'deletedDocuments',
  'editedDocuments',
  'canceledTasks',
  'deletedTasks',
])

function mergeDetail(name: string, sum: unknown, value: unknown): unknown {
  if (sum === undefined || sum === null) return value
  if (typeof sum === 'number' && typeof value === 'number') return sum + value
  if (name === 'originalFilter' && typeof sum === 'string' && typeof value === 'string') {
    return `${sum}&${value}`
  }
  if (name === 'swaps' && Array.isArray(sum) && Array.isArray(value)) return [...sum, ...value]
  return sum
}

function mergeSetting(name: string, earlier: unknown, later: unknown): unknown {
  const bothObjects = isRecord(earlier) && isRecord(later)
  return name === 'embedders' && bothObjects ? { ...earlier, ...later } : later
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
