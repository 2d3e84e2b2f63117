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
import { positionCosts } from './word-position.ts'

/** Below this many documents looking ahead costs more than it saves. */
const LOOK_AHEAD_MIN = 256

/** Documents that are looked at together: a look at a handful costs as much as one at a few more. */
const LOOK_AHEAD_PART_MIN = 128

/**
 * Ranks documents by the distance between neighbouring query words. `later` are the names of the rules after it: when
 * attributeRank is the next one, documents with the better attributes are looked at first, and when wordPosition comes
 * after that, those with the better places in them.
 */
export function createProximityRule(docs: NodeDocs, later: readonly string[]): RankingRule {
  const steps = proximityCosts(docs)
  const rule = createGraphRule(steps)
  if (later[0] !== 'attributeRank') return rule
  const isByPosition = later[1] === 'wordPosition'
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
        ? partitionAhead(docs, steps, universe, { state, context, isByPosition })
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
 * The nearest documents in the order of the next rules: what those would put first is looked at first, and when that
 * fills the page the others are never compared. The first bucket may so come in several parts; each part ranks before
 * the next under those rules too, so the order is the same.
 */
function* partitionAhead(
  docs: NodeDocs,
  steps: StepCosts,
  universe: DocSet,
  options: {
    readonly state: QueryState
    readonly context: RankContext
    readonly isByPosition: boolean
  },
): Iterable<Bucket> {
  const { state, context, isByPosition } = options
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
  for (const group of parts(docs, universe, path, isByPosition)) {
    const slots = group.toArray()
    const { costs } = costPaths(
      slots.length,
      [path],
      [neighbourColumns(docs, group, places, true)],
      docs.time,
    )
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
  for (const [cost, found] of far.entries()) {
    if (found !== undefined) yield bucketOf(found, cost)
  }
}

/** Documents in the order of the next rules, which need not be told apart inside a part. */
function* parts(
  docs: NodeDocs,
  universe: DocSet,
  path: Path,
  isByPosition: boolean,
): Iterable<DocSet> {
  for (const group of byAttribute(docs, universe, path)) {
    if (isByPosition && group.size > 2 * LOOK_AHEAD_PART_MIN) yield* byPosition(docs, group, path)
    else yield group
  }
}

function* byPosition(docs: NodeDocs, universe: DocSet, path: Path): Iterable<DocSet> {
  const places = path.map((_, at): StepPlace => ({ path, at }))
  const columns = positionCosts(docs).columns(universe, places, true)
  const slots = universe.toArray()
  let open: DocSet[] = []
  let count = 0
  for (const { members } of groupByCost(
    costPaths(slots.length, [path], [columns], docs.time).costs,
  )) {
    open.push(DocSet.fromSorted(pick(slots, members)))
    count += members.length
    if (count < LOOK_AHEAD_PART_MIN) continue
    yield DocSet.union(open)
    open = []
    count = 0
  }
  if (count > 0) yield DocSet.union(open)
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
  const { costs } = costPaths(
    universe.size,
    [path],
    [steps.columns(universe, places, true)],
    docs.time,
  )
  const slots = universe.toArray()
  for (const { members } of groupByCost(costs)) yield DocSet.fromSorted(pick(slots, members))
}
