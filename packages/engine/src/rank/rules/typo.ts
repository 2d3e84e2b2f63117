// Fewer typos first (relevancy 7.2). Words written as one cost more than their typos.

import type { DocSet } from '../../bits/doc-set.ts'
import type { TypoLevel } from '../../query/derivations.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { type CostColumn, lowerMembers, UNSATISFIED } from '../cost-column.ts'
import { DocsAtHand } from '../docs-at-hand.ts'
import { StepRule } from '../graph-rule.ts'
import type { Path, PathStep, QueryState } from '../query-state.ts'
import { rankEntry } from '../rank-buckets.ts'
import type { Buckets, RankContext, RankingRule, ScoreEntry } from '../ranking-rule.ts'

/** Base cost of a node by its number of terms: plain, two written as one, three written as one. */
const NGRAM_COSTS = [0, 0, 2, 3]

/** Ranks documents by the typos they need. */
export function createTypoRule(docs: NodeDocs): RankingRule {
  return new TypoRule(docs)
}

class TypoRule extends StepRule {
  readonly name = 'typo'

  override get changesSteps(): boolean {
    return true
  }

  override partition(universe: DocSet, state: QueryState, context: RankContext): Buckets {
    const { paths } = state
    const step = paths.length === 1 && paths[0]!.length === 1 ? paths[0]![0]! : null
    return step === null || step.isExactOnly
      ? super.partition(universe, state, context)
      : new LevelBuckets(this.docs, universe, step)
  }

  costMax(path: Path, at: number): number {
    return typosMax(path[at]!) + ngramCost(path[at]!)
  }

  override nextStep(step: PathStep, cost: number): PathStep {
    const { node, isExactOnly } = step
    return { node, levels: 1 << (cost - ngramCost(step)), isExactOnly }
  }

  protected fill(column: CostColumn, universe: DocSet, slots: Uint32Array, step: PathStep): void {
    const { docs } = this
    const { slotCount } = docs.searcher
    const base = ngramCost(step)
    column.fill(UNSATISFIED)
    if (step.isExactOnly) {
      lowerMembers(column, slots, docs.ofExact(step.node), base, slotCount)
      return
    }
    // a level is only looked into while documents are left that no level before it satisfies
    let left = universe
    for (let level: TypoLevel | 3 = 0; level < 3; level++) {
      if (level > typosMax(step) || left.size === 0) break
      if ((step.levels & (1 << level)) === 0) continue
      const found = docs.levelWithin(step.node, level as TypoLevel, left)
      if (found.size === 0) continue
      if (found.size === universe.size) column.fill(base + level)
      else lowerMembers(column, slots, found, base + level, slotCount)
      left = left.andNot(found)
    }
  }
}

/** A query of one step: its levels are the buckets. */
class LevelBuckets extends DocsAtHand implements Buckets {
  readonly #docs: NodeDocs
  readonly #step: PathStep
  #left: DocSet
  #level = -1

  constructor(docs: NodeDocs, universe: DocSet, step: PathStep) {
    super()
    this.#docs = docs
    this.#step = step
    this.#left = universe
  }

  next(): boolean {
    const { node, levels } = this.#step
    while (++this.#level <= typosMax(this.#step) && this.#left.size > 0) {
      if ((levels & (1 << this.#level)) === 0) continue
      this.docs = this.#docs.levelWithin(node, this.#level as TypoLevel, this.#left)
      if (this.docs.size === 0) continue
      this.#left = this.#left.andNot(this.docs)
      return true
    }
    return false
  }

  get state(): QueryState {
    const { node, isExactOnly } = this.#step
    return { paths: [[{ node, levels: 1 << this.#level, isExactOnly }]] }
  }

  score(): ScoreEntry {
    const rankMax = 1 + typosMax(this.#step) + ngramCost(this.#step)
    return rankEntry('typo', rankMax - this.#level - ngramCost(this.#step), rankMax)
  }
}

function ngramCost(step: PathStep): number {
  return NGRAM_COSTS[step.node.termCount]!
}

/** Every plain word may be split, so that even the shortest has a level 1. */
function typosMax({ node, isExactOnly }: PathStep): number {
  if (node.phrase !== null) return 0
  if (isExactOnly && node.typosMax > 0) return 0
  return Math.max(1, node.typosMax)
}
