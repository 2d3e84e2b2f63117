// More words found exactly as they were typed first (relevancy 7.6, second half).

import { DocSet } from '../../bits/doc-set.ts'
import { docSetOf } from '../../query/dense-postings.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { type CostColumn, lowerMembers, UNSATISFIED } from '../cost-column.ts'
import type { CostSets } from '../cost-groups.ts'
import { DocsAtHand } from '../docs-at-hand.ts'
import { type GraphRule, StepRule } from '../graph-rule.ts'
import type { Path, PathStep } from '../query-state.ts'
import { stepDocs } from '../step-sources.ts'

/** Ranks documents by how many query words they hold without prefix or typo. */
export function createExactWordsRule(docs: NodeDocs): GraphRule {
  return new ExactWordsRule(docs)
}

class ExactWordsRule extends StepRule {
  readonly name = 'exactWords'

  override get changesSteps(): boolean {
    return true
  }

  costMax(path: Path, at: number): number {
    return path[at]!.node.termCount
  }

  override nextStep(step: PathStep, cost: number): PathStep {
    return cost === 0 ? { node: step.node, levels: step.levels, isExactOnly: true } : step
  }

  override sets(universe: DocSet, path: Path): CostSets | null {
    return path.length === 1 ? new ExactSets(this.docs, universe, path[0]!) : null
  }

  protected fill(
    column: CostColumn,
    universe: DocSet,
    slots: Uint32Array,
    step: PathStep,
    isSatisfied: boolean,
  ): void {
    const { docs } = this
    const { node } = step
    const { slotCount } = docs.searcher
    if (isSatisfied) {
      column.fill(node.termCount)
      if (!isExactAllowed(step)) return
      const postings = node.phrase === null ? docs.derivations(node).exactPostings : null
      if (node.phrase !== null) lowerMembers(column, slots, docs.ofExact(node), 0, slotCount)
      if (postings === null) return
      lowerMembers(column, slots, docSetOf(postings, slotCount), 0, slotCount)
      return
    }
    let left = universe
    column.fill(UNSATISFIED)
    if (isExactAllowed(step)) {
      const exact = docs.ofExact(node).and(universe)
      lowerMembers(column, slots, exact, 0, slotCount)
      left = left.andNot(exact)
    }
    if (left.size === 0) return
    lowerMembers(column, slots, stepDocs(docs, step, left), node.termCount, slotCount)
  }
}

/** The documents of one step: those that hold it as it was typed, then the others. */
class ExactSets extends DocsAtHand implements CostSets {
  cost = -1
  readonly #docs: NodeDocs
  readonly #universe: DocSet
  readonly #step: PathStep
  #exact: DocSet = DocSet.EMPTY

  constructor(docs: NodeDocs, universe: DocSet, step: PathStep) {
    super()
    this.#docs = docs
    this.#universe = universe
    this.#step = step
  }

  next(): boolean {
    const step = this.#step
    if (this.cost < 0) {
      this.cost = 0
      if (isExactAllowed(step)) this.#exact = this.#docs.ofExact(step.node).and(this.#universe)
      this.docs = this.#exact
      if (this.docs.size > 0) return true
    }
    if (this.cost > 0) return false
    this.cost = step.node.termCount
    this.docs = stepDocs(this.#docs, step, this.#universe.andNot(this.#exact))
    return this.docs.size > 0
  }
}

function isExactAllowed({ node, levels }: PathStep): boolean {
  return node.components === null && (node.phrase !== null || (levels & 1) !== 0)
}
