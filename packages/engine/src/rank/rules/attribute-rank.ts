// Words in more important attributes first (relevancy 7.4, the first half of `attribute`).

import type { DocSet } from '../../bits/doc-set.ts'
import { locatePostings } from '../../query/intersect-postings.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { type CostColumn, UNSATISFIED, unsatisfiedColumn } from '../cost-column.ts'
import { type CostSet, createGraphRule, type StepCosts } from '../graph-rule.ts'
import { type PathStep, stepKey } from '../query-state.ts'
import type { RankingRule } from '../ranking-rule.ts'
import { type Source, stepSources } from '../step-sources.ts'
import { SET_WEIGHTS_MAX, splitByWeight } from '../weight-sets.ts'

/** Ranks documents by the weight of the best attribute of each word. */
export function createAttributeRankRule(docs: NodeDocs): RankingRule {
  return createGraphRule(attributeCosts(docs))
}

/** What the attributes of a step's words cost: weights of fields, without any look at positions. */
export function attributeCosts(docs: NodeDocs): StepCosts {
  const weightMax = docs.searcher.fields.weightMax ?? 0
  return {
    name: 'attributeRank',
    docs,
    placeKey: ({ path, at }) => stepKey(path[at]!),
    costMax: ({ path, at }) => weightMax * path[at]!.node.termCount,
    // attributes that all weigh the same tell nothing apart
    constantCost: () => (weightMax === 0 ? 0 : null),
    columns: (universe, places) =>
      places.map(({ path, at }) => weightColumn(docs, universe, path[at]!)),
    nextStep: null,
    oneStep: (universe, step) =>
      weightMax < SET_WEIGHTS_MAX ? weightSets(docs, universe, step, weightMax) : null,
  }
}

function* weightSets(
  docs: NodeDocs,
  universe: DocSet,
  step: PathStep,
  weightMax: number,
): Iterable<CostSet> {
  const { slotCount } = docs.searcher
  const sets = splitByWeight(stepSources(docs, step, 'start'), docs.scope, slotCount)
  let left = universe
  for (let weight = 0; weight <= weightMax && left.size > 0; weight++) {
    const found = sets.at(weight).and(left)
    if (found.size === 0) continue
    yield { cost: weight * step.node.termCount, docs: found }
    left = left.andNot(found)
  }
}

function weightColumn(docs: NodeDocs, universe: DocSet, step: PathStep): CostColumn {
  const { slotCount } = docs.searcher
  const slots = universe.toArray()
  const column = unsatisfiedColumn(slots.length)
  const sources = stepSources(docs, step, 'start')
  docs.scope.refresh()
  const weights = docs.scope.weights.map((weight) =>
    Math.min(weight * step.node.termCount, UNSATISFIED),
  )
  for (const source of sources) lowerWeights(column, slots, source, weights, slotCount)
  return column
}

function lowerWeights(
  column: CostColumn,
  slots: Uint32Array,
  { postings, within }: Source,
  weights: Uint32Array,
  slotCount: number,
): void {
  const { fieldSets } = postings
  const { count, leftAt, rightAt } = locatePostings(slots, postings, slotCount)
  for (let i = 0; i < count; i++) {
    const at = leftAt[i]!
    const cost = weights[fieldSets[rightAt[i]!]!]!
    if (cost < column[at]! && (within === null || within.has(slots[at]!))) column[at] = cost
  }
}
