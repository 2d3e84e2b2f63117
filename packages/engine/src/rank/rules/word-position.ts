// Words nearer to where they stand in the query first (relevancy 7.5, the second half of `attribute`).

import type { DocSet } from '../../bits/doc-set.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { type CostColumn, unsatisfiedColumn } from '../cost-column.ts'
import { createGraphRule } from '../graph-rule.ts'
import { type PathStep, stepKey } from '../query-state.ts'
import type { RankingRule } from '../ranking-rule.ts'
import { FAR_OFF, StepPositions } from '../step-positions.ts'
import { stepSources } from '../step-sources.ts'

/** Cost of a distance: the index of the first bound that is not below it. */
const DISTANCE_BOUNDS = [0, 1, 4, 7, 11, 16, 24, 64, 256, 1024]
const DEAREST = DISTANCE_BOUNDS.length

/** Ranks documents by how far each word is from its place in the query. */
export function createWordPositionRule(docs: NodeDocs): RankingRule {
  return createGraphRule({
    name: 'wordPosition',
    docs,
    placeKey: ({ path, at }) => stepKey(path[at]!),
    costMax: ({ path, at }) => DEAREST * path[at]!.node.termCount,
    constantCost: () => null,
    columns: (universe, places) =>
      places.map(({ path, at }) => distanceColumn(docs, universe, path[at]!)),
    nextStep: null,
  })
}

function distanceColumn(docs: NodeDocs, universe: DocSet, step: PathStep): CostColumn {
  const { start, termCount } = step.node
  const slots = universe.toArray()
  const positions = new StepPositions(docs.searcher, slots, stepSources(docs, step, 'start'))
  const column = unsatisfiedColumn(slots.length)
  for (let i = 0; i < slots.length; i++) {
    const distance = positions.nearest(i, start)
    if (distance < FAR_OFF) column[i] = distanceCost(distance, termCount)
  }
  return column
}

function distanceCost(distance: number, termCount: number): number {
  let cost = 0
  for (let i = 0; i < termCount; i++) cost += stepCost(distance + i)
  return cost
}

function stepCost(distance: number): number {
  let cost = 0
  while (cost < DEAREST && distance > DISTANCE_BOUNDS[cost]!) cost++
  return cost
}
