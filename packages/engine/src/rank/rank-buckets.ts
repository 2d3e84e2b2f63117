// Buckets of documents that pay the same under a rule that compares documents by the query.

import type { DocSet } from '../bits/doc-set.ts'
import type { CostSets } from './cost-groups.ts'
import { DocsAtHand } from './docs-at-hand.ts'
import type { QueryState } from './query-state.ts'
import type { Buckets, RelevancyRuleName, ScoreEntry } from './ranking-rule.ts'

/** One bucket per cost; what is left of the query is the same in all of them. */
export class RankBuckets implements Buckets {
  readonly state: QueryState
  readonly #rule: RelevancyRuleName
  readonly #rankMax: number
  readonly #sets: CostSets

  constructor(rule: RelevancyRuleName, rankMax: number, sets: CostSets, state: QueryState) {
    this.#rule = rule
    this.#rankMax = rankMax
    this.#sets = sets
    this.state = state
  }

  next(): boolean {
    return this.#sets.next()
  }

  get size(): number {
    return this.#sets.size
  }

  get docs(): DocSet {
    return this.#sets.docs
  }

  get only(): number {
    return this.#sets.only
  }

  score(): ScoreEntry {
    return rankEntry(this.#rule, this.#rankMax - this.#sets.cost, this.#rankMax)
  }
}

/** A whole universe that a rule does not tell apart. */
export class OneBucket extends DocsAtHand implements Buckets {
  readonly state: QueryState
  readonly #rule: RelevancyRuleName
  readonly #rank: number
  readonly #rankMax: number
  #isOut = false

  constructor(
    rule: RelevancyRuleName,
    rank: number,
    rankMax: number,
    docs: DocSet,
    state: QueryState,
  ) {
    super()
    this.#rule = rule
    this.#rank = rank
    this.#rankMax = rankMax
    this.docs = docs
    this.state = state
  }

  next(): boolean {
    if (this.#isOut) return false
    this.#isOut = true
    return true
  }

  score(): ScoreEntry {
    return rankEntry(this.#rule, this.#rank, this.#rankMax)
  }
}

/** What a rule says of documents that have `rank` of `rankMax`. */
export function rankEntry(rule: RelevancyRuleName, rank: number, rankMax: number): ScoreEntry {
  return { kind: 'rank', rule, rank, rankMax }
}
