// Words nearer to each other first (relevancy 7.3). The window is three words; swapped words cost one more.

import { DocSet } from '../../bits/doc-set.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import {
  createGraphRule,
  groupByCost,
  isForSets,
  pick,
  type StepCosts,
  type StepPlace,
} from '../graph-rule.ts'
import { APART, isAdjacent, neighbourColumns } from '../neighbours.ts'
import { costPaths } from '../path-costs.ts'
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
    sets: null,
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
  const bucketOf = (docsOf: readonly DocSet[], cost: number): Bucket => ({
    docs: DocSet.union(docsOf),
    score: { kind: 'rank', rule: 'proximity', rank: rankMax - cost, rankMax },
    state,
  })
  let near: DocSet[] = []
  let nearCount = 0
  const far: DocSet[][] = []
  for (const group of byAttribute(docs, universe, path)) {
    const slots = group.toArray()
    const { costs } = costPaths(slots.length, [path], [neighbourColumns(docs, group, places, true)])
    for (const { cost, members } of groupByCost(costs)) {
      const found =
        members.length === slots.length ? group : DocSet.fromSorted(pick(slots, members))
      if (cost > nearest) {
        ;(far[cost] ??= []).push(found)
        continue
      }
      near.push(found)
      nearCount += found.size
    }
    if (nearCount === 0 || nearCount < context.neededCount) continue
    yield bucketOf(near, nearest)
    near = []
    nearCount = 0
  }
  if (nearCount > 0) yield bucketOf(near, nearest)
  for (const [cost, parts] of far.entries()) {
    if (parts !== undefined) yield bucketOf(parts, cost)
  }
}

/** Documents by the cost of their attributes, cheapest first. */
function* byAttribute(docs: NodeDocs, universe: DocSet, path: Path): Iterable<DocSet> {
  const steps = attributeCosts(docs)
  const isLarge = isForSets(universe, docs.searcher.slotCount, path)
  const sets = isLarge ? (steps.sets?.(universe, path) ?? null) : null
  if (sets !== null) {
    for (const set of sets) yield set.docs
    return
  }
  const places = path.map((_, at): StepPlace => ({ path, at }))
  const { costs } = costPaths(universe.size, [path], [steps.columns(universe, places, true)])
  const slots = universe.toArray()
  for (const { members } of groupByCost(costs)) yield DocSet.fromSorted(pick(slots, members))
}
