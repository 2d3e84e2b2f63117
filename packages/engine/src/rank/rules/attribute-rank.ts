// Words in more important attributes first (relevancy 7.4, the first half of `attribute`).

import type { DocSet } from '../../bits/doc-set.ts'
import { NO_WEIGHT } from '../../query/field-scope.ts'
import { locatePostings } from '../../query/intersect-postings.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import type { LevelPart, WordLevel } from '../../query/word-level.ts'
import { type CostColumn, UNSATISFIED } from '../cost-column.ts'
import type { CostSets } from '../cost-groups.ts'
import { type GraphRule, StepRule, VARIES } from '../graph-rule.ts'
import { rememberedLevel, WEIGHTS_COLUMN } from '../level-columns.ts'
import { PartSets } from '../part-sets.ts'
import type { Path, PathStep } from '../query-state.ts'
import { stepSources } from '../step-sources.ts'
import { SumSets } from '../sum-sets.ts'
import { SET_WEIGHTS_MAX, splitByWeight } from '../weight-sets.ts'

/** Longer paths have too many sums. */
const SET_STEPS_MAX = 3

/** Ranks documents by the weight of the best attribute of each word: weights of fields, without any look at positions. */
export function createAttributeRankRule(docs: NodeDocs): GraphRule {
  return new AttributeRankRule(docs)
}

class AttributeRankRule extends StepRule {
  readonly name = 'attributeRank'
  readonly #weightMax: number

  constructor(docs: NodeDocs) {
    super(docs)
    this.#weightMax = docs.searcher.fields.weightMax ?? 0
  }

  costMax(path: Path, at: number): number {
    return this.#weightMax * path[at]!.node.termCount
  }

  /** Attributes that all weigh the same tell nothing apart. */
  override constantCost(): number {
    return this.#weightMax === 0 ? 0 : VARIES
  }

  override sets(universe: DocSet, path: Path, isLarge: boolean): CostSets | null {
    if (!isLarge || this.#weightMax >= SET_WEIGHTS_MAX || path.length > SET_STEPS_MAX) return null
    if (path.length !== 1) {
      return new SumSets(
        universe,
        path.map((step) => this.#partsOf(universe, step, rememberedLevel(this.docs, step))),
      )
    }
    const level = rememberedLevel(this.docs, path[0]!)
    const parts = this.#partsOf(universe, path[0]!, level)
    const isOwn = level === null || level.docs === universe
    return new PartSets(parts, isOwn ? null : universe)
  }

  /** The documents of a step by cost: those of the universe, or whatever its word has. */
  #partsOf(universe: DocSet, step: PathStep, level: WordLevel | null): readonly LevelPart[] {
    if (level === null) return this.#split(universe, step)
    return level.byWeight ?? level.keepByWeight(this.#split(level.docs!, step))
  }

  #split(docs: DocSet, step: PathStep): LevelPart[] {
    const { scope, searcher } = this.docs
    const sources = stepSources(this.docs, step, 'start')
    return splitByWeight(docs, sources, step.node.termCount, scope, searcher.slotCount)
  }

  protected override columnName(): number {
    return WEIGHTS_COLUMN
  }

  protected fill(column: CostColumn, _universe: DocSet, slots: Uint32Array, step: PathStep): void {
    const { scope, time, searcher } = this.docs
    const { termCount } = step.node
    const sources = stepSources(this.docs, step, 'start')
    scope.refresh()
    const { weights } = scope
    column.fill(UNSATISFIED)
    for (let s = 0; s < sources.length; s++) {
      time.check()
      const { postings, within } = sources[s]!
      const { fieldSets } = postings
      const { count, leftAt, rightAt } = locatePostings(slots, postings, searcher.slotCount)
      for (let i = 0; i < count; i++) {
        const at = leftAt[i]!
        const weight = weights[fieldSets[rightAt[i]!]!]!
        if (weight === NO_WEIGHT || weight * termCount >= column[at]!) continue
        if (within === null || within.has(slots[at]!)) column[at] = weight * termCount
      }
    }
  }
}
