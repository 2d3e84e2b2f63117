// Fewer typos first (relevancy 7.2). Words written as one cost more than their typos.

import type { NodeDocs } from '../../query/node-docs.ts'
import { type CostColumn, lowerMembers, unsatisfiedColumn } from '../cost-column.ts'
import { createGraphRule } from '../graph-rule.ts'
import { type PathStep, stepKey } from '../query-state.ts'
import type { RankingRule } from '../ranking-rule.ts'

/** Base cost of a node by its number of terms: plain, two written as one, three written as one. */
const NGRAM_COSTS = [0, 0, 2, 3]

/** Ranks documents by the typos they need. */
export function createTypoRule(docs: NodeDocs): RankingRule {
  return createGraphRule({
    name: 'typo',
    placeKey: ({ path, at }) => stepKey(path[at]!),
    costMax: ({ path, at }) => typosMax(path[at]!) + ngramCost(path[at]!),
    columns: (universe, places) =>
      places.map(({ path, at }) => typoColumn(docs, universe, path[at]!)),
    nextStep: (step, cost) => ({ ...step, levels: 1 << (cost - ngramCost(step)) }),
  })
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

function typoColumn(docs: NodeDocs, universe: Uint32Array, step: PathStep): CostColumn {
  const { slotCount } = docs.searcher
  const column = unsatisfiedColumn(universe.length)
  const base = ngramCost(step)
  if (step.isExactOnly) {
    lowerMembers(column, universe, docs.ofExact(step.node), base, slotCount)
    return column
  }
  for (const level of [0, 1, 2] as const) {
    if (level > typosMax(step)) break
    if ((step.levels & (1 << level)) === 0) continue
    lowerMembers(column, universe, docs.ofLevel(step.node, level), base + level, slotCount)
  }
  return column
}
