// Words nearer to each other first (relevancy 7.3). The window is three words; swapped words cost one more.

import { DocSet } from '../../bits/doc-set.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import type { CostColumn } from '../cost-column.ts'
import { CostGroups, type CostSets } from '../cost-groups.ts'
import { DocsAtHand } from '../docs-at-hand.ts'
import { GraphRule, type StepPlace, VARIES } from '../graph-rule.ts'
import { APART, baseCost, isAdjacent, Neighbours } from '../neighbours.ts'
import { type Path, type QueryState, STEP_KEYS_MAX, stepKey } from '../query-state.ts'
import { rankEntry } from '../rank-buckets.ts'
import type { Buckets, RankContext, ScoreEntry } from '../ranking-rule.ts'
import { createAttributeRankRule } from './attribute-rank.ts'
import { createWordPositionRule } from './word-position.ts'

/** Below this many documents looking ahead costs more than it saves. */
const LOOK_AHEAD_MIN = 256

/** Documents that are looked at together: a look at a handful costs as much as one at a few more. */
const LOOK_AHEAD_PART_MIN = 128

/** Ranks documents by the distance between neighbouring query words. */
export class ProximityRule extends GraphRule {
  readonly name = 'proximity'
  #isByAttribute = false
  #isByPosition = false
  #neighbours: Neighbours | null = null

  /**
   * Tells the names of the next two rules: when attributeRank is the next one, documents with the better attributes are
   * looked at first, and when wordPosition comes after that, those with the better places in them.
   */
  lookAhead(next: string | undefined, afterNext: string | undefined): void {
    this.#isByAttribute = next === 'attributeRank'
    this.#isByPosition = this.#isByAttribute && afterNext === 'wordPosition'
  }

  override placeKey(path: Path, at: number): number {
    const isPair = isAdjacent(path, at)
    return stepKey(path[at]!) + (isPair ? (stepKey(path[at - 1]!) + 1) * STEP_KEYS_MAX : 0)
  }

  costMax(path: Path, at: number): number {
    return baseCost(path, at) + (isAdjacent(path, at) ? APART : 0)
  }

  override constantCost(path: Path, at: number): number {
    return isAdjacent(path, at) ? VARIES : baseCost(path, at)
  }

  columns(universe: DocSet, places: readonly StepPlace[], isSatisfied: boolean): CostColumn[] {
    this.#neighbours ??= new Neighbours(this.docs)
    return this.#neighbours.columns(universe, places, isSatisfied)
  }

  pathCosts(universe: DocSet, path: Path, isSatisfied: boolean): CostColumn {
    this.#neighbours ??= new Neighbours(this.docs)
    return this.#neighbours.pathCosts(universe, path, isSatisfied)
  }

  override partition(universe: DocSet, state: QueryState, context: RankContext): Buckets {
    return this.#isWorthLookingAhead(universe, state)
      ? new AheadBuckets(this, universe, state, context, this.#isByPosition)
      : super.partition(universe, state, context)
  }

  #isWorthLookingAhead(universe: DocSet, { paths }: QueryState): boolean {
    if (!this.#isByAttribute || universe.size < LOOK_AHEAD_MIN || paths.length !== 1) return false
    const path = paths[0]!
    let hasPair = false
    for (let at = 1; at < path.length; at++) hasPair ||= isAdjacent(path, at)
    return hasPair && this.docs.isEverywhere && (this.docs.searcher.fields.weightMax ?? 0) > 0
  }
}

/**
 * The nearest documents in the order of the next rules: what those would put first is looked at first, and when that
 * fills the page the others are never compared. The first bucket may so come in several parts; each part ranks before
 * the next under those rules too, so the order is the same.
 */
class AheadBuckets extends DocsAtHand implements Buckets {
  readonly state: QueryState
  readonly #rule: ProximityRule
  readonly #path: Path
  readonly #context: RankContext
  /** What is still to be looked at; null when everything has been. */
  #ahead: PartsAhead | null
  /** The cost of the bucket, and the smallest of all. */
  #cost: number
  readonly #nearest: number
  /** What was found farther off, by cost. */
  readonly #far: DocSet[][] = []

  constructor(
    rule: ProximityRule,
    universe: DocSet,
    state: QueryState,
    context: RankContext,
    isByPosition: boolean,
  ) {
    super()
    const path = state.paths[0]!
    let nearest = 0
    for (let at = 0; at < path.length; at++) nearest += baseCost(path, at)
    this.state = state
    this.#rule = rule
    this.#path = path
    this.#context = context
    this.#ahead = new PartsAhead(rule.docs, universe, path, isByPosition)
    this.#nearest = nearest
    this.#cost = nearest
  }

  next(): boolean {
    if (this.#ahead !== null) {
      if (this.#nextNear(this.#ahead)) return true
      this.#ahead = null
    }
    while (++this.#cost < this.#far.length) {
      const found = this.#far[this.#cost]
      if (found === undefined) continue
      this.docs = DocSet.union(found)
      return true
    }
    return false
  }

  #nextNear(ahead: PartsAhead): boolean {
    const near: DocSet[] = []
    let count = 0
    while (count === 0 || count < this.#context.neededCount) {
      if (!ahead.next()) break
      const groups = new CostGroups(ahead.docs, this.#rule.pathCosts(ahead.docs, this.#path, true))
      while (groups.next()) {
        if (groups.cost > this.#nearest) {
          ;(this.#far[groups.cost] ??= []).push(groups.docs)
          continue
        }
        near.push(groups.docs)
        count += groups.size
      }
    }
    this.docs = DocSet.union(near)
    return count > 0
  }

  score(): ScoreEntry {
    let rankMax = 1
    for (let at = 0; at < this.#path.length; at++) rankMax += this.#rule.costMax(this.#path, at)
    return rankEntry(this.#rule.name, rankMax - this.#cost, rankMax)
  }
}

/** Documents in the order of the next rules, which need not be told apart inside a part. */
class PartsAhead {
  docs: DocSet = DocSet.EMPTY
  readonly #docs: NodeDocs
  readonly #path: Path
  readonly #isByPosition: boolean
  readonly #attributes: CostSets
  /** The places of a large group of documents with equal attributes. */
  #positions: CostSets | null = null

  constructor(docs: NodeDocs, universe: DocSet, path: Path, isByPosition: boolean) {
    this.#docs = docs
    this.#path = path
    this.#isByPosition = isByPosition
    this.#attributes = createAttributeRankRule(docs).costSets(universe, path, true)
  }

  /** Goes on to the next part; false when there is none. */
  next(): boolean {
    if (this.#positions !== null && this.#nextOfPositions(this.#positions)) return true
    if (!this.#attributes.next()) return false
    const group = this.#attributes.docs
    if (!this.#isByPosition || group.size <= 2 * LOOK_AHEAD_PART_MIN) {
      this.docs = group
      this.#positions = null
      return true
    }
    this.#positions = createWordPositionRule(this.#docs).costSets(group, this.#path, true)
    return this.#nextOfPositions(this.#positions)
  }

  #nextOfPositions(positions: CostSets): boolean {
    const parts: DocSet[] = []
    let count = 0
    while (count < LOOK_AHEAD_PART_MIN && positions.next()) {
      parts.push(positions.docs)
      count += positions.size
    }
    this.docs = DocSet.union(parts)
    return count > 0
  }
}
