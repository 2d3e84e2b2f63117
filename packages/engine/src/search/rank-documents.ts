// From a query and a universe to the documents of one page, in order, with their scores.

import { DocSet, hasBit } from '../bits/doc-set.ts'
import type { FilteredDocs } from '../filter/evaluate.ts'
import type { WideCondition } from '../filter/wide-condition.ts'
import type { Searcher } from '../index/searcher.ts'
import type { MatchWords } from '../query/match-words.ts'
import type { MatchingStrategy } from '../query/matching-strategy.ts'
import type { NodeDocs } from '../query/node-docs.ts'
import { type RemovalWeights, weighRemovals } from '../query/removal.ts'
import { type QueryOptions, readQuery, type SearchQuery } from '../query/search-query.ts'
import { resolveUniverse, universeAtHand, withoutNegatives } from '../query/universe.ts'
import {
  bucketSort,
  type BucketSortOptions,
  type DistinctDocs,
  type SortedDocs,
} from '../rank/bucket-sort.ts'
import { faultlessState } from '../rank/faultless.ts'
import { sliceByNumber } from '../rank/number-order.ts'
import { initialState, NO_QUERY, type QueryState } from '../rank/query-state.ts'
import type { Direction, RankingRule, ScoreEntry } from '../rank/ranking-rule.ts'
import { createRules, type KeyedRule, type RuleListOptions } from '../rank/registry.ts'
import { WordsAndTypoRule } from '../rank/rules/words-and-typo.ts'
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
  /** What totals and facets are counted on. May be computed when first read: ask `candidateCount` for a total. */
  readonly candidates: DocSet
  readonly isDegraded: boolean
  /** How many candidates there are, or `countMax` when there are at least so many. */
  candidateCount(countMax: number): number
  /** What to highlight; expands the whole query when first called. */
  matchWords(): MatchWords
}

/** Ranks the documents of `universe`, which must be live, that meet the condition, and returns one page of them. */
export function rankDocuments(
  searcher: Searcher,
  options: RankOptions,
  universe: DocSet,
  condition: WideCondition | null = null,
): RankedDocuments {
  const query = readQuery(searcher, options)
  const isVector = options.vectorRule !== null
  const base = {
    docs: isVector ? universe : withoutNegatives(universe, query.parsed, query.docs),
    condition,
  }
  if (query.isPlaceholder || isVector) {
    const rules = createRules(ruleListOptions(searcher, options, null))
    const docs = narrow(base.docs, base)
    const sorted = bucketSort(sortOptions(searcher, options, rules, docs, NO_QUERY))
    return ranked(searcher, options, query, sorted)
  }
  const weights = weighRemovals(query.docs, options.matchingStrategy)
  const ofQuery = queryForRules(query.docs, weights, options.matchingStrategy)
  const rules = createRules(ruleListOptions(searcher, options, ofQuery))
  const quick = rankFaultless(searcher, options, query, base, rules, weights)
  if (quick !== null) return quick
  const candidates = resolveInTime(base, query.docs, weights, DocSet.EMPTY)
  const state = firstState(query.docs, options.matchingStrategy)
  const sorted = bucketSort(sortOptions(searcher, options, rules, candidates, state))
  return ranked(searcher, options, query, sorted)
}

/** Those of `docs`, which are of the base, that meet its condition. */
function narrow(docs: DocSet, { condition }: FilteredDocs): DocSet {
  return condition === null ? docs : condition.meeting(docs)
}

/** What the rules over the query are made of. */
export function queryForRules(
  docs: NodeDocs,
  weights: RemovalWeights,
  strategy: MatchingStrategy,
): NonNullable<RuleListOptions['query']> {
  return {
    docs,
    weights: strategy === 'all' ? null : weights,
    isLeading: strategy === 'last' && !docs.graph.hasPhrase,
  }
}

/** What the first rule begins with. */
export function firstState(docs: NodeDocs, strategy: MatchingStrategy): QueryState {
  // the words rule makes its own states: 274 paths of ten words would be listed for nothing
  return strategy === 'all' ? initialState(docs.graph) : NO_QUERY
}

/**
 * The page when documents without any fault fill it, which leaves the candidates to be found when somebody asks. Null
 * when they don't, or when something else than the order of words and typos comes first.
 */
function rankFaultless(
  searcher: Searcher,
  options: RankOptions,
  query: SearchQuery,
  base: FilteredDocs,
  rules: readonly RankingRule[],
  weights: RemovalWeights,
): RankedDocuments | null {
  const first = rules[0]
  if (!(first instanceof WordsAndTypoRule) || options.distinct !== null) return null
  const best = query.docs.time.attempt(
    () => narrow(first.faultlessOf(base.docs), base),
    () => DocSet.EMPTY,
  )
  if (best.size < options.offset + options.limit || best.size === 0) return null
  const state = faultlessState(query.docs)
  const sorted = bucketSort(sortOptions(searcher, options, rules.slice(1), best, state))
  return new FaultlessDocuments(sorted, query, { base, best, weights })
}

/** A page of documents without any fault. */
class FaultlessDocuments implements RankedDocuments {
  readonly slots: readonly number[]
  readonly scores: readonly number[] = []
  readonly entries: readonly (readonly ScoreEntry[])[] = []
  readonly isDegraded: boolean
  readonly #query: SearchQuery
  readonly #base: FilteredDocs
  readonly #best: DocSet
  readonly #weights: RemovalWeights
  #candidates: DocSet | null = null

  constructor(
    sorted: SortedDocs,
    query: SearchQuery,
    found: { readonly base: FilteredDocs; readonly best: DocSet; readonly weights: RemovalWeights },
  ) {
    this.slots = sorted.slots
    this.isDegraded = sorted.isDegraded
    this.#query = query
    this.#base = found.base
    this.#best = found.best
    this.#weights = found.weights
  }

  get candidates(): DocSet {
    return (this.#candidates ??= resolveInTime(
      this.#base,
      this.#query.docs,
      this.#weights,
      this.#best,
    ))
  }

  candidateCount(countMax: number): number {
    if (this.#best.size >= countMax) return countMax
    const some = this.#candidates ?? atLeast(this.#query.docs, this.#base, this.#weights)
    return some.size >= countMax ? countMax : Math.min(this.candidates.size, countMax)
  }

  matchWords(): MatchWords {
    return this.#query.matchWords()
  }
}

/** All candidates, or those at hand and the ones that are known when there is no time for the others. */
function resolveInTime(
  base: FilteredDocs,
  docs: NodeDocs,
  weights: RemovalWeights,
  known: DocSet,
): DocSet {
  return docs.time.attempt(
    () => narrow(resolveUniverse(base.docs, docs, weights), base),
    () => narrow(universeAtHand(base.docs, docs, weights), base).or(known),
  )
}

/** Candidates that are found without typos: documents with what the query can't do without. None when it is too late. */
function atLeast(docs: NodeDocs, base: FilteredDocs, weights: RemovalWeights): DocSet {
  return docs.time.attempt(
    () => narrow(withKept(docs, base.docs, weights), base),
    () => DocSet.EMPTY,
  )
}

function withKept(docs: NodeDocs, base: DocSet, weights: RemovalWeights): DocSet {
  let left = base
  for (const node of docs.graph.nodes) {
    if (node.termCount > 1 || weights[node.index] !== Infinity) continue
    left = docs.levelWithin(node, 0, left)
  }
  return left
}

function ruleListOptions(
  searcher: Searcher,
  { vectorRule, sortRules, createCustomRule, wantsScores, threshold }: RankOptions,
  query: RuleListOptions['query'],
): RuleListOptions {
  return {
    rankingRules: searcher.settings.rankingRules,
    query,
    vectorRule,
    sortRules,
    createCustomRule,
    isOrderOnly: !wantsScores && threshold === null,
  }
}

function sortOptions(
  searcher: Searcher,
  options: RankOptions,
  rules: readonly RankingRule[],
  universe: DocSet,
  state: QueryState,
): BucketSortOptions {
  return {
    searcher,
    rules,
    universe,
    state,
    offset: options.offset,
    limit: options.limit,
    wantsScores: options.wantsScores,
    threshold: options.threshold,
    judgedMax: options.isExhaustive ? searcher.settings.pagination.maxTotalHits : 0,
    distinct: options.distinct,
    isOutOfTime: options.isOutOfTime,
  }
}

function ranked(
  searcher: Searcher,
  { isExhaustive, distinct }: RankOptions,
  query: SearchQuery,
  sorted: SortedDocs,
): RankedDocuments {
  const candidates =
    isExhaustive && distinct !== null
      ? onePerValue(searcher, sorted.candidates, distinct)
      : sorted.candidates
  return {
    slots: sorted.slots,
    scores: sorted.entries.map(globalScore),
    entries: sorted.entries,
    candidates,
    isDegraded: sorted.isDegraded,
    candidateCount: (countMax) => Math.min(candidates.size, countMax),
    matchWords: () => query.matchWords(),
  }
}

/** Reduces a set to one document per distinct value, by document number. */
export function onePerValue(searcher: Searcher, docs: DocSet, distinct: DistinctDocs): DocSet {
  const excluded = new Uint32Array((searcher.slotCount + 31) >>> 5)
  const kept: number[] = []
  for (const slot of sliceByNumber(searcher, docs.toArray(), 0, docs.size)) {
    if (hasBit(excluded, slot)) continue
    kept.push(slot)
    distinct.sharing(slot)?.addTo(excluded)
  }
  return DocSet.fromSorted(Uint32Array.from(kept).toSorted())
}
