// Words in more important attributes first (relevancy 7.4, the first half of `attribute`).

import type { NodeDocs } from '../../query/node-docs.ts'
import { intersectPostings } from '../../query/intersect-postings.ts'
import { type CostColumn, UNSATISFIED, unsatisfiedColumn } from '../cost-column.ts'
import { createGraphRule } from '../graph-rule.ts'
import { type PathStep, stepKey } from '../query-state.ts'
import type { RankingRule } from '../ranking-rule.ts'
import { type Source, stepSources } from '../step-sources.ts'

/** Ranks documents by the weight of the best attribute of each word. */
export function createAttributeRankRule(docs: NodeDocs): RankingRule {
  const { weightMax } = docs.searcher.fields
  return createGraphRule({
    name: 'attributeRank',
    placeKey: ({ path, at }) => stepKey(path[at]!),
    costMax: ({ path, at }) => (weightMax ?? 0) * path[at]!.node.termCount,
    columns(universe, places, isSatisfied) {
      return places.map(({ path, at }) => {
        // attributes that all weigh the same tell nothing apart
        if (isSatisfied && (weightMax ?? 0) === 0) return new Int32Array(universe.length)
        return weightColumn(docs, universe, path[at]!)
      })
    },
    nextStep: null,
  })
}

function weightColumn(docs: NodeDocs, universe: Uint32Array, step: PathStep): CostColumn {
  const column = unsatisfiedColumn(universe.length)
  const sources = stepSources(docs, step, 'start')
  docs.scope.refresh()
  for (const source of sources) {
    lowerWeights(column, universe, source, docs.scope.weights, step.node.termCount)
  }
  return column
}

function lowerWeights(
  column: CostColumn,
  universe: Uint32Array,
  { postings, within }: Source,
  weights: Uint32Array,
  termCount: number,
): void {
  const { fieldSets } = postings
  const { count, leftAt, rightAt } = intersectPostings(
    universe,
    universe.length,
    postings.docs,
    postings.count,
  )
  for (let i = 0; i < count; i++) {
    const at = leftAt[i]!
    const cost = weights[fieldSets[rightAt[i]!]!]! * termCount
    if (cost < UNSATISFIED && cost < column[at]! && (within === null || within.has(universe[at]!)))
      column[at] = cost
  }
}
