// Words nearer to where they stand in the query first (relevancy 7.5, the second half of `attribute`).

import type { DocSet } from '../../bits/doc-set.ts'
import { locatePostings } from '../../query/intersect-postings.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { DOCS_PER_CHECK } from '../../query/time-limit.ts'
import { type CostColumn, unsatisfiedColumn } from '../cost-column.ts'
import { createGraphRule, type StepCosts } from '../graph-rule.ts'
import { DEAREST, PlaceCosts } from '../place-costs.ts'
import { type PathStep, stepKey } from '../query-state.ts'
import type { RankingRule } from '../ranking-rule.ts'
import { stepSources } from '../step-sources.ts'

/** Ranks documents by how far each word is from its place in the query. */
export function createWordPositionRule(docs: NodeDocs): RankingRule {
  return createGraphRule(positionCosts(docs))
}

/** What the distance of a step's words from their places costs. */
export function positionCosts(docs: NodeDocs): StepCosts {
  return {
    name: 'wordPosition',
    docs,
    placeKey: ({ path, at }) => stepKey(path[at]!),
    costMax: ({ path, at }) => DEAREST * path[at]!.node.termCount,
    constantCost: () => null,
    columns: (universe, places) =>
      places.map(({ path, at }) => distanceColumn(docs, universe, path[at]!)),
    nextStep: null,
    sets: null,
  }
}

/** The cost grows with the distance, so that the cheapest of several sources is the nearest. */
function distanceColumn(docs: NodeDocs, universe: DocSet, step: PathStep): CostColumn {
  const { searcher } = docs
  const { start, termCount } = step.node
  const slots = universe.toArray()
  const column = unsatisfiedColumn(slots.length)
  for (const { postings, within } of stepSources(docs, step, 'start')) {
    const costs = new PlaceCosts(searcher, postings, start, termCount)
    const { count, leftAt, rightAt } = locatePostings(slots, postings, searcher.slotCount)
    for (let i = 0; i < count; i++) {
      if (i % DOCS_PER_CHECK === 0) docs.time.check()
      const at = leftAt[i]!
      // nothing is nearer than the place itself
      if (column[at] === 0 || (within !== null && !within.has(slots[at]!))) continue
      const cost = costs.at(rightAt[i]!)
      if (cost < column[at]!) column[at] = cost
    }
  }
  return column
}
