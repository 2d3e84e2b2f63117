// More words found exactly as they were typed first (relevancy 7.6, second half).

import { DocSet } from '../../bits/doc-set.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { type CostColumn, lowerMembers, unsatisfiedColumn } from '../cost-column.ts'
import { type CostSet, createGraphRule } from '../graph-rule.ts'
import { type PathStep, stepKey } from '../query-state.ts'
import type { RankingRule } from '../ranking-rule.ts'
import { stepDocs } from '../step-sources.ts'

/** Ranks documents by how many query words they hold without prefix or typo. */
export function createExactWordsRule(docs: NodeDocs): RankingRule {
  return createGraphRule({
    name: 'exactWords',
    docs,
    placeKey: ({ path, at }) => stepKey(path[at]!),
    costMax: ({ path, at }) => path[at]!.node.termCount,
    constantCost: () => null,
    columns: (universe, places) =>
      places.map(({ path, at }) => exactColumn(docs, universe, path[at]!)),
    nextStep: (step, cost) => (cost === 0 ? { ...step, isExactOnly: true } : step),
    sets: (universe, path) => (path.length === 1 ? exactSets(docs, universe, path[0]!) : null),
  })
}

function* exactSets(docs: NodeDocs, universe: DocSet, step: PathStep): Iterable<CostSet> {
  const exact = isExactAllowed(step) ? docs.ofExact(step.node).and(universe) : DocSet.EMPTY
  if (exact.size > 0) yield { cost: 0, docs: exact }
  const others = stepDocs(docs, step, universe.andNot(exact))
  if (others.size > 0) yield { cost: step.node.termCount, docs: others }
}

function isExactAllowed({ node, levels }: PathStep): boolean {
  return node.components === null && (node.phrase !== null || (levels & 1) !== 0)
}

function exactColumn(docs: NodeDocs, universe: DocSet, step: PathStep): CostColumn {
  const { slotCount } = docs.searcher
  const { node } = step
  const slots = universe.toArray()
  const column = unsatisfiedColumn(slots.length)
  let left = universe
  if (isExactAllowed(step)) {
    const exact = docs.ofExact(node).and(universe)
    lowerMembers(column, slots, exact, 0, slotCount)
    left = left.andNot(exact)
  }
  if (left.size === 0) return column
  lowerMembers(column, slots, stepDocs(docs, step, left), node.termCount, slotCount)
  return column
}
