// From a query and a universe to the documents of one page, in order, with their scores.

import { DocSet } from '../bits/doc-set.ts'
import type { Searcher } from '../index/searcher.ts'
import type { MatchWords } from '../query/match-words.ts'
import type { MatchingStrategy } from '../query/matching-strategy.ts'
import { type QueryOptions, readQuery } from '../query/search-query.ts'
import { weighRemovals } from '../query/removal.ts'
import { resolveUniverse, withoutNegatives } from '../query/universe.ts'
import { bucketSort, type DistinctDocs } from '../rank/bucket-sort.ts'
import { sliceByNumber } from '../rank/number-order.ts'
import { initialState, NO_QUERY } from '../rank/query-state.ts'
import type { Direction, RankingRule, ScoreEntry } from '../rank/ranking-rule.ts'
import { createRules, type KeyedRule } from '../rank/registry.ts'
import { globalScore } from '../rank/score.ts'

export interface RankOptions extends QueryOptions {
  readonly matchingStrategy: MatchingStrategy
  readonly offset: number
  readonly limit: number
  /** Whether scores are computed; they cost nothing when they are not. */
  readonly wantsScores: boolean
  readonly threshold: number | null
  /** The `sort` parameter as rules, in order. */
  readonly sortRules: readonly KeyedRule[]
  readonly createCustomRule: (path: string, direction: Direction) => RankingRule
  /** The rule of a vector search, which then takes the place of all rules over the words of the query. */
  readonly vectorRule: RankingRule | null
  readonly distinct: DistinctDocs | null
  /** Page mode: the candidates are exact under threshold and distinct. */
  readonly isExhaustive: boolean
  /** True once the search should end as it stands. */
  readonly isOutOfTime: () => boolean
}

export interface RankedDocuments {
  /** Slots of the page, best first. */
  readonly slots: readonly number[]
  /** Ranking scores and what they are made of, per slot; empty unless wanted. */
  readonly scores: readonly number[]
  readonly entries: readonly (readonly ScoreEntry[])[]
  /** What totals and facets are counted on. */
  readonly candidates: DocSet
  readonly isDegraded: boolean
  /** What to highlight; expands the whole query when first called. */
  matchWords(): MatchWords
}

/** Ranks the documents of `universe`, which must be live, and returns one page of them. */
export function rankDocuments(
  searcher: Searcher,
  options: RankOptions,
  universe: DocSet,
): RankedDocuments {
  const query = readQuery(searcher, options)
  const isVector = options.vectorRule !== null
  const isPlaceholder = query.isPlaceholder || isVector
  const { docs } = query
  const base = isVector ? universe : withoutNegatives(universe, query.parsed, docs)
  const weights = isPlaceholder ? null : weighRemovals(docs, options.matchingStrategy)
  const candidates = weights === null ? base : resolveUniverse(base, docs, weights)
  const rules = createRules({
    rankingRules: searcher.settings.rankingRules,
    query: isPlaceholder
      ? null
      : {
          docs,
          weights: options.matchingStrategy === 'all' ? null : weights,
          isLeading: options.matchingStrategy === 'last' && !docs.graph.hasPhrase,
        },
    vectorRule: options.vectorRule,
    sortRules: options.sortRules,
    createCustomRule: options.createCustomRule,
    isOrderOnly: !options.wantsScores && options.threshold === null,
  })
  const sorted = bucketSort({
    searcher,
    rules,
    universe: candidates,
    // the words rule makes its own states: 274 paths of ten words would be listed for nothing
    state:
      isPlaceholder || options.matchingStrategy !== 'all' ? NO_QUERY : initialState(docs.graph),
    offset: options.offset,
    limit: options.limit,
    wantsScores: options.wantsScores,
    threshold: options.threshold,
    judgedMax: options.isExhaustive ? searcher.settings.pagination.maxTotalHits : 0,
    distinct: options.distinct,
    isOutOfTime: options.isOutOfTime,
  })
  return {
    slots: sorted.slots,
    scores: sorted.entries.map(globalScore),
    entries: sorted.entries,
    candidates:
      options.isExhaustive && options.distinct !== null
        ? onePerValue(searcher, sorted.candidates, options.distinct)
        : sorted.candidates,
    isDegraded: sorted.isDegraded,
    matchWords: () => query.matchWords(),
  }
}

/** Reduces a set to one document per distinct value, by document number. */
function onePerValue(searcher: Searcher, docs: DocSet, distinct: DistinctDocs): DocSet {
  const excluded = new Uint32Array((searcher.slotCount + 31) >>> 5)
  const kept: number[] = []
  for (const slot of sliceByNumber(searcher, docs.toArray(), 0, docs.size)) {
    if ((excluded[slot >>> 5]! & (1 << (slot & 31))) !== 0) continue
    kept.push(slot)
    distinct.sharing(slot)?.addTo(excluded)
  }
  return DocSet.fromSorted(Uint32Array.from(kept).sort())
}
