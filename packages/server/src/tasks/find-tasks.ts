// Evaluates a task filter chunk by chunk over the uid sets of the log.

import type { Batch } from './batch.ts'
import { isInSpan, zoneMatch } from './date-zones.ts'
import type { DateField, DateSpan } from './date-zones.ts'
import type { Instant } from './instant.ts'
import type { LogStorage } from './log-storage.ts'
import {
  ALL_TASKS,
  TASK_ZONES,
  taskBarrierSet,
  taskCanceledBySet,
  taskIndexSet,
  taskStatusSet,
  taskTypeSet,
} from './set-names.ts'
import type { RunningBatch } from './task-log.ts'
import type { TaskFilter, Visibility } from './task-query.ts'
import { toUidRanges } from './uid-ranges.ts'
import type { UidRanges } from './uid-ranges.ts'
import { addAll, eachBit, intersectAny, removeAll, wordsOfRanges } from './uid-sets.ts'
import type { ChunkWords, UidSets } from './uid-sets.ts'

export interface TaskFinder {
  /** Chunks that may hold matches, ascending. */
  readonly chunks: readonly number[]
  /**
   * Matches in a chunk. `counted` are those of `total`, which like the reference ignores what the caller may see and counts
   * swaps of the asked indexes; `listed` are those to show.
   */
  find(chunk: number): { readonly counted: ChunkWords; readonly listed: ChunkWords } | null
}

interface Source {
  readonly storage: LogStorage
  readonly sets: UidSets
  /** Names of the indexes that tasks belong to. */
  readonly indexUids: () => readonly string[]
}

/** Prepares the evaluation of a filter; running batches are laid over what is stored. */
export function taskFinder(
  { storage, sets, indexUids }: Source,
  filter: TaskFilter,
  visibility: Visibility,
  running: readonly RunningBatch[],
): TaskFinder {
  const uidRanges = filter.uids === null ? null : sortedRanges(filter.uids)
  const batchRanges = filter.batchUids?.map((uid) => storage.batches.get(uid)?.taskUids ?? [])
  const visibleSets = visibleIndexSets(filter, visibility, indexUids)
  const dateFilters = listDateFilters(filter)

  // tasks of running batches: still enqueued on disk, or already finished and then no longer running
  const runningWords = (
    chunk: number,
    isMeant: (batch: Batch) => boolean = () => true,
  ): ChunkWords | null => {
    const meant = running.filter(({ batch }) => isMeant(batch))
    if (meant.length === 0) return null
    const enqueued = sets.read(taskStatusSet('enqueued'), chunk)
    if (enqueued !== null) {
      intersectAny(
        enqueued,
        meant.map(({ taskUids }) => wordsOfRanges(chunk, taskUids)),
      )
    }
    return enqueued
  }
  const union = (chunk: number, names: readonly string[]): (ChunkWords | null)[] =>
    names.map((name) => sets.read(name, chunk))

  const statusWords = (chunk: number, statuses: readonly string[]): ChunkWords[] => {
    const active = runningWords(chunk)
    const found: ChunkWords[] = []
    for (const status of statuses) {
      const words = status === 'processing' ? active : sets.read(taskStatusSet(status), chunk)
      if (words === null) continue
      if (status === 'enqueued' && active !== null) removeAll(words, active)
      found.push(words)
    }
    return found
  }

  const keepDates = (words: ChunkWords, chunk: number): void => {
    for (const { field, span } of dateFilters) {
      if (field === 'enqueuedAt') {
        keepInZone(words, chunk, { field, span })
        continue
      }
      // waiting tasks have no such date yet, running ones have started
      const enqueued = sets.read(taskStatusSet('enqueued'), chunk)
      if (enqueued !== null) {
        const hasStarted = ({ startedAt }: Batch): boolean => isInSpan([startedAt, startedAt], span)
        const started = field === 'startedAt' ? runningWords(chunk, hasStarted) : null
        if (started !== null) intersectAny(started, [words])
        removeAll(words, enqueued)
        keepInZone(words, chunk, { field, span })
        if (started !== null) addAll(words, started)
      } else keepInZone(words, chunk, { field, span })
    }
  }

  const keepInZone = (
    words: ChunkWords,
    chunk: number,
    { field, span }: { field: DateField; span: DateSpan },
  ): void => {
    const match = zoneMatch(storage.chunks, { name: TASK_ZONES, chunk, field }, span)
    if (match === 'none') words.fill(0)
    if (match !== 'some') return
    const outside: number[] = []
    for (const uid of eachBit(words, chunk)) {
      const date = storage.tasks.get(uid)?.[field] ?? null
      if (date === null || !isInSpan([date, date], span)) outside.push(uid)
    }
    removeAll(words, wordsOfRanges(chunk, toUidRanges(outside)))
  }

  return {
    chunks: sets.chunks(ALL_TASKS),
    find(chunk) {
      const counted = sets.read(ALL_TASKS, chunk)
      if (counted === null) return null
      if (uidRanges !== null) intersectAny(counted, [wordsOfRanges(chunk, uidRanges)])
      if (batchRanges !== undefined) {
        const own = batchRanges.map((ranges) => wordsOfRanges(chunk, ranges))
        const isAsked = ({ uid }: Batch): boolean => filter.batchUids!.includes(uid)
        intersectAny(counted, [...own, runningWords(chunk, isAsked)])
      }
      if (filter.statuses !== null) intersectAny(counted, statusWords(chunk, filter.statuses))
      if (filter.types !== null) intersectAny(counted, union(chunk, filter.types.map(taskTypeSet)))
      if (filter.canceledBy !== null) {
        intersectAny(counted, union(chunk, filter.canceledBy.map(taskCanceledBySet)))
      }
      if (filter.indexUids !== null) {
        const names = filter.indexUids.flatMap((uid) => [taskIndexSet(uid), taskBarrierSet(uid)])
        intersectAny(counted, union(chunk, names))
      }
      keepDates(counted, chunk)
      if (visibleSets === null) return { counted, listed: counted }
      const listed = counted.slice()
      intersectAny(listed, union(chunk, visibleSets))
      return { counted, listed }
    },
  }
}

/** The date filters of a query that are set. */
export function listDateFilters(filter: TaskFilter): { field: DateField; span: DateSpan }[] {
  const span = (after: Instant | null, before: Instant | null): DateSpan => ({ after, before })
  const all = [
    { field: 'enqueuedAt', span: span(filter.afterEnqueuedAt, filter.beforeEnqueuedAt) },
    { field: 'startedAt', span: span(filter.afterStartedAt, filter.beforeStartedAt) },
    { field: 'finishedAt', span: span(filter.afterFinishedAt, filter.beforeFinishedAt) },
  ] as const
  return all.filter(({ span: { after, before } }) => after !== null || before !== null)
}

/** Ranges of uids in any order, repeats included. */
export function sortedRanges(uids: readonly number[]): UidRanges {
  return toUidRanges([...new Set(uids)].toSorted((a, b) => a - b))
}

// Null: no restriction. Global tasks vanish as soon as there is one.
function visibleIndexSets(
  filter: TaskFilter,
  visibility: Visibility,
  indexUids: () => readonly string[],
): string[] | null {
  if (filter.indexUids === null && visibility === null) return null
  const names = filter.indexUids ?? indexUids()
  return names.filter((uid) => visibility === null || visibility(uid)).map(taskIndexSet)
}
