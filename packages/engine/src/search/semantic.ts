// Search by meaning, alone or beside words.

import { InputError } from '../errors.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import type { RankingRule } from '../rank/ranking-rule.ts'
import { createVectorSimilarityRule } from '../rank/rules/vector-similarity.ts'
import { cutToPage, isGoodEnough, mergeRankings } from './hybrid.ts'
import type { Page } from './paginate.ts'
import type { EmbeddedQuery } from './query-vector.ts'
import type { RankedDocuments, RankOptions } from './rank-documents.ts'
import type { SearchRequest } from './search-request.ts'
import { similarityScore } from './similarity-score.ts'

/** What meaning had to do with the hits of a page. */
export interface SemanticPart {
  /** Per hit: whether it was found by meaning. */
  readonly isSemantic: readonly boolean[]
  /** The vector that was searched with, if it came to that. */
  readonly vector: Float32Array | null
}

export interface SemanticOptions {
  readonly kind: 'semantic' | 'hybrid'
  readonly page: Page
  readonly distinct: RankOptions['distinct']
  /** Ranks the documents of the search with some options changed. */
  readonly rank: (changed: Partial<RankOptions>) => RankedDocuments
  /** The vector of the query; asked for when it is needed. */
  readonly queryVector: () => EmbeddedQuery
  readonly isOutOfTime: () => boolean
}

/** Ranks the documents of a search that is not by words alone. Throws InputError when there is no vector to do it with. */
export function rankByMeaning(
  searcher: IndexSearcher,
  request: SearchRequest,
  options: SemanticOptions,
): { readonly ranked: RankedDocuments; readonly semantic: SemanticPart } {
  const { page, rank, queryVector } = options
  const { embedder, semanticRatio } = request.hybrid!
  const byVector = (vector: Float32Array, changed: Partial<RankOptions>): RankedDocuments =>
    rank({
      ...changed,
      // words have no say in it, and nothing to highlight
      q: null,
      vectorRule: vectorRule(searcher, embedder, vector, options.isOutOfTime),
    })
  if (options.kind === 'semantic') {
    const vector = requireVector(queryVector())
    const ranked = byVector(vector, {})
    return { ranked, semantic: { isSemantic: ranked.slots.map(() => true), vector } }
  }
  const fromStart = { offset: 0, limit: page.offset + page.limit, wantsScores: true }
  const keyword = rank(fromStart)
  const found = isGoodEnough(keyword, page, semanticRatio) ? null : queryVector()
  if (found === null || 'problem' in found) {
    const ranked = cutToPage(keyword, page)
    return { ranked, semantic: { isSemantic: ranked.slots.map(() => false), vector: null } }
  }
  const { ranked, isSemantic } = mergeRankings(
    searcher,
    keyword,
    byVector(found.vector, fromStart),
    { page, semanticRatio, distinct: options.distinct },
  )
  return { ranked, semantic: { isSemantic, vector: found.vector } }
}

/** The vector of a query that cannot do without. */
export function requireVector(found: EmbeddedQuery): Float32Array {
  if ('problem' in found) throw new InputError(found.problem.code, found.problem.message)
  return found.vector
}

/** Ranks by nearness to a vector, scored as the embedder's settings say. */
export function vectorRule(
  searcher: IndexSearcher,
  embedder: string,
  vector: Float32Array,
  isOutOfTime: () => boolean,
): RankingRule {
  const shift = similarityScore(searcher.settings.embedders[embedder]!)
  return createVectorSimilarityRule({ searcher, embedder, vector, shift, isOutOfTime })
}
