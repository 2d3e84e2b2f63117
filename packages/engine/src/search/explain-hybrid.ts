// The place of a document in a search by words and by meaning: in either ranking, and in the list made of both.

import type { IndexSearcher } from '../index/index-searcher.ts'
import type { SortedDocs } from '../rank/bucket-sort.ts'
import { globalScore } from '../rank/score.ts'
import type { Plan } from './explain-plan.ts'
import { firstHits, judge, placeIn, type Verdict } from './explain-ranking.ts'
import type { HybridExplanation, ListExplanation, MissReason } from './explanation.ts'
import { isGoodEnough, mergeLists } from './hybrid.ts'
import { pageOf } from './paginate.ts'
import type { EmbeddedQuery } from './query-vector.ts'
import type { Ranking } from './ranking-options.ts'
import type { SearchRequest } from './search-request.ts'
import { weightedScore } from './score-groups.ts'

/** What is to be found out, and with what. */
export interface HybridQuestion {
  readonly searcher: IndexSearcher
  readonly search: SearchRequest
  readonly ranking: Ranking
  readonly slot: number
  readonly words: Plan
  readonly queryVector: () => EmbeddedQuery
  readonly meaning: (vector: Float32Array) => Plan
}

/** Where the document is, and in which ranking it was found first. */
export interface HybridPlace {
  readonly hybrid: HybridExplanation
  /** Of the ranking that the place comes from. */
  readonly verdict: Verdict
  readonly foundBy: 'words' | 'meaning' | null
  /** Documents that either ranking has. */
  readonly candidateCount: number
  /** From 1; or why it has none. */
  readonly place: number | MissReason
}

/** Does what the search does, as far as the document. */
export function explainHybrid(question: HybridQuestion): HybridPlace {
  const { searcher, search, ranking, slot } = question
  const { semanticRatio } = search.hybrid!
  const words = new ListQuestion(question, question.words, 1 - semanticRatio)
  const vector = findVector(question)
  if (typeof vector === 'string') {
    const { verdict } = words
    const place = verdict.reason ?? words.place
    return {
      hybrid: { semanticRatio, skipped: vector, words: words.explain(), meaning: null },
      verdict,
      foundBy: typeof place === 'number' ? 'words' : null,
      candidateCount: question.words.universe.size,
      place,
    }
  }
  const meaningPlan = question.meaning(vector)
  const meaning = new ListQuestion(question, meaningPlan, semanticRatio)
  const { picked } = mergeLists(searcher, words.hits, meaning.hits, {
    count: Infinity,
    semanticRatio,
    distinct: ranking.distinct,
  })
  const at = picked.findIndex((pick) => pick.slot === slot)
  // where it is in neither, what meaning says counts: it has every document
  const isByWords = at >= 0 ? !picked[at]!.isSemantic : meaning.isWorseThan(words)
  const { verdict } = isByWords ? words : meaning
  const slots = picked.map((pick) => pick.slot)
  return {
    hybrid: { semanticRatio, skipped: null, words: words.explain(), meaning: meaning.explain() },
    verdict,
    foundBy: at < 0 ? null : isByWords ? 'words' : 'meaning',
    candidateCount: question.words.universe.or(meaningPlan.universe).size,
    place: at >= 0 ? at + 1 : (verdict.reason ?? placeIn(searcher, search, ranking, slots, slot)),
  }
}

/** The vector of the query, or why the search does without. */
function findVector(
  question: HybridQuestion,
): Float32Array | NonNullable<HybridExplanation['skipped']> {
  const { searcher, search, ranking } = question
  const page = pageOf(search, searcher.settings.pagination.maxTotalHits)
  const needed = page.offset + page.limit
  const { slots, entries } = firstHits(searcher, search, ranking, question.words, needed)
  const first = { slots, scores: entries.map(globalScore) }
  if (isGoodEnough(first, page, search.hybrid!.semanticRatio)) return 'wordsGoodEnough'
  const found = question.queryVector()
  return 'problem' in found ? 'noVector' : found.vector
}

/** One of the two rankings. */
class ListQuestion {
  readonly verdict: Verdict
  readonly #question: HybridQuestion
  readonly #plan: Plan
  readonly #weight: number
  #hits: SortedDocs | null = null

  constructor(question: HybridQuestion, plan: Plan, weight: number) {
    this.#question = question
    this.#plan = plan
    this.#weight = weight
    this.verdict = judge(question.searcher, question.search, plan, question.slot)
  }

  /** As far as the document, or all of them when it is not there. */
  get hits(): SortedDocs {
    if (this.#hits !== null) return this.#hits
    const { reason, lastPlace } = this.verdict
    this.#hits = this.#first(reason === null ? lastPlace : Infinity)
    if (!this.#hits.slots.includes(this.#question.slot)) this.#hits = this.#first(Infinity)
    return this.#hits
  }

  #first(limit: number): SortedDocs {
    const { searcher, search, ranking } = this.#question
    const count = Math.min(limit, this.#plan.universe.size)
    return firstHits(searcher, search, ranking, this.#plan, count)
  }

  /** In this ranking alone. */
  get place(): number | MissReason {
    const { searcher, search, ranking, slot } = this.#question
    return placeIn(searcher, search, ranking, this.hits.slots, slot)
  }

  isWorseThan(other: ListQuestion): boolean {
    return (this.verdict.rankingScore ?? -1) < (other.verdict.rankingScore ?? -1)
  }

  explain(): ListExplanation {
    const { reason, rankingScore, entries, rules } = this.verdict
    const place = reason ?? this.place
    return {
      position: typeof place === 'number' ? place : null,
      reason: typeof place === 'number' ? null : place,
      rankingScore,
      weightedScore: rankingScore === null ? null : weightedScore(entries, this.#weight).total,
      rules,
    }
  }
}
