// More words found exactly as they were typed first (relevancy 7.6, second half).

import type { DocSet } from '../../bits/doc-set.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { type CostColumn, lowerMembers, unsatisfiedColumn } from '../cost-column.ts'
import { createGraphRule } from '../graph-rule.ts'
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
  })
}

function exactColumn(docs: NodeDocs, universe: DocSet, step: PathStep): CostColumn {
  const { slotCount } = docs.searcher
  const { node, levels } = step
  const slots = universe.toArray()
  const column = unsatisfiedColumn(slots.length)
  const isExactAllowed = node.components === null && (node.phrase !== null || (levels & 1) !== 0)
  let left = universe
  if (isExactAllowed) {
    const exact = docs.ofExact(node).and(universe)
    lowerMembers(column, slots, exact, 0, slotCount)
    left = left.andNot(exact)
  }
  if (left.size === 0) return column
  lowerMembers(column, slots, stepDocs(docs, step, left), node.termCount, slotCount)
  return column
}
