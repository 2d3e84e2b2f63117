// Fewer typos first (relevancy 7.2). Words written as one cost more than their typos.

import type { DocSet } from '../../bits/doc-set.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { type CostColumn, lowerMembers, unsatisfiedColumn } from '../cost-column.ts'
import { createGraphRule, type StepCosts } from '../graph-rule.ts'
import { type PathStep, stepKey } from '../query-state.ts'
import type { Bucket, RankingRule } from '../ranking-rule.ts'

/** Base cost of a node by its number of terms: plain, two written as one, three written as one. */
const NGRAM_COSTS = [0, 0, 2, 3]

/** Ranks documents by the typos they need. */
export function createTypoRule(docs: NodeDocs): RankingRule {
  const rule = createGraphRule(typoCosts(docs))
  return {
    name: rule.name,
    readsQuery: true,
    partition(universe, state, context) {
      const step = state.paths.length === 1 ? state.paths[0]! : []
      return step.length === 1 && !step[0]!.isExactOnly
        ? partitionByLevel(docs, universe, step[0]!)
        : rule.partition(universe, state, context)
    },
  }
}

/** A query of one step: its levels are the buckets. */
function* partitionByLevel(docs: NodeDocs, universe: DocSet, step: PathStep): Iterable<Bucket> {
  const rankMax = 1 + typosMax(step) + ngramCost(step)
  let left = universe
  for (const level of [0, 1, 2] as const) {
    if (level > typosMax(step) || left.size === 0) return
    if ((step.levels & (1 << level)) === 0) continue
    const found = docs.levelWithin(step.node, level, left)
    if (found.size === 0) continue
    left = left.andNot(found)
    const rank = rankMax - level - ngramCost(step)
    yield {
      docs: found,
      score: { kind: 'rank', rule: 'typo', rank, rankMax },
      state: { paths: [[{ ...step, levels: 1 << level }]] },
    }
  }
}

function typoCosts(docs: NodeDocs): StepCosts {
  return {
    name: 'typo',
    docs,
    placeKey: ({ path, at }) => stepKey(path[at]!),
    costMax: ({ path, at }) => typosMax(path[at]!) + ngramCost(path[at]!),
    constantCost: () => null,
    columns: (universe, places) =>
      places.map(({ path, at }) => typoColumn(docs, universe, path[at]!)),
    nextStep: (step, cost) => ({ ...step, levels: 1 << (cost - ngramCost(step)) }),
    sets: null,
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

function typoColumn(docs: NodeDocs, universe: DocSet, step: PathStep): CostColumn {
  const { slotCount } = docs.searcher
  const slots = universe.toArray()
  const column = unsatisfiedColumn(slots.length)
  const base = ngramCost(step)
  if (step.isExactOnly) {
    lowerMembers(column, slots, docs.ofExact(step.node), base, slotCount)
    return column
  }
  // a level is only looked into while documents are left that no level before it satisfies
  let left = universe
  for (const level of [0, 1, 2] as const) {
    if (level > typosMax(step) || left.size === 0) break
    if ((step.levels & (1 << level)) === 0) continue
    const found = docs.levelWithin(step.node, level, left)
    if (found.size === 0) continue
    lowerMembers(column, slots, found, base + level, slotCount)
    left = left.andNot(found)
  }
  return column
}
