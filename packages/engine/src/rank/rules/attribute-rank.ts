// Words in more important attributes first (relevancy 7.4, the first half of `attribute`).

import { DocSet } from '../../bits/doc-set.ts'
import { locatePostings } from '../../query/intersect-postings.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { type CostColumn, UNSATISFIED, unsatisfiedColumn } from '../cost-column.ts'
import { type CostSet, createGraphRule, type StepCosts } from '../graph-rule.ts'
import { type Path, type PathStep, stepKey } from '../query-state.ts'
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
    sets: (universe, path) => {
      if (weightMax >= SET_WEIGHTS_MAX || path.length > SET_STEPS_MAX) return null
      return attributeSets(docs, universe, path, weightMax)
    },
  }
}

/** Longer paths have too many sums. */
const SET_STEPS_MAX = 3

function* attributeSets(
  docs: NodeDocs,
  universe: DocSet,
  path: Path,
  weightMax: number,
): Iterable<CostSet> {
  let before: Iterable<CostSet> | null = null
  for (const step of path) {
    const own = stepSets(docs, universe, step, weightMax)
    before = before === null ? own : sumSets([...before], [...own])
  }
  yield* before ?? []
}

function* stepSets(
  docs: NodeDocs,
  universe: DocSet,
  step: PathStep,
  weightMax: number,
): Iterable<CostSet> {
  const sources = stepSources(docs, step, 'start')
  const { slotCount } = docs.searcher
  const split = splitByWeight(universe, sources, docs.scope, { weightMax, slotCount })
  for (const { weight, docs: found } of split) {
    yield { cost: weight * step.node.termCount, docs: found }
  }
}

/** Documents by the sum of their costs in two lists. */
function* sumSets(left: readonly CostSet[], right: readonly CostSet[]): Iterable<CostSet> {
  const sums = new Set(left.flatMap((a) => right.map((b) => a.cost + b.cost)))
  for (const sum of [...sums].toSorted((a, b) => a - b)) {
    const parts: DocSet[] = []
    for (const a of left) {
      const b = right.find(({ cost }) => a.cost + cost === sum)
      if (b !== undefined) parts.push(a.docs.and(b.docs))
    }
    const found = DocSet.union(parts)
    if (found.size > 0) yield { cost: sum, docs: found }
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
  for (const source of sources) {
    docs.time.check()
    lowerWeights(column, slots, source, weights, slotCount)
  }
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
