// Evaluates a filter over batches: each member of the filter must match some task of the batch.

import { isInSpan, zoneMatch } from './date-zones.ts'
import type { DateField } from './date-zones.ts'
import type { Batch } from './batch.ts'
import type { Instant } from './instant.ts'
import { listDateFilters, sortedRanges } from './find-tasks.ts'
import type { LogStorage } from './log-storage.ts'
import {
  ALL_BATCHES,
  BATCH_ZONES,
  batchCanceledBySet,
  batchIndexSet,
  batchStatusSet,
  batchTypeSet,
} from './set-names.ts'
import type { TaskFilter, Visibility } from './task-query.ts'
import { hasUid, toUidRanges } from './uid-ranges.ts'
import { eachBit, intersectAny, removeAll, wordsOfRanges } from './uid-sets.ts'
import type { TaskFinder } from './find-tasks.ts'
import type { ChunkWords, UidSets } from './uid-sets.ts'

interface Source {
  readonly storage: LogStorage
  readonly sets: UidSets
  /** Names of the indexes that batches worked on. */
  readonly indexUids: () => readonly string[]
}

/** Prepares the evaluation of a filter over finished batches. */
export function batchFinder(
  { storage, sets, indexUids }: Source,
  filter: TaskFilter,
  visibility: Visibility,
): TaskFinder {
  const ofTasks = filter.uids?.flatMap((uid) => storage.tasks.get(uid)?.batchUid ?? [])
  const limits = [ofTasks, filter.batchUids].filter((uids) => uids !== undefined && uids !== null)
  const ranges = limits.map(sortedRanges)
  const names = [
    filter.statuses?.map(batchStatusSet),
    filter.types?.map(batchTypeSet),
    filter.canceledBy?.map(batchCanceledBySet),
    filter.indexUids?.map(batchIndexSet),
  ].filter((list) => list !== undefined)
  const dateFilters = listDateFilters(filter)
  const visibleNames =
    visibility === null
      ? null
      : (filter.indexUids ?? indexUids()).filter(visibility).map(batchIndexSet)
  const union = (chunk: number, sources: readonly string[]): (ChunkWords | null)[] =>
    sources.map((name) => sets.read(name, chunk))

  return {
    chunks: sets.chunks(ALL_BATCHES),
    find(chunk) {
      const counted = sets.read(ALL_BATCHES, chunk)
      if (counted === null) return null
      for (const range of ranges) intersectAny(counted, [wordsOfRanges(chunk, range)])
      for (const list of names) intersectAny(counted, union(chunk, list))
      for (const { field, span } of dateFilters) {
        const match = zoneMatch(storage.chunks, { name: BATCH_ZONES, chunk, field }, span)
        if (match === 'none') counted.fill(0)
        if (match !== 'some') continue
        const outside: number[] = []
        for (const uid of eachBit(counted, chunk)) {
          const batch = storage.batches.get(uid)
          const dates = batch === undefined ? null : datesOfBatch(batch)[field]
          if (dates === null || !isInSpan(dates, span)) outside.push(uid)
        }
        removeAll(counted, wordsOfRanges(chunk, toUidRanges(outside)))
      }
      if (visibleNames === null) return { counted, listed: counted }
      const listed = counted.slice()
      intersectAny(listed, union(chunk, visibleNames))
      return { counted, listed }
    },
  }
}

/** Whether a batch that is not stored yet matches. */
export function matchesBatch(batch: Batch, filter: TaskFilter): boolean {
  const hasOne = (names: readonly string[] | null, counts: Readonly<Record<string, number>>) =>
    names === null || names.some((name) => (counts[name] ?? 0) > 0)
  return (
    (filter.uids === null || filter.uids.some((uid) => hasUid(batch.taskUids, uid))) &&
    (filter.batchUids === null || filter.batchUids.includes(batch.uid)) &&
    hasOne(filter.statuses, batch.stats.status) &&
    hasOne(filter.types, batch.stats.types) &&
    hasOne(filter.indexUids, batch.stats.indexUids) &&
    (filter.canceledBy === null ||
      filter.canceledBy.some((uid) => batch.canceledBy.includes(uid))) &&
    listDateFilters(filter).every(({ field, span }) => {
      const dates = datesOfBatch(batch)[field]
      return dates !== null && isInSpan(dates, span)
    })
  )
}

/** Whether the caller may see an index that the batch works on. */
export function isBatchVisible(batch: Batch, visibility: Visibility): boolean {
  return visibility === null || Object.keys(batch.stats.indexUids).some(visibility)
}

/** First and last value of each date of a batch. */
export function datesOfBatch(batch: Batch): Record<DateField, readonly [Instant, Instant] | null> {
  return {
    enqueuedAt: [batch.enqueuedAt.earliest, batch.enqueuedAt.latest],
    startedAt: [batch.startedAt, batch.startedAt],
    finishedAt: batch.finishedAt === null ? null : [batch.finishedAt, batch.finishedAt],
  }
}
