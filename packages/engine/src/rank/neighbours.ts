// Distances between neighbouring steps of paths, over one universe (relevancy 7.3). Documents are taken one by one, so
// that positions shared by two pairs are decoded once.

import type { DocSet } from '../bits/doc-set.ts'
import { rawInts } from '../bits/scratch.ts'
import type { NodeDocs } from '../query/node-docs.ts'
import { forwardDistance } from '../query/pair-distance.ts'
import { DOCS_PER_CHECK } from '../query/time-limit.ts'
import { addColumn, type CostColumn, lowerMembers, UNSATISFIED } from './cost-column.ts'
import type { StepPlace } from './graph-rule.ts'
import { pairMemory } from './pair-memory.ts'
import { type Path, type PathStep, stepKey } from './query-state.ts'
import { StepPositions } from './step-positions.ts'
import { hasOneRole, type SourceRole, stepDocs, stepSources } from './step-sources.ts'

/** What a pair costs beyond the nearest distance when it is not in the window. */
export const APART = 3

/** Words that follow one another in the query; others are never compared. */
export function isAdjacent(path: Path, at: number): boolean {
  return at > 0 && path[at - 1]!.node.end + 1 === path[at]!.node.start
}

/** A term adds nothing, an n-gram one for each word it joins. */
export function baseCost(path: Path, at: number): number {
  return path[at]!.node.termCount - 1
}

/** Two steps to compare. Their positions are looked up when the first document needs them. */
class Pair {
  readonly left: PathStep
  readonly right: PathStep
  readonly base: number
  /** Known costs by slot. */
  memory: Uint8Array | null = null
  isLocated = false
  leftPositions: StepPositions | null = null
  rightPositions: StepPositions | null = null
  /** The same again where words may be swapped. */
  swappedLeft: StepPositions | null = null
  swappedRight: StepPositions | null = null

  constructor(left: PathStep, right: PathStep) {
    this.left = left
    this.right = right
    this.base = right.node.termCount - 1
  }
}

/** Compares the neighbours of one query, one universe after the other. */
export class Neighbours {
  readonly #docs: NodeDocs
  readonly #isByAttribute: boolean
  #slots: Uint32Array = new Uint32Array(0)
  /** The path that was costed last, and its pairs. */
  #path: Path | null = null
  #pairs: Pair[] = []
  /** Positions in the universe at hand, by step and role; those past the keys can be used again. */
  #keys: number[] = []
  #positions: StepPositions[] = []

  constructor(docs: NodeDocs) {
    this.#docs = docs
    this.#isByAttribute = docs.searcher.settings.proximityPrecision === 'byAttribute'
  }

  /** What each document of `universe` pays for a whole path. */
  pathCosts(universe: DocSet, path: Path, isSatisfied: boolean): CostColumn {
    const sum = rawInts(universe.size)
    if (!isSatisfied) {
      const places = path.map((_, at): StepPlace => ({ path, at }))
      sum.fill(0)
      for (const column of this.columns(universe, places, false)) addColumn(sum, column, sum)
      return sum
    }
    this.#begin(universe)
    const pairs = this.#pairsOf(path)
    let base = 0
    for (let at = 0; at < path.length; at++) base += baseCost(path, at)
    for (let p = 0; p < pairs.length; p++) this.#remember(pairs[p]!, universe)
    const perCheck = Math.ceil(DOCS_PER_CHECK / (pairs.length + 1))
    for (let i = 0; i < sum.length; i++) {
      if (i % perCheck === 0) this.#docs.time.check()
      let cost = base
      for (let p = 0; p < pairs.length; p++) cost += this.#costAt(pairs[p]!, i)
      sum[i] = cost
    }
    return sum
  }

  /** Costs of each place beside the documents of `universe`. */
  columns(universe: DocSet, places: readonly StepPlace[], isSatisfied: boolean): CostColumn[] {
    this.#begin(universe)
    const pairs: (Pair | null)[] = []
    const columns = places.map(({ path, at }) => {
      const step = path[at]!
      const pair = isAdjacent(path, at) ? new Pair(path[at - 1]!, step) : null
      if (pair !== null) this.#remember(pair, universe)
      pairs.push(pair)
      return this.#constantColumn(universe, step, isSatisfied)
    })
    const perCheck = Math.ceil(DOCS_PER_CHECK / (pairs.length + 1))
    for (let i = 0; i < this.#slots.length; i++) {
      if (i % perCheck === 0) this.#docs.time.check()
      for (let p = 0; p < pairs.length; p++) {
        const pair = pairs[p]!
        const column = columns[p]!
        if (pair !== null && column[i]! < UNSATISFIED) column[i] = pair.base + this.#costAt(pair, i)
      }
    }
    return columns
  }

  #begin(universe: DocSet): void {
    this.#slots = universe.toArray()
    this.#keys.length = 0
  }

  #pairsOf(path: Path): readonly Pair[] {
    if (this.#path !== path) {
      this.#path = path
      this.#pairs = []
      for (let at = 1; at < path.length; at++) {
        if (isAdjacent(path, at)) this.#pairs.push(new Pair(path[at - 1]!, path[at]!))
      }
    }
    for (let p = 0; p < this.#pairs.length; p++) this.#pairs[p]!.isLocated = false
    return this.#pairs
  }

  #remember(pair: Pair, universe: DocSet): void {
    pair.memory ??= pairMemory(this.#docs, universe, pair.left, pair.right)
  }

  #constantColumn(universe: DocSet, step: PathStep, isSatisfied: boolean): CostColumn {
    const column = rawInts(this.#slots.length)
    const cost = step.node.termCount - 1
    if (isSatisfied) return column.fill(cost)
    column.fill(UNSATISFIED)
    const members = stepDocs(this.#docs, step, universe)
    lowerMembers(column, this.#slots, members, cost, this.#docs.searcher.slotCount)
    return column
  }

  /** What a pair costs in the document at place `at`. */
  #costAt(pair: Pair, at: number): number {
    const { memory } = pair
    if (memory !== null) {
      const known = memory[this.#slots[at]!]!
      if (known !== 0) return known - 1
    }
    if (!pair.isLocated) this.#locate(pair)
    const cost = this.#isByAttribute ? sharedFieldCost(pair, at) : distanceCost(pair, at)
    if (memory !== null) memory[this.#slots[at]!] = cost + 1
    return cost
  }

  #locate(pair: Pair): void {
    pair.leftPositions = this.#positionsOf(pair.left, 'left')
    pair.rightPositions = this.#positionsOf(pair.right, 'right')
    pair.swappedLeft = this.#positionsOf(pair.left, 'swapped')
    pair.swappedRight = this.#positionsOf(pair.right, 'swapped')
    pair.isLocated = true
  }

  #positionsOf(step: PathStep, wanted: SourceRole): StepPositions {
    const docs = this.#docs
    const role = hasOneRole(docs, step) ? 'left' : wanted
    const key = stepKey(step) * 3 + (role === 'left' ? 0 : role === 'right' ? 1 : 2)
    const known = this.#keys.indexOf(key)
    if (known >= 0) return this.#positions[known]!
    const positions = (this.#positions[this.#keys.length] ??= new StepPositions(docs.searcher))
    positions.locate(this.#slots, stepSources(docs, step, role), docs.time)
    this.#keys.push(key)
    return positions
  }
}

function distanceCost(pair: Pair, at: number): number {
  const left = pair.leftPositions!
  const right = pair.rightPositions!
  const swappedLeft = pair.swappedLeft!
  const swappedRight = pair.swappedRight!
  if (!left.has(at) || !right.has(at)) return APART
  const leftCount = left.read(at)
  const rightCount = right.read(at)
  const forward = forwardDistance(left.values, leftCount, right.values, rightCount)
  if (forward === 1) return 0
  if (!swappedLeft.has(at) || !swappedRight.has(at)) return forward <= APART ? forward - 1 : APART
  const swappedLeftCount = swappedLeft.read(at)
  const swappedRightCount = swappedRight.read(at)
  const backward = forwardDistance(
    swappedRight.values,
    swappedRightCount,
    swappedLeft.values,
    swappedLeftCount,
  )
  const cost = backward < forward - 1 ? backward : forward - 1
  return cost < APART ? cost : APART
}

/** By attribute, words are near when some field holds both. */
function sharedFieldCost(pair: Pair, at: number): number {
  const left = pair.leftPositions!
  const right = pair.rightPositions!
  const leftCount = left.read(at)
  const rightCount = right.read(at)
  let j = 0
  for (let i = 0; i < leftCount; i++) {
    const field = left.values[i]! >>> 16
    while (j < rightCount && right.values[j]! >>> 16 < field) j++
    if (j < rightCount && right.values[j]! >>> 16 === field) return 0
  }
  return APART
}
