// Buckets of a rule where what is left of the query depends on the bucket: several paths share the universe, or the rule
// changes steps. A path that owns no document of a bucket is gone for the rules after it (relevancy 6.4).

import { type DocSet, hasBit } from '../bits/doc-set.ts'
import { CostGroups } from './cost-groups.ts'
import type { CostColumn } from './cost-column.ts'
import type { GraphRule, StepPlace } from './graph-rule.ts'
import { compareOwners, costPaths, type Owner, type PathCosts } from './path-costs.ts'
import { type Path, type PathStep, type QueryState, stepKey } from './query-state.ts'
import { rankEntry } from './rank-buckets.ts'
import type { Buckets, RankContext, ScoreEntry } from './ranking-rule.ts'

/** Owners of one bucket that are looked at between two looks at the clock. */
const OWNERS_PER_CHECK = 256

/** One bucket per cost, each with the paths that own its documents. */
export class OwnedBuckets implements Buckets {
  state: QueryState
  readonly #before: QueryState
  readonly #rule: GraphRule
  readonly #context: RankContext
  readonly #rankMax: number
  readonly #slots: Uint32Array
  readonly #columns: readonly (readonly CostColumn[])[]
  readonly #found: PathCosts
  readonly #groups: CostGroups

  constructor(
    rule: GraphRule,
    universe: DocSet,
    state: QueryState,
    options: {
      readonly context: RankContext
      readonly isSatisfied: boolean
      readonly rankMax: number
    },
  ) {
    this.state = state
    this.#before = state
    this.#rule = rule
    this.#context = options.context
    this.#rankMax = options.rankMax
    this.#slots = universe.toArray()
    this.#columns = columnsOf(rule, universe, state.paths, options.isSatisfied)
    this.#found = costPaths(universe.size, state.paths, this.#columns, rule.docs.time)
    this.#groups = new CostGroups(universe, this.#found.costs)
  }

  next(): boolean {
    if (!this.#groups.next()) return false
    const { owners } = this.#found
    const isSame = owners === null && !this.#rule.changesSteps
    if (this.#context.needsState && !isSame) this.state = this.#nextState()
    return true
  }

  get size(): number {
    return this.#groups.size
  }

  get docs(): DocSet {
    return this.#groups.docs
  }

  get only(): number {
    return this.#groups.only
  }

  score(): ScoreEntry {
    return rankEntry(this.#rule.name, this.#rankMax - this.#groups.cost, this.#rankMax)
  }

  #nextState(): QueryState {
    const { paths } = this.#before
    const owners = this.#collectOwners()
    this.#rule.docs.time.check()
    if (owners.length === 1) return { paths: [this.#pathOf(owners[0]!)] }
    owners.sort((a, b) => compareOwners(a, b, paths))
    const next: Path[] = []
    const known = new Set<string>()
    for (let i = 0; i < owners.length; i++) {
      if (i % OWNERS_PER_CHECK === OWNERS_PER_CHECK - 1) this.#rule.docs.time.check()
      const path = this.#pathOf(owners[i]!)
      const key = path.map(stepKey).join()
      if (known.has(key)) continue
      known.add(key)
      next.push(path)
    }
    return { paths: next }
  }

  /** The path of an owner, less what the rule has decided. */
  #pathOf({ pathIndex, stepCosts }: Owner): Path {
    const path = this.#before.paths[pathIndex]!
    if (!this.#rule.changesSteps) return path
    const steps: PathStep[] = []
    for (let at = 0; at < path.length; at++) {
      steps.push(this.#rule.nextStep(path[at]!, stepCosts[at]!))
    }
    return steps
  }

  /**
   * The distinct owners of the bucket's documents, less those that distinct has taken out, which own nothing any more. When
   * only the paths matter, one owner per path is enough: the one that sorts first.
   */
  #collectOwners(): Owner[] {
    const { owners } = this.#found
    const { excluded } = this.#context
    const needsAll = this.#rule.changesSteps
    // places in `found` by key: neighbours mostly have the same owner, and so have all documents of most buckets
    const found: Owner[] = []
    let places: Map<number, number> | null = null
    let first = -1
    let previous = -1
    for (let m = 0; m < this.#groups.size; m++) {
      const at = this.#groups.placeAt(m)
      if (excluded !== null && hasBit(excluded, this.#slots[at]!)) continue
      const pathIndex = owners === null ? 0 : owners[at]!
      const path = this.#columns[pathIndex]!
      const key = needsAll ? ownerKey(pathIndex, path, at) : pathIndex
      if (needsAll && key === previous) continue
      previous = key
      if (found.length === 0) first = key
      else if (key !== first) places ??= new Map([[first, 0]])
      const place = key === first ? 0 : (places?.get(key) ?? found.length)
      const known = found[place]
      if (known !== undefined && (needsAll || !isCheaperStart(path, at, known.stepCosts))) continue
      places?.set(key, place)
      found[place] = { pathIndex, stepCosts: stepCostsAt(path, at) }
    }
    return found
  }
}

function stepCostsAt(path: readonly CostColumn[], at: number): number[] {
  const costs: number[] = []
  for (let i = 0; i < path.length; i++) costs.push(path[i]![at]!)
  return costs
}

/** Columns by path and step; places that are the same share one. */
function columnsOf(
  rule: GraphRule,
  universe: DocSet,
  paths: readonly Path[],
  isSatisfied: boolean,
): CostColumn[][] {
  if (paths.length === 1) {
    const path = paths[0]!
    const places = path.map((_, at): StepPlace => ({ path, at }))
    return [rule.columns(universe, places, isSatisfied)]
  }
  const places: StepPlace[] = []
  const indexes = new Map<number, number>()
  const layout = paths.map((path) =>
    path.map((_, at) => {
      const key = rule.placeKey(path, at)
      const known = indexes.get(key)
      if (known !== undefined) return known
      places.push({ path, at })
      indexes.set(key, places.length - 1)
      return places.length - 1
    }),
  )
  const columns = rule.columns(universe, places, isSatisfied)
  return layout.map((path) => path.map((index) => columns[index]!))
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
