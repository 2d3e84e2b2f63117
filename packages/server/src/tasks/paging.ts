// One page out of all matches: limit + 1 uids are collected, the extra one is `next`.

import type { TaskFinder } from './find-tasks.ts'
import type { Page, TaskQuery } from './task-query.ts'
import { countBits, eachBit } from './uid-sets.ts'

/** Counts every match and collects the uids of the page and the one after it, in the order of the listing. */
export function collectPage(
  finder: TaskFinder,
  query: TaskQuery,
): { readonly uids: number[]; readonly total: number } {
  const uids: number[] = []
  let total = 0
  for (const chunk of query.reverse ? finder.chunks : finder.chunks.toReversed()) {
    const found = finder.find(chunk)
    if (found === null) continue
    total += countBits(found.counted)
    if (uids.length > query.limit) continue
    const members = [...eachBit(found.listed, chunk)]
    for (const uid of query.reverse ? members : members.toReversed()) {
      if (isOnPage(uid, query)) uids.push(uid)
      if (uids.length > query.limit) break
    }
  }
  return { uids, total }
}

/** Whether a uid lies on the side of `from` that is listed. */
export function isOnPage(uid: number, { from, reverse }: TaskQuery): boolean {
  return from === null || (reverse ? uid >= from : uid <= from)
}

/** The page of the interface made from collected uids. */
export function toPage<T>(
  query: TaskQuery,
  uids: readonly number[],
  { total, get }: { readonly total: number; readonly get: (uid: number) => T | undefined },
): Page<T> {
  const shown = uids.slice(0, query.limit)
  return {
    results: shown.flatMap((uid) => get(uid) ?? []),
    total,
    limit: query.limit,
    from: shown[0] ?? null,
    next: uids[query.limit] ?? null,
  }
}
