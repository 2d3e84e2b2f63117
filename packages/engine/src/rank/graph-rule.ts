// What the rules over the query graph have in common (relevancy 6.3, 6.4): every step of a path has alternatives with a
// cost; a document's cost on a path is the sum of its cheapest alternatives; its bucket is its cheapest path.

import type { DocSet } from '../bits/doc-set.ts'
import { rawInts } from '../bits/scratch.ts'
import type { NodeDocs } from '../query/node-docs.ts'
import { addColumn, type CostColumn } from './cost-column.ts'
import { CostGroups, type CostSets } from './cost-groups.ts'
import {
  isWorthRemembering,
  NO_COLUMN,
  recallCosts,
  rememberCosts,
  rememberedLevel,
} from './level-columns.ts'
import { OwnedBuckets } from './owned-buckets.ts'
import { type Path, type PathStep, type QueryState, stepKey } from './query-state.ts'
import { OneBucket, RankBuckets } from './rank-buckets.ts'
import type { Buckets, RankContext, RankingRule, RelevancyRuleName } from './ranking-rule.ts'

/** A step of a path, seen with the step before it. */
export interface StepPlace {
  readonly path: Path
  readonly at: number
}

/** The cost of a place where documents pay differently. */
export const VARIES = -1

/** With one step, a document in this many slots is enough; steps have to be combined, so that more ask for more. */
const DENSE_RATIO = 32

/** A rule that says what documents pay on the paths of the query. */
export abstract class GraphRule implements RankingRule {
  abstract readonly name: RelevancyRuleName
  /** The documents behind the steps. */
  readonly docs: NodeDocs

  constructor(docs: NodeDocs) {
    this.docs = docs
  }

  get readsQuery(): boolean {
    return true
  }

  /** A rule after this one finds less left of the steps: see `nextStep`. */
  get changesSteps(): boolean {
    return false
  }

  /** The dearest alternative of a step, satisfied or not. */
  abstract costMax(path: Path, at: number): number

  /** Places with equal keys have the same costs. */
  placeKey(path: Path, at: number): number {
    return stepKey(path[at]!)
  }

  /** What every document that satisfies the path pays at this place, or VARIES. */
  constantCost(_path: Path, _at: number): number {
    return VARIES
  }

  /** What is left of a step after its alternative of `cost` was taken. */
  nextStep(step: PathStep, _cost: number): PathStep {
    return step
  }

  /**
   * For a query of a single path, the documents of a universe by cost, without any column. Null when there is no such way
   * for the path, or when a column is the cheaper way.
   */
  sets(_universe: DocSet, _path: Path, _isLarge: boolean): CostSets | null {
    return null
  }

  /** One column per place, beside the documents. When `isSatisfied`, all of them are known to satisfy every place. */
  abstract columns(
    universe: DocSet,
    places: readonly StepPlace[],
    isSatisfied: boolean,
  ): CostColumn[]

  /** What each document pays for a whole path. */
  abstract pathCosts(universe: DocSet, path: Path, isSatisfied: boolean): CostColumn

  partition(universe: DocSet, state: QueryState, context: RankContext): Buckets {
    const { paths } = state
    const rankMax = 1 + this.#dearest(paths)
    const isSatisfied = paths.length === 1 && this.docs.isEverywhere
    const isSplit = paths.length !== 1 || (this.changesSteps && context.needsState)
    if (isSplit) return new OwnedBuckets(this, universe, state, { context, isSatisfied, rankMax })
    const path = paths[0]!
    const constant = isSatisfied ? this.#constantPath(path) : VARIES
    if (constant !== VARIES) {
      return new OneBucket(this.name, rankMax - constant, rankMax, universe, state)
    }
    return new RankBuckets(this.name, rankMax, this.costSets(universe, path, isSatisfied), state)
  }

  /** The documents by what they pay for one path, whichever way is the cheaper. */
  costSets(universe: DocSet, path: Path, isSatisfied: boolean): CostSets {
    // whether a path is cheaper by sets than by columns
    const isLarge = universe.size * DENSE_RATIO >= this.docs.searcher.slotCount * path.length ** 2
    const sets = this.sets(universe, path, isLarge)
    if (sets !== null) return sets
    return new CostGroups(universe, this.pathCosts(universe, path, isSatisfied))
  }

  #dearest(paths: readonly Path[]): number {
    let dearest = 0
    for (let p = 0; p < paths.length; p++) {
      const path = paths[p]!
      let cost = 0
      for (let at = 0; at < path.length; at++) cost += this.costMax(path, at)
      if (cost > dearest) dearest = cost
    }
    return dearest
  }

  /** What every document of a single path pays, when they all pay the same. */
  #constantPath(path: Path): number {
    let total = 0
    for (let at = 0; at < path.length; at++) {
      const cost = this.constantCost(path, at)
      if (cost === VARIES) return VARIES
      total += cost
    }
    return total
  }
}

/** A rule whose steps do not depend on each other. */
export abstract class StepRule extends GraphRule {
  /**
   * Writes what each document pays at one step, UNSATISFIED where it has nothing to do with it. When `isSatisfied`, all of
   * them are known to have. `slots` are the documents.
   */
  protected abstract fill(
    column: CostColumn,
    universe: DocSet,
    slots: Uint32Array,
    step: PathStep,
    isSatisfied: boolean,
  ): void

  /** The column of a word that remembers what a step costs. */
  protected columnName(_step: PathStep): number {
    return NO_COLUMN
  }

  columns(universe: DocSet, places: readonly StepPlace[], isSatisfied: boolean): CostColumn[] {
    const slots = universe.toArray()
    return places.map(({ path, at }) => {
      const column = rawInts(slots.length)
      this.#recallOrFill(column, universe, slots, path[at]!, isSatisfied)
      return column
    })
  }

  pathCosts(universe: DocSet, path: Path, isSatisfied: boolean): CostColumn {
    const slots = universe.toArray()
    const sum = rawInts(slots.length)
    if (path.length === 0) return sum.fill(0)
    this.#recallOrFill(sum, universe, slots, path[0]!, isSatisfied)
    if (path.length === 1) return sum
    const column = rawInts(slots.length)
    for (let at = 1; at < path.length; at++) {
      this.#recallOrFill(column, universe, slots, path[at]!, isSatisfied)
      addColumn(sum, column, sum)
    }
    return sum
  }

  #recallOrFill(
    column: CostColumn,
    universe: DocSet,
    slots: Uint32Array,
    step: PathStep,
    isSatisfied: boolean,
  ): void {
    const name = isSatisfied ? this.columnName(step) : NO_COLUMN
    const level = name === NO_COLUMN ? null : rememberedLevel(this.docs, step)
    if (level === null || !isWorthRemembering(level, slots.length)) {
      this.fill(column, universe, slots, step, isSatisfied)
      return
    }
    const { slotCount } = this.docs.searcher
    if (recallCosts(column, slots, level, name, slotCount)) return
    this.fill(column, universe, slots, step, isSatisfied)
    rememberCosts(column, slots, level, name, slotCount)
  }
}
