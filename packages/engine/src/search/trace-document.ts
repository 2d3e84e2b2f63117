// One document's way through the rules of a search: which bucket of each rule it fell into.

import type { DocSet } from '../bits/doc-set.ts'
import type { Searcher } from '../index/searcher.ts'
import type { QueryState } from '../rank/query-state.ts'
import type { RankContext, RankingRule, ScoreEntry } from '../rank/ranking-rule.ts'

/** What one rule did with the document. */
export interface TraceStep {
  /** What the rule said of the document's bucket. */
  readonly entry: ScoreEntry
  /** Place of the bucket among those of the rule, from 1. */
  readonly bucket: number
  /** Documents that the rule was given, and those that it could not tell from this one. */
  readonly sizeBefore: number
  readonly sizeAfter: number
  /** Documents that the rule put ahead of this one. */
  readonly aheadCount: number
}

export interface DocumentTrace {
  readonly steps: readonly TraceStep[]
  /** Documents that no rule tells from this one, itself included. */
  readonly tied: DocSet
  /** Place among all documents of the universe, from 1; null when a rule lost the document, which satisfies no path. */
  readonly position: number | null
}

/** Follows `slot`, which is in `universe`, through the rules. Distinct and thresholds are left out of account. */
export function traceDocument(
  searcher: Searcher,
  rules: readonly RankingRule[],
  start: { readonly universe: DocSet; readonly state: QueryState; readonly slot: number },
): DocumentTrace {
  const { slot } = start
  const steps: TraceStep[] = []
  let { universe, state } = start
  let aheadTotal = 0
  for (const [index, rule] of rules.entries()) {
    const context = contextFor(searcher, rules.slice(index + 1), universe.size)
    const sizeBefore = universe.size
    let aheadCount = 0
    let bucket = 0
    let isFound = false
    const buckets = rule.partition(universe, state, context)
    while (buckets.next()) {
      bucket++
      const { docs } = buckets
      if (!docs.has(slot)) {
        aheadCount += docs.size
        continue
      }
      steps.push({ entry: buckets.score(), bucket, sizeBefore, sizeAfter: docs.size, aheadCount })
      universe = docs
      state = buckets.state
      isFound = true
      break
    }
    if (!isFound) return { steps, tied: universe, position: null }
    aheadTotal += aheadCount
  }
  return { steps, tied: universe, position: aheadTotal + placeAmong(searcher, universe, slot) }
}

/** Nothing may be left out: the document can be the last of all. */
function contextFor(
  searcher: Searcher,
  later: readonly RankingRule[],
  neededCount: number,
): RankContext {
  const needsState = later.some((rule) => rule.readsQuery === true)
  return { searcher, needsState, neededCount, excluded: null }
}

/** Place by document number, from 1. */
function placeAmong(searcher: Searcher, docs: DocSet, slot: number): number {
  const number = searcher.documentNumber(slot)
  let place = 1
  for (const other of docs.toArray()) if (searcher.documentNumber(other) < number) place++
  return place
}
