// Words nearer to each other first (relevancy 7.3). The window is three words; swapped words cost one more.

import { DocSet } from '../../bits/doc-set.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { UNSATISFIED } from '../cost-column.ts'
import {
  createGraphRule,
  groupByCost,
  pick,
  type StepCosts,
  type StepPlace,
} from '../graph-rule.ts'
import { APART, isAdjacent, neighbourColumns } from '../neighbours.ts'
import { type Path, type QueryState, STEP_KEYS_MAX, stepKey } from '../query-state.ts'
import type { Bucket, RankContext, RankingRule } from '../ranking-rule.ts'
import { attributeCosts } from './attribute-rank.ts'

/** Below this many documents looking ahead costs more than it saves. */
const LOOK_AHEAD_MIN = 256

/**
 * Ranks documents by the distance between neighbouring query words. When attributeRank is the next rule,
 * `isBeforeAttribute` lets it read positions of the better attributes first.
 */
export function createProximityRule(
  docs: NodeDocs,
  options: { readonly isBeforeAttribute: boolean },
): RankingRule {
  const steps = proximityCosts(docs)
  const rule = createGraphRule(steps)
  if (!options.isBeforeAttribute) return rule
  return {
    name: rule.name,
    readsQuery: true,
    partition(universe, state, context) {
      const isWorthIt =
        state.paths.length === 1 &&
        docs.isEverywhere &&
        universe.size >= LOOK_AHEAD_MIN &&
        (docs.searcher.fields.weightMax ?? 0) > 0 &&
        state.paths[0]!.some((_, at) => isAdjacent({ path: state.paths[0]!, at }))
      return isWorthIt
        ? partitionAhead(docs, steps, universe, state, context)
        : rule.partition(universe, state, context)
    },
  }
}

function proximityCosts(docs: NodeDocs): StepCosts {
  return {
    name: 'proximity',
    docs,
    placeKey({ path, at }) {
      const isPair = isAdjacent({ path, at })
      return stepKey(path[at]!) + (isPair ? (stepKey(path[at - 1]!) + 1) * STEP_KEYS_MAX : 0)
    },
    costMax: (place) => baseCost(place) + (isAdjacent(place) ? APART : 0),
    constantCost: (place) => (isAdjacent(place) ? null : baseCost(place)),
    columns: (universe, places, isSatisfied) =>
      neighbourColumns(docs, universe, places, isSatisfied),
    nextStep: null,
    oneStep: null,
  }
}

/** A term adds nothing, an n-gram one for each word it joins. */
function baseCost({ path, at }: StepPlace): number {
  return path[at]!.node.termCount - 1
}

/**
 * The nearest documents in the order of their attributes: what attributeRank would put first is looked at first, and
 * when that fills the page no position of the others is ever decoded. The first bucket may so come in several parts; each
 * part ranks before the next under attributeRank too, so the order is the same.
 */
function* partitionAhead(
  docs: NodeDocs,
  steps: StepCosts,
  universe: DocSet,
  state: QueryState,
  context: RankContext,
): Iterable<Bucket> {
  const path = state.paths[0]!
  const places = path.map((_, at): StepPlace => ({ path, at }))
  const nearest = places.reduce((sum, place) => sum + baseCost(place), 0)
  const rankMax = 1 + places.reduce((sum, place) => sum + steps.costMax(place), 0)
  const slots = universe.toArray()
  const bucketOf = (members: Uint32Array, cost: number): Bucket => ({
    docs: DocSet.fromSorted(pick(slots, members)),
    score: { kind: 'rank', rule: 'proximity', rank: rankMax - cost, rankMax },
    state,
  })
  const costs = new Int32Array(slots.length).fill(UNSATISFIED)
  const near = new Uint32Array(slots.length)
  let nearStart = 0
  let nearEnd = 0
  for (const members of byAttribute(docs, universe, path)) {
    const group = DocSet.fromSorted(pick(slots, members))
    const columns = neighbourColumns(docs, group, places, true)
    for (let i = 0; i < members.length; i++) {
      let cost = 0
      for (let c = 0; c < columns.length; c++) cost += columns[c]![i]!
      if (cost === nearest) near[nearEnd++] = members[i]!
      else costs[members[i]!] = cost
    }
    if (nearEnd - nearStart < context.neededCount) continue
    yield bucketOf(near.subarray(nearStart, nearEnd).toSorted(), nearest)
    nearStart = nearEnd
  }
  if (nearEnd > nearStart) {
    yield bucketOf(near.subarray(nearStart, nearEnd).toSorted(), nearest)
  }
  for (const { cost, members } of groupByCost(costs)) yield bucketOf(members, cost)
}

/** Documents grouped by the cost of their attributes, cheapest first. */
function byAttribute(docs: NodeDocs, universe: DocSet, path: Path): Uint32Array[] {
  const columns = attributeCosts(docs).columns(
    universe,
    path.map((_, at) => ({ path, at })),
    true,
  )
  const costs = new Int32Array(universe.size)
  for (const column of columns) {
    for (let i = 0; i < costs.length; i++) costs[i] = costs[i]! + column[i]!
  }
  return groupByCost(costs).map((group) => group.members)
}
