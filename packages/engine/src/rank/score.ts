// Score entries to the numbers a user sees (relevancy 8).

import type { ScoreEntry } from './ranking-rule.ts'

/** A rank out of a maximum, folded over several rules: earlier rules weigh more than all later ones together. */
interface Fold {
  readonly rank: number
  readonly rankMax: number
}

const START: Fold = { rank: 1, rankMax: 1 }

/** The ranking score of a document, from 0 to 1. */
export function globalScore(entries: readonly ScoreEntry[]): number {
  let fold = START
  for (const entry of entries) {
    if (entry.kind === 'vector') return entry.similarity ?? 0
    if (entry.kind === 'rank') fold = foldIn(fold, entry.rank, entry.rankMax)
    else if (entry.kind === 'skipped') fold = foldIn(fold, 0, 1)
    if (fold.rankMax > Number.MAX_SAFE_INTEGER) return globalScoreLarge(entries)
  }
  return fold.rank / fold.rankMax
}

function foldIn(fold: Fold, rank: number, rankMax: number): Fold {
  return { rank: (fold.rank - 1) * rankMax + rank, rankMax: fold.rankMax * rankMax }
}

/** The same in big integers, for long queries over many attributes. */
function globalScoreLarge(entries: readonly ScoreEntry[]): number {
  let rank = 1n
  let rankMax = 1n
  for (const entry of entries) {
    if (entry.kind !== 'rank' && entry.kind !== 'skipped') continue
    const [own, ownMax] = entry.kind === 'rank' ? [entry.rank, entry.rankMax] : [0, 1]
    rank = (rank - 1n) * BigInt(ownMax) + BigInt(own)
    rankMax *= BigInt(ownMax)
  }
  return Number(rank) / Number(rankMax)
}

/** `_rankingScoreDetails`: an object per rule, in order of application. */
export type ScoreDetails = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const MATCH_TYPES = ['', 'noExactMatch', 'matchesStart', 'exactMatch']

/** Spells out the entries of a document; `isVisible` tells which fields may be named. */
export function scoreDetails(
  entries: readonly ScoreEntry[],
  options: {
    readonly isVisible: (field: string) => boolean
    /** `attribute` and `exactness` are two rules each, shown as one. */
    readonly isAttributeWhole: boolean
  },
): ScoreDetails {
  const details: Record<string, Record<string, unknown>> = {}
  let order = 0
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!
    const next = entries[i + 1]
    switch (entry.kind) {
      case 'skipped':
        details['skipped'] = { order: order++ }
        break
      case 'vector':
        details['vectorSort'] = { order: order++, similarity: entry.similarity }
        break
      case 'order':
        if (options.isVisible(entry.field)) {
          details[`${entry.field}:${entry.direction}`] = { order: order++, value: entry.value }
        } else {
          details[`<hidden-rule-${order}>`] = { order: order++, value: '<hidden>' }
        }
        break
      case 'geo': {
        const { target, direction, point, distance } = entry
        details[`_geoPoint(${target.lat}, ${target.lng}):${direction}`] = {
          order: order++,
          value: point,
          distance,
        }
        break
      }
      case 'rank': {
        if (entry.rule === 'wordPosition' && options.isAttributeWhole) break
        if (entry.rule === 'exactWords') break
        details[rankKey(entry, options.isAttributeWhole)] = {
          order: order++,
          ...rankFields(entry, next, options.isAttributeWhole),
        }
        break
      }
    }
  }
  return details
}

type RankEntry = Extract<ScoreEntry, { kind: 'rank' }>

function rankKey(entry: RankEntry, isAttributeWhole: boolean): string {
  if (entry.rule === 'attributeRank' && isAttributeWhole) return 'attribute'
  return entry.rule === 'exactAttribute' ? 'exactness' : entry.rule
}

function rankFields(
  entry: RankEntry,
  next: ScoreEntry | undefined,
  isAttributeWhole: boolean,
): Record<string, unknown> {
  const { rank, rankMax } = entry
  const score = rank / rankMax
  const second = next?.kind === 'rank' ? next : null
  switch (entry.rule) {
    case 'words':
      return { matchingWords: rank, maxMatchingWords: rankMax, score }
    case 'typo':
      return { typoCount: rankMax - rank, maxTypoCount: rankMax - 1, score }
    case 'attributeRank':
      if (!isAttributeWhole || second?.rule !== 'wordPosition') return { score }
      return {
        attributeRankingOrderScore: score,
        queryWordDistanceScore: second.rank / second.rankMax,
        score: globalScore([entry, second]),
      }
    case 'exactAttribute': {
      const matchType = MATCH_TYPES[rank]!
      if (matchType !== 'noExactMatch' || second?.rule !== 'exactWords') return { matchType, score }
      return {
        matchType,
        matchingWords: second.rank - 1,
        maxMatchingWords: second.rankMax - 1,
        score: globalScore([entry, second]),
      }
    }
    default:
      return { score }
  }
}
