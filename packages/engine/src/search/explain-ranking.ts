// What one ranking says of a document: which bucket of each rule it fell into, and its place among the hits.

import type { IndexSearcher } from '../index/index-searcher.ts'
import { bucketSort, type SortedDocs } from '../rank/bucket-sort.ts'
import type { ScoreEntry } from '../rank/ranking-rule.ts'
import { globalScore } from '../rank/score.ts'
import { isDisplayed } from '../settings/attribute-selection.ts'
import type { Plan } from './explain-plan.ts'
import type { MissReason, RuleOutcome } from './explanation.ts'
import type { Ranking } from './ranking-options.ts'
import type { SearchRequest } from './search-request.ts'
import { traceDocument, type TraceStep } from './trace-document.ts'

/** What the rules say of a document. */
export interface Verdict {
  /** Why it is not among the hits, whatever the others are; null when it may be. */
  readonly reason: MissReason | null
  readonly candidateCount: number | null
  readonly rankingScore: number | null
  readonly rules: readonly RuleOutcome[]
  readonly tiedCount: number | null
  /** Its place if every document before it is a hit. */
  readonly lastPlace: number
  readonly entries: readonly ScoreEntry[]
}

/** Follows the document through the rules. */
export function judge(
  searcher: IndexSearcher,
  { rankingScoreThreshold: threshold }: SearchRequest,
  plan: Plan,
  slot: number,
): Verdict {
  const { rules, universe, state } = plan
  const nothing: Verdict = {
    reason: plan.reason,
    candidateCount: null,
    rankingScore: null,
    rules: [],
    tiedCount: null,
    lastPlace: universe.size,
    entries: [],
  }
  if (plan.reason !== null) return nothing
  const { steps, tied, position } = traceDocument(searcher, rules, { universe, state, slot })
  const found = {
    ...nothing,
    candidateCount: universe.size,
    rules: steps.map((step) => ruleOutcome(searcher, step)),
  }
  if (position === null) return { ...found, reason: { kind: 'noWayThroughQuery' } }
  const entries = steps.map(({ entry }) => entry)
  const rankingScore = globalScore(entries)
  const isBelow = threshold !== null && rankingScore < threshold
  return {
    ...found,
    reason: isBelow ? { kind: 'belowThreshold', rankingScore, threshold } : null,
    rankingScore,
    tiedCount: tied.size,
    lastPlace: position,
    entries,
  }
}

/** The first hits of a ranking. */
export function firstHits(
  searcher: IndexSearcher,
  search: SearchRequest,
  { distinct }: Ranking,
  { rules, universe, state }: Plan,
  limit: number,
): SortedDocs {
  return bucketSort({
    searcher,
    rules,
    universe,
    state,
    offset: 0,
    limit,
    wantsScores: true,
    threshold: search.rankingScoreThreshold,
    judgedMax: 0,
    distinct,
    isOutOfTime: () => false,
  })
}

/** The place of the document among the hits of one ranking, from 1; or which of them took it. */
export function placeAmongHits(
  searcher: IndexSearcher,
  search: SearchRequest,
  ranking: Ranking,
  plan: Plan,
  { slot, lastPlace }: { readonly slot: number; readonly lastPlace: number },
): number | MissReason {
  if (ranking.distinct === null && search.rankingScoreThreshold === null) return lastPlace
  // no document that comes later can change what happens to this one
  const { slots } = firstHits(searcher, search, ranking, plan, lastPlace)
  return placeIn(searcher, search, ranking, slots, slot)
}

/** The same in a list that is long enough. */
export function placeIn(
  searcher: IndexSearcher,
  search: SearchRequest,
  { distinct }: Ranking,
  slots: readonly number[],
  slot: number,
): number | MissReason {
  const at = slots.indexOf(slot)
  if (at >= 0) return at + 1
  const by = slots.findIndex((other) => distinct?.sharing(other)?.has(slot) === true)
  const { primaryKey, settings } = searcher
  const isShown = primaryKey === null || isDisplayed(settings, primaryKey)
  return {
    kind: 'replacedByDistinct',
    attribute: search.distinct ?? settings.distinctAttribute ?? '',
    replacedBy: isShown && by >= 0 ? searcher.documentId(slots[by]!) : null,
    replacedByPosition: by + 1,
  }
}

function ruleOutcome({ settings }: IndexSearcher, step: TraceStep): RuleOutcome {
  const { entry, bucket, sizeBefore, sizeAfter, aheadCount } = step
  const { rule, ...details } = entryDetails(entry, (field) => isDisplayed(settings, field))
  return { rule, bucket, sizeBefore, sizeAfter, aheadCount, ...details }
}

const MATCH_TYPES = ['', 'noExactMatch', 'matchesStart', 'exactMatch']

function entryDetails(
  entry: ScoreEntry,
  isVisible: (field: string) => boolean,
): { readonly rule: string; readonly [detail: string]: unknown } {
  switch (entry.kind) {
    case 'rank': {
      const { rule, rank, rankMax } = entry
      const score = rank / rankMax
      if (rule === 'words') return { rule, matchingWords: rank, maxMatchingWords: rankMax, score }
      if (rule === 'typo') {
        return { rule, typoCount: rankMax - rank, maxTypoCount: rankMax - 1, score }
      }
      if (rule === 'exactAttribute') return { rule, matchType: MATCH_TYPES[rank], score }
      if (rule === 'exactWords') {
        return { rule, matchingWords: rank - 1, maxMatchingWords: rankMax - 1, score }
      }
      return { rule, score }
    }
    case 'order':
      return isVisible(entry.field)
        ? { rule: `${entry.field}:${entry.direction}`, value: entry.value }
        : { rule: '<hidden>', value: '<hidden>' }
    case 'geo': {
      const { target, direction, point, distance } = entry
      const rule = `_geoPoint(${target.lat}, ${target.lng}):${direction}`
      return isVisible('_geo') ? { rule, value: point, distance } : { rule }
    }
    case 'vector':
      return { rule: 'vectorSort', similarity: entry.similarity }
    case 'skipped':
      return { rule: 'skipped' }
  }
}
