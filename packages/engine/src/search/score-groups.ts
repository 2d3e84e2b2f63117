// What two hits of different searches are compared by (search-features 11.2): the rules over the query's words folded
// into weighted scores, with sort values and distances standing between them as they are.

import { compareNumbers } from '../bits/number-order.ts'
import type { Direction, ScoreEntry } from '../rank/ranking-rule.ts'
import { globalScore } from '../rank/score.ts'
import { compareWords } from '../bits/word-order.ts'

export type ScoreGroup =
  | { readonly kind: 'score'; readonly score: number }
  | {
      readonly kind: 'order'
      readonly direction: Direction
      readonly value: number | string | null
    }
  | { readonly kind: 'geo'; readonly direction: Direction; readonly distance: number | null }

/** A hit as it is compared with hits of other searches. */
export interface WeightedScore {
  readonly groups: readonly ScoreGroup[]
  /** The ranking score times the weight. */
  readonly total: number
}

/** Folds what the rules said of a hit. Sort values and distances are not weighted. */
export function weightedScore(entries: readonly ScoreEntry[], weight: number): WeightedScore {
  const groups: ScoreGroup[] = []
  let ranks: ScoreEntry[] = []
  const closeRanks = (): void => {
    if (ranks.length > 0) groups.push({ kind: 'score', score: globalScore(ranks) * weight })
    ranks = []
  }
  for (const entry of entries) {
    if (entry.kind === 'rank' || entry.kind === 'skipped') {
      ranks.push(entry)
      continue
    }
    closeRanks()
    if (entry.kind === 'vector') {
      groups.push({ kind: 'score', score: (entry.similarity ?? 0) * weight })
    } else if (entry.kind === 'order') {
      groups.push({ kind: 'order', direction: entry.direction, value: entry.value })
    } else {
      groups.push({ kind: 'geo', direction: entry.direction, distance: entry.distance })
    }
  }
  closeRanks()
  return { groups, total: globalScore(entries) * weight }
}

/** Negative when `a` is the better hit, 0 when they are equal. */
export function compareWeighted(a: WeightedScore, b: WeightedScore): number {
  const count = Math.min(a.groups.length, b.groups.length)
  for (let i = 0; i < count; i++) {
    const order = compareGroups(a.groups[i]!, b.groups[i]!)
    if (order === null) {
      return b.groups.length - a.groups.length || compareScores(a.total, b.total)
    }
    if (order !== 0) return order
  }
  return b.groups.length - a.groups.length
}

/**
 * The same for the lists of one search by words and by meaning. A score stands before a sort value unless it is 0, and a
 * hit that has less to say comes last.
 */
export function compareHybrid(a: WeightedScore, b: WeightedScore): number {
  const count = Math.min(a.groups.length, b.groups.length)
  for (let i = 0; i < count; i++) {
    const [left, right] = [a.groups[i]!, b.groups[i]!]
    const order = compareGroups(left, right)
    if (order === null) {
      if (left.kind === 'score') return left.score === 0 ? 1 : -1
      if (right.kind === 'score') return right.score === 0 ? -1 : 1
    } else if (order !== 0) return order
  }
  return b.groups.length - a.groups.length
}

/** Null when they say different things. */
function compareGroups(a: ScoreGroup, b: ScoreGroup): number | null {
  if (a.kind === 'score') return b.kind === 'score' ? compareScores(a.score, b.score) : null
  if (b.kind === 'score' || a.direction !== b.direction) return null
  if (a.kind === 'order') {
    return b.kind === 'order' ? compareValues(a.value, b.value, a.direction) : null
  }
  return b.kind === 'geo' ? compareValues(a.distance, b.distance, a.direction) : null
}

function compareScores(a: number, b: number): number {
  return Math.abs(a - b) <= Number.EPSILON ? 0 : b - a
}

/** Numbers before texts before nothing, whichever the direction. */
function compareValues(
  a: number | string | null,
  b: number | string | null,
  direction: Direction,
): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const sign = direction === 'asc' ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return sign * compareNumbers(a, b)
  if (typeof a === 'string' && typeof b === 'string') return sign * compareWords(a, b)
  return typeof a === 'number' ? -1 : 1
}
