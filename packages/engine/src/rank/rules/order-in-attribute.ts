// `wordPosition` together with both halves of `exactness`, for searches that want no scores. What the three say of a
// document that is found by a single word depends on nothing but the word: together they are one cost, remembered with it.

import type { DocSet } from '../../bits/doc-set.ts'
import { rawInts } from '../../bits/scratch.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import type { WordLevel } from '../../query/word-level.ts'
import type { CostColumn } from '../cost-column.ts'
import { CostGroups, type CostSets } from '../cost-groups.ts'
import type { GraphRule } from '../graph-rule.ts'
import {
  isWorthRemembering,
  ORDERS_COLUMN,
  recallCosts,
  rememberCosts,
  rememberedLevel,
} from '../level-columns.ts'
import { PLACES_MAX } from '../place-costs.ts'
import type { PathStep, QueryState } from '../query-state.ts'
import { RankBuckets } from '../rank-buckets.ts'
import type { Buckets, RankContext, RankingRule } from '../ranking-rule.ts'
import { type ExactAttributeRule, NO_EXACT_MATCH } from './exact-attribute.ts'
import { createExactWordsRule } from './exact-words.ts'

/** What the rules of exactness may cost, taken together, counted from 0. */
const EXACTNESS_COSTS = (NO_EXACT_MATCH + 1) * 2

/** Ranks by wordPosition, and by the two rules after it where it can. */
export class OrderInAttributeRule implements RankingRule {
  readonly name = 'wordPosition'
  readonly #docs: NodeDocs
  readonly #position: GraphRule
  readonly #exactAttribute: ExactAttributeRule

  constructor(docs: NodeDocs, position: GraphRule, exactAttribute: ExactAttributeRule) {
    this.#docs = docs
    this.#position = position
    this.#exactAttribute = exactAttribute
  }

  get readsQuery(): boolean {
    return true
  }

  partition(universe: DocSet, state: QueryState, context: RankContext): Buckets {
    const { paths } = state
    const step = paths.length === 1 && paths[0]!.length === 1 ? paths[0]![0]! : null
    if (step !== null && step.node.start < PLACES_MAX && this.#docs.isEverywhere) {
      const level = rememberedLevel(this.#docs, step)
      const orders = level === null ? null : this.#orders(universe, state, step, level)
      if (orders !== null) return new OrderBuckets(orders, state)
    }
    return this.#position.partition(universe, state, context)
  }

  /** The documents by what the rules say together, from what is remembered of the word; null when there are too few. */
  #orders(universe: DocSet, state: QueryState, step: PathStep, level: WordLevel): CostSets | null {
    const name = ORDERS_COLUMN + step.node.start
    if (!isWorthRemembering(level, universe.size)) return null
    const { slotCount } = this.#docs.searcher
    const slots = universe.toArray()
    const orders = rawInts(slots.length)
    if (recallCosts(orders, slots, level, name, slotCount)) return new CostGroups(universe, orders)
    this.#fill(orders, universe, slots, state)
    rememberCosts(orders, slots, level, name, slotCount)
    return new CostGroups(universe, orders)
  }

  #fill(orders: CostColumn, universe: DocSet, slots: Uint32Array, state: QueryState): void {
    const path = state.paths[0]!
    const positions = this.#position.pathCosts(universe, path, true)
    const words = createExactWordsRule(this.#docs).pathCosts(universe, path, true)
    const attributes = this.#exactAttribute.costs(slots, state)
    for (let i = 0; i < orders.length; i++) {
      const attribute = attributes === null ? NO_EXACT_MATCH : attributes[i]!
      orders[i] = positions[i]! * EXACTNESS_COSTS + attribute * 2 + words[i]!
    }
  }
}

/** Buckets of three rules at once. */
class OrderBuckets extends RankBuckets {
  readonly rulesAhead = 2

  constructor(orders: CostSets, state: QueryState) {
    super('wordPosition', 0, orders, state)
  }
}
