// Why a document is where it is in the answer of a search, or why it is not there at all.

import type { DocSet } from '../bits/doc-set.ts'
import { evaluateFilter } from '../filter/evaluate.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { weighRemovals } from '../query/removal.ts'
import { readQuery, type SearchQuery } from '../query/search-query.ts'
import { resolveUniverse, withoutNegatives } from '../query/universe.ts'
import { bucketSort } from '../rank/bucket-sort.ts'
import { initialState, NO_QUERY, type QueryState } from '../rank/query-state.ts'
import type { RankingRule, ScoreEntry } from '../rank/ranking-rule.ts'
import { createRules } from '../rank/registry.ts'
import { globalScore } from '../rank/score.ts'
import { isDisplayed } from '../settings/attribute-selection.ts'
import { checkEmbedder } from './check-embedder.ts'
import { clauseAttributes, clauseText, failingClause } from './explain-filter.ts'
import { explanationMessage } from './explain-message.ts'
import { missingWord } from './explain-words.ts'
import type { ExplainRequest, Explanation, MissReason, RuleOutcome } from './explanation.ts'
import { documentValues } from './document-values.ts'
import { pageOf } from './paginate.ts'
import {
  checkVector,
  type EmbeddedQueries,
  NOTHING_EMBEDDED,
  queryVector,
  searchKind,
} from './query-vector.ts'
import type { Ranking } from './ranking-options.ts'
import type { SearchRequest } from './search-request.ts'
import { type SearchScope, searchScope } from './search-scope.ts'
import { requireVector, vectorRule } from './semantic.ts'
import { type DocumentTrace, traceDocument, type TraceStep } from './trace-document.ts'

/**
 * Explains the place of a document. A search by words and meaning is explained as one by words. Takes the time it needs: no
 * cutoff. Throws InputError as the search would, and QueryVectorsNeeded.
 */
export function explain(
  searcher: IndexSearcher,
  request: ExplainRequest,
  embedded: EmbeddedQueries = NOTHING_EMBEDDED,
): Explanation {
  const answer = explainPlace(searcher, request, embedded)
  const { documentId, query, isHit, reason, ...rest } = answer
  const message = explanationMessage(answer, request.search, searcher.settings)
  return { documentId, query, isHit, reason, message, ...rest }
}

function explainPlace(
  searcher: IndexSearcher,
  request: ExplainRequest,
  embedded: EmbeddedQueries,
): Omit<Explanation, 'message'> {
  const { documentId, search } = request
  const nothing: Omit<Explanation, 'message'> = {
    documentId,
    query: search.q ?? '',
    isHit: false,
    reason: null,
    position: null,
    candidateCount: null,
    rankingScore: null,
    rules: [],
    tiedCount: null,
  }
  checkEmbedder(search, searcher.settings)
  const scope = searchScope(searcher, search)
  const { ranking } = scope
  const slot = searcher.findDocument(documentId)
  if (slot < 0 || isHidden(searcher, slot, request)) {
    return { ...nothing, reason: { kind: 'noSuchDocument' } }
  }
  const filterReason = filteredOut(searcher, scope, slot)
  if (filterReason !== null) return { ...nothing, reason: filterReason }
  const plan =
    searchKind(search) === 'semantic'
      ? semanticPlan(searcher, search, ranking, scope.universe, embedded)
      : planOf(searcher, search, ranking, scope.universe, slot)
  if (plan.kind === 'missed') return { ...nothing, reason: plan.reason }
  const { rules, universe, state } = plan
  const candidateCount = universe.size
  const trace = traceDocument(searcher, rules, { universe, state, slot })
  const found = {
    ...nothing,
    candidateCount,
    rules: trace.steps.map((step) => ruleOutcome(searcher, step)),
  }
  if (trace.position === null) return { ...found, reason: { kind: 'noWayThroughQuery' } }
  const rankingScore = globalScore(trace.steps.map(({ entry }) => entry))
  const scored = { ...found, rankingScore, tiedCount: trace.tied.size }
  const threshold = search.rankingScoreThreshold
  if (threshold !== null && rankingScore < threshold) {
    return { ...scored, reason: { kind: 'belowThreshold', rankingScore, threshold } }
  }
  const placed = placeUnderDistinct(searcher, search, ranking, plan, trace, slot)
  if (typeof placed !== 'number') return { ...scored, reason: placed }
  const page = pageOf(search, searcher.settings.pagination.maxTotalHits)
  const isHit = placed > page.offset && placed <= page.offset + page.limit
  return {
    ...scored,
    isHit,
    position: placed,
    reason: isHit
      ? null
      : {
          kind: 'beyondPage',
          position: placed,
          pageFrom: page.offset + 1,
          pageTo: page.offset + page.limit,
        },
  }
}

function isHidden(searcher: IndexSearcher, slot: number, request: ExplainRequest): boolean {
  const filter = parseFilter(request.imposedFilter ?? null, {
    code: 'invalid_search_filter',
    features: request.search,
  })
  return filter !== null && !evaluateFilter(filter, searcher).has(slot)
}

/** Which part of the filter the document does not pass. */
function filteredOut(
  searcher: IndexSearcher,
  { filter, universe }: SearchScope,
  slot: number,
): MissReason | null {
  if (filter === null || universe.has(slot)) return null
  const clause = failingClause(filter, slot, searcher)
  const paths = clauseAttributes(clause).filter((path) => isDisplayed(searcher.settings, path))
  const values = paths.map((path) => [path, documentValues(searcher, path, slot)] as const)
  return {
    kind: 'filteredOut',
    clause: clauseText(clause),
    values: Object.fromEntries(values),
  }
}

type Plan =
  | {
      readonly kind: 'ranked'
      readonly rules: readonly RankingRule[]
      readonly universe: DocSet
      readonly state: QueryState
    }
  | { readonly kind: 'missed'; readonly reason: MissReason }

/** A search by meaning ranks everything that passes the filter. */
function semanticPlan(
  searcher: IndexSearcher,
  search: SearchRequest,
  { sortRules, createCustomRule }: Ranking,
  universe: DocSet,
  embedded: EmbeddedQueries,
): Plan {
  checkVector(search, searcher)
  const place = { embedded, position: 0, timeoutMs: EMBED_TIMEOUT_MS }
  const vector = requireVector(queryVector(search, searcher, place))
  const rules = createRules({
    rankingRules: searcher.settings.rankingRules,
    vectorRule: vectorRule(searcher, search.hybrid!.embedder, vector, () => false),
    sortRules,
    createCustomRule,
    isOrderOnly: false,
    query: null,
  })
  return { kind: 'ranked', rules, universe, state: NO_QUERY }
}

/** A vector for an explanation may take its time. */
const EMBED_TIMEOUT_MS = 30_000

/** What the search would rank, and how; or why the document is not among it. */
function planOf(
  searcher: IndexSearcher,
  search: SearchRequest,
  ranking: Ranking,
  filtered: DocSet,
  slot: number,
): Plan {
  const query = readQuery(searcher, search)
  const negative = negativeReason(query, slot)
  if (negative !== null) return { kind: 'missed', reason: negative }
  const base = withoutNegatives(filtered, query.parsed, query.docs)
  const sources = {
    rankingRules: searcher.settings.rankingRules,
    vectorRule: null,
    sortRules: ranking.sortRules,
    createCustomRule: ranking.createCustomRule,
    isOrderOnly: false,
  }
  if (query.isPlaceholder) {
    const rules = createRules({ ...sources, query: null })
    return { kind: 'ranked', rules, universe: base, state: NO_QUERY }
  }
  const { docs } = query
  const needsAll = search.matchingStrategy === 'all'
  const weights = weighRemovals(docs, search.matchingStrategy)
  const universe = resolveUniverse(base, docs, weights)
  if (!universe.has(slot)) {
    const reason = missingWord(searcher, docs, weights, slot) ?? { kind: 'noWayThroughQuery' }
    return { kind: 'missed', reason }
  }
  const rules = createRules({
    ...sources,
    query: {
      docs,
      weights: needsAll ? null : weights,
      isLeading: search.matchingStrategy === 'last' && !docs.graph.hasPhrase,
    },
  })
  return { kind: 'ranked', rules, universe, state: needsAll ? initialState(docs.graph) : NO_QUERY }
}

function negativeReason({ parsed, docs }: SearchQuery, slot: number): MissReason | null {
  for (const word of parsed.negativeWords) {
    if (docs.phrases.ofWord(word).has(slot)) return { kind: 'negativeWord', word }
  }
  for (const phrase of parsed.negativePhrases) {
    if (!docs.phrases.ofPhrase(phrase).has(slot)) continue
    return { kind: 'negativeWord', word: phrase.map((word) => word ?? '*').join(' ') }
  }
  return null
}

/** The place once only one document per distinct value is kept; or which document took it. */
function placeUnderDistinct(
  searcher: IndexSearcher,
  search: SearchRequest,
  { distinct }: Ranking,
  plan: Extract<Plan, { kind: 'ranked' }>,
  trace: DocumentTrace,
  slot: number,
): number | MissReason {
  if (distinct === null) return trace.position!
  // no document that comes later can change what happens to this one
  const { slots } = bucketSort({
    searcher,
    rules: plan.rules,
    universe: plan.universe,
    state: plan.state,
    offset: 0,
    limit: trace.position!,
    wantsScores: true,
    threshold: null,
    judgedMax: 0,
    distinct,
    isOutOfTime: () => false,
  })
  const at = slots.indexOf(slot)
  if (at >= 0) return at + 1
  const by = slots.findIndex((other) => distinct.sharing(other)?.has(slot) === true)
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
