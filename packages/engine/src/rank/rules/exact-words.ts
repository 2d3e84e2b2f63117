// More words found exactly as they were typed first (relevancy 7.6, second half).

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
    placeKey: ({ path, at }) => stepKey(path[at]!),
    costMax: ({ path, at }) => path[at]!.node.termCount,
    columns: (universe, places) =>
      places.map(({ path, at }) => exactColumn(docs, universe, path[at]!)),
    nextStep: (step, cost) => (cost === 0 ? { ...step, isExactOnly: true } : step),
  })
}

function exactColumn(docs: NodeDocs, universe: Uint32Array, step: PathStep): CostColumn {
  const { slotCount } = docs.searcher
  const { node, levels } = step
  const column = unsatisfiedColumn(universe.length)
  lowerMembers(column, universe, stepDocs(docs, step), node.termCount, slotCount)
  const isExactAllowed = node.components === null && (node.phrase !== null || (levels & 1) !== 0)
  if (isExactAllowed) lowerMembers(column, universe, docs.ofExact(node), 0, slotCount)
  return column
}
