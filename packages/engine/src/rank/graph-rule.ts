// What the rules over the query graph have in common (relevancy 6.3, 6.4): every step of a path has alternatives with a
// cost; a document's cost on a path is the sum of its cheapest alternatives; its bucket is its cheapest path.

import { DocSet, hasBit } from '../bits/doc-set.ts'
import { rawWords, zeroWords } from '../bits/scratch.ts'
import type { NodeDocs } from '../query/node-docs.ts'
import { type CostColumn, UNSATISFIED } from './cost-column.ts'
import { compareOwners, costPaths, type Owner, type PathCosts } from './path-costs.ts'
import { type Path, type PathStep, type QueryState, stepKey } from './query-state.ts'
import type { Bucket, RankContext, RankingRule, RelevancyRuleName } from './ranking-rule.ts'

/** A step of a path, seen with the step before it. */
export interface StepPlace {
  readonly path: Path
  readonly at: number
}

/** What one rule says about single steps. */
export interface StepCosts {
  readonly name: RelevancyRuleName
  /** The documents behind the steps. */
  readonly docs: NodeDocs
  /** Places with equal keys have the same costs. */
  placeKey(place: StepPlace): number
  /** The dearest alternative of a step, satisfied or not. */
  costMax(place: StepPlace): number
  /** What every document that satisfies the path pays at this place, or null when it depends on the document. */
  constantCost(place: StepPlace): number | null
  /** One column per place, beside the documents. When `isSatisfied`, all of them are known to satisfy every place. */
  columns(universe: DocSet, places: readonly StepPlace[], isSatisfied: boolean): CostColumn[]
  /** What is left of a step after its alternative of `cost` was taken; null when rules change no step. */
  readonly nextStep: ((step: PathStep, cost: number) => PathStep) | null
  /**
   * For a query of a single path, the documents of a large universe by cost, cheapest first and none empty, without any
   * column. Null when there is no such way for the path, or none at all.
   */
  readonly sets: ((universe: DocSet, path: Path) => Iterable<CostSet> | null) | null
}

/** Documents that pay the same. */
export interface CostSet {
  readonly cost: number
  readonly docs: DocSet
}

/** With one step, a document in this many slots is enough; steps have to be combined, so that more ask for more. */
const DENSE_RATIO = 32

/** Owners of one bucket that are looked at between two looks at the clock. */
const OWNERS_PER_CHECK = 256

/** Makes a rule of the costs of single steps. */
export function createGraphRule(steps: StepCosts): RankingRule {
  return {
    name: steps.name,
    readsQuery: true,
    partition: (universe, state, context) => partition(steps, universe, state, context),
  }
}

function* partition(
  steps: StepCosts,
  universe: DocSet,
  state: QueryState,
  context: RankContext,
): Iterable<Bucket> {
  const { paths } = state
  const rankMax = 1 + dearestPath(steps, paths)
  const isSatisfied = paths.length === 1 && steps.docs.isEverywhere
  const constant = isSatisfied ? constantPath(steps, paths[0]!) : null
  if (constant !== null) {
    const rank = rankMax - constant
    yield { docs: universe, score: { kind: 'rank', rule: steps.name, rank, rankMax }, state }
    return
  }
  const sets = costSets(steps, universe, paths, context)
  if (sets !== null) {
    for (const { cost, docs } of sets) {
      yield {
        docs,
        score: { kind: 'rank', rule: steps.name, rank: rankMax - cost, rankMax },
        state,
      }
    }
    return
  }
  const docs = universe.toArray()
  const columns = columnsOf(steps, universe, paths, isSatisfied)
  const found = costPaths(docs.length, paths, columns, steps.docs.time)
  for (const { cost, members } of groupByCost(found.costs)) {
    const isWhole = members.length === docs.length
    yield {
      docs: isWhole ? universe : DocSet.fromSorted(pick(docs, members)),
      score: { kind: 'rank', rule: steps.name, rank: rankMax - cost, rankMax },
      state: context.needsState
        ? nextState(steps, state, columns, found, remaining(docs, members, context.excluded))
        : state,
    }
  }
}

function costSets(
  { docs, sets, nextStep }: StepCosts,
  universe: DocSet,
  paths: readonly Path[],
  context: RankContext,
): Iterable<CostSet> | null {
  if (sets === null || paths.length !== 1) return null
  // sets say nothing of single steps: rules that change them need columns
  if (nextStep !== null && context.needsState) return null
  return isForSets(universe, docs.searcher.slotCount, paths[0]!) ? sets(universe, paths[0]!) : null
}

/** Whether a universe is large enough that a path is cheaper by sets than by columns. */
export function isForSets(universe: DocSet, slotCount: number, path: Path): boolean {
  return universe.size * DENSE_RATIO >= slotCount * path.length ** 2
}

function dearestPath(steps: StepCosts, paths: readonly Path[]): number {
  let dearest = 0
  for (const path of paths) {
    let cost = 0
    for (let at = 0; at < path.length; at++) cost += steps.costMax({ path, at })
    dearest = Math.max(dearest, cost)
  }
  return dearest
}

/** What every document of a single path pays, when they all pay the same. */
function constantPath(steps: StepCosts, path: Path): number | null {
  if (steps.nextStep !== null) return null
  let total = 0
  for (let at = 0; at < path.length; at++) {
    const cost = steps.constantCost({ path, at })
    if (cost === null) return null
    total += cost
  }
  return total
}

/** Columns by path and step; places that are the same share one. */
function columnsOf(
  steps: StepCosts,
  universe: DocSet,
  paths: readonly Path[],
  isSatisfied: boolean,
): CostColumn[][] {
  const places: StepPlace[] = []
  const indexes = new Map<number, number>()
  const layout = paths.map((path) =>
    path.map((_, at) => {
      const place: StepPlace = { path, at }
      const key = steps.placeKey(place)
      const known = indexes.get(key)
      if (known !== undefined) return known
      places.push(place)
      indexes.set(key, places.length - 1)
      return places.length - 1
    }),
  )
  const columns = steps.columns(universe, places, isSatisfied)
  return layout.map((path) => path.map((index) => columns[index]!))
}

interface CostGroup {
  readonly cost: number
  /** Places in the universe, ascending. */
  readonly members: Uint32Array
}

/** Documents by cost, cheapest first; those that satisfy no path are left out. */
export function groupByCost(costs: Int32Array): CostGroup[] {
  let low = UNSATISFIED
  let high = -1
  for (let i = 0; i < costs.length; i++) {
    const cost = costs[i]!
    if (cost >= UNSATISFIED) continue
    if (cost < low) low = cost
    if (cost > high) high = cost
  }
  if (high < 0) return []
  const counts = zeroWords(high - low + 1)
  for (let i = 0; i < costs.length; i++) {
    if (costs[i]! < UNSATISFIED) counts[costs[i]! - low]!++
  }
  const groups: CostGroup[] = []
  const starts = rawWords(counts.length)
  let total = 0
  for (let c = 0; c < counts.length; c++) {
    starts[c] = total
    total += counts[c]!
  }
  const order = rawWords(total)
  for (let c = 0; c < counts.length; c++) {
    if (counts[c] === 0) continue
    const members = order.subarray(starts[c], starts[c]! + counts[c]!)
    groups.push({ cost: low + c, members })
  }
  for (let i = 0; i < costs.length; i++) {
    const cost = costs[i]!
    if (cost < UNSATISFIED) order[starts[cost - low]!++] = i
  }
  return groups
}

/** The documents at some places of a list. */
export function pick(docs: Uint32Array, members: Uint32Array): Uint32Array {
  const picked = rawWords(members.length)
  for (let i = 0; i < members.length; i++) picked[i] = docs[members[i]!]!
  return picked
}

/** Members that distinct has not taken out: others own nothing any more. */
function remaining(
  docs: Uint32Array,
  members: Uint32Array,
  excluded: Uint32Array | null,
): Uint32Array {
  if (excluded === null) return members
  return members.filter((at) => !hasBit(excluded, docs[at]!))
}

function nextState(
  steps: StepCosts,
  state: QueryState,
  columns: readonly (readonly CostColumn[])[],
  found: PathCosts,
  members: Uint32Array,
): QueryState {
  const { paths } = state
  const { nextStep } = steps
  if (found.owners === null && nextStep === null) return state
  const owners = collectOwners(columns, found.owners, members, nextStep !== null)
  owners.sort((a, b) => compareOwners(a, b, paths))
  const next: Path[] = []
  const known = new Set<string>()
  for (const [i, { pathIndex, stepCosts }] of owners.entries()) {
    if (i % OWNERS_PER_CHECK === 0) steps.docs.time.check()
    let path = paths[pathIndex]!
    if (nextStep !== null) path = path.map((step, at) => nextStep(step, stepCosts[at]!))
    const key = path.map(stepKey).join()
    if (known.has(key)) continue
    known.add(key)
    next.push(path)
  }
  return { paths: next }
}

/**
 * The distinct owners of the members. When only the paths matter, one owner per path is enough: the one that sorts
 * first.
 */
function collectOwners(
  columns: readonly (readonly CostColumn[])[],
  owners: Uint32Array | null,
  members: Uint32Array,
  needsAll: boolean,
): Owner[] {
  const found = new Map<number, Owner>()
  let previous = -1
  for (let m = 0; m < members.length; m++) {
    const at = members[m]!
    const pathIndex = owners === null ? 0 : owners[at]!
    const path = columns[pathIndex]!
    const key = needsAll ? ownerKey(pathIndex, path, at) : pathIndex
    // neighbours mostly have the same owner
    if (needsAll && key === previous) continue
    previous = key
    const known = found.get(key)
    if (known !== undefined && (needsAll || !isCheaperStart(path, at, known.stepCosts))) continue
    found.set(key, { pathIndex, stepCosts: path.map((column) => column[at]!) })
  }
  return [...found.values()]
}

/** Step costs of rules that change steps are at most 5: three bits each, beside the path. */
function ownerKey(pathIndex: number, path: readonly CostColumn[], at: number): number {
  let key = pathIndex
  for (let i = 0; i < path.length; i++) key = key * 8 + path[i]![at]!
  return key
}

function isCheaperStart(
  path: readonly CostColumn[],
  at: number,
  stepCosts: readonly number[],
): boolean {
  for (let i = 0; i < path.length; i++) {
    const difference = path[i]![at]! - stepCosts[i]!
    if (difference !== 0) return difference < 0
  }
  return false
}
