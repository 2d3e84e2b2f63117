// How a search ranks: by words or by meaning, as the search itself would, for one document to be followed through it.

import type { DocSet } from '../bits/doc-set.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { weighRemovals } from '../query/removal.ts'
import { readQuery, type SearchQuery } from '../query/search-query.ts'
import { resolveUniverse, withoutNegatives } from '../query/universe.ts'
import { NO_QUERY, type QueryState } from '../rank/query-state.ts'
import type { RankingRule } from '../rank/ranking-rule.ts'
import { createRules } from '../rank/registry.ts'
import { missingWord } from './explain-words.ts'
import type { MissReason } from './explanation.ts'
import { firstState, queryForRules } from './rank-documents.ts'
import type { Ranking } from './ranking-options.ts'
import type { SearchRequest } from './search-request.ts'
import { vectorRule } from './semantic.ts'

/** What is ranked, and how. */
export interface Plan {
  readonly rules: readonly RankingRule[]
  readonly universe: DocSet
  readonly state: QueryState
  /** Why the document is not among what is ranked; null when it is. */
  readonly reason: MissReason | null
}

/** A search by meaning ranks everything that passes the filter. */
export function planByMeaning(
  searcher: IndexSearcher,
  search: SearchRequest,
  { sortRules, createCustomRule }: Ranking,
  universe: DocSet,
  vector: Float32Array,
): Plan {
  const rules = createRules({
    rankingRules: searcher.settings.rankingRules,
    vectorRule: vectorRule(searcher, search.hybrid!.embedder, vector, () => false),
    sortRules,
    createCustomRule,
    isOrderOnly: false,
    query: null,
  })
  return { rules, universe, state: NO_QUERY, reason: null }
}

/** A search by words ranks what has them. */
export function planByWords(
  searcher: IndexSearcher,
  search: SearchRequest,
  ranking: Ranking,
  filtered: DocSet,
  slot: number,
): Plan {
  const query = readQuery(searcher, search)
  const negative = negativeReason(query, slot)
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
    return { rules, universe: base, state: NO_QUERY, reason: negative }
  }
  const { docs } = query
  const { matchingStrategy } = search
  const weights = weighRemovals(docs, matchingStrategy)
  const universe = resolveUniverse(base, docs, weights)
  const rules = createRules({
    ...sources,
    query: queryForRules(docs, weights, matchingStrategy),
  })
  const missing = (): MissReason =>
    missingWord(searcher, docs, weights, slot) ?? { kind: 'noWayThroughQuery' }
  return {
    rules,
    universe,
    state: firstState(docs, matchingStrategy),
    reason: negative ?? (universe.has(slot) ? null : missing()),
  }
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
