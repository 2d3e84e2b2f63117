// Distances between neighbouring steps of paths, over one universe (relevancy 7.3). Documents are taken one by one, so
// that positions shared by two pairs are decoded once.

import type { DocSet } from '../bits/doc-set.ts'
import { rawInts } from '../bits/scratch.ts'
import type { NodeDocs } from '../query/node-docs.ts'
import { forwardDistance } from '../query/pair-distance.ts'
import { DOCS_PER_CHECK } from '../query/time-limit.ts'
import { type CostColumn, lowerMembers, UNSATISFIED, unsatisfiedColumn } from './cost-column.ts'
import type { StepPlace } from './graph-rule.ts'
import { fillKnown, pairMemory } from './pair-memory.ts'
import { type PathStep, stepKey } from './query-state.ts'
import { StepPositions } from './step-positions.ts'
import { hasOneRole, type SourceRole, stepDocs, stepSources } from './step-sources.ts'

/** What a pair costs beyond the nearest distance when it is not in the window. */
export const APART = 3

/** Words that follow one another in the query; others are never compared. */
export function isAdjacent({ path, at }: StepPlace): boolean {
  return at > 0 && path[at - 1]!.node.end + 1 === path[at]!.node.start
}

/** Costs of each place beside the documents of `universe`. */
export function neighbourColumns(
  docs: NodeDocs,
  universe: DocSet,
  places: readonly StepPlace[],
  isSatisfied: boolean,
): CostColumn[] {
  return new Neighbours(docs, universe).columns(places, isSatisfied)
}

/** The positions of one pair of steps; `left` and `right` again where words may be swapped. */
interface Pair {
  readonly column: CostColumn
  readonly base: number
  /** Known costs by slot, which the column has already. */
  readonly memory: Uint8Array | null
  readonly left: StepPositions
  readonly right: StepPositions
  readonly swappedLeft: StepPositions
  readonly swappedRight: StepPositions
}

class Neighbours {
  #docs: NodeDocs
  #universe: DocSet
  #slots: Uint32Array
  #isByAttribute: boolean
  #positions = new Map<number, StepPositions>()

  constructor(docs: NodeDocs, universe: DocSet) {
    this.#docs = docs
    this.#universe = universe
    this.#slots = universe.toArray()
    this.#isByAttribute = docs.searcher.settings.proximityPrecision === 'byAttribute'
  }

  columns(places: readonly StepPlace[], isSatisfied: boolean): CostColumn[] {
    const pairs: Pair[] = []
    const columns = places.map((place) => {
      const step = place.path[place.at]!
      const base = step.node.termCount - 1
      const cost = base + (isAdjacent(place) ? APART : 0)
      const column = this.#constantColumn(step, cost, isSatisfied)
      if (cost > base) this.#addPair(pairs, place.path[place.at - 1]!, step, column, base)
      return column
    })
    const perCheck = Math.ceil(DOCS_PER_CHECK / (pairs.length + 1))
    for (let i = 0; i < this.#slots.length; i++) {
      if (i % perCheck === 0) this.#docs.time.check()
      for (let p = 0; p < pairs.length; p++) {
        const pair = pairs[p]!
        if (pair.column[i]! >= UNSATISFIED) continue
        const { memory } = pair
        const slot = this.#slots[i]!
        // the same two words may stand in the query twice: the first pair has just found out
        if (memory !== null && memory[slot] !== 0) {
          pair.column[i] = pair.base + memory[slot]! - 1
          continue
        }
        const cost = this.#isByAttribute ? sharedFieldCost(pair, i) : distanceCost(pair, i)
        pair.column[i] = pair.base + cost
        if (memory !== null) memory[slot] = cost + 1
      }
    }
    return columns
  }

  #constantColumn(step: PathStep, cost: number, isSatisfied: boolean): CostColumn {
    if (isSatisfied) return rawInts(this.#slots.length).fill(cost)
    const column = unsatisfiedColumn(this.#slots.length)
    const { slotCount } = this.#docs.searcher
    const members = stepDocs(this.#docs, step, this.#universe)
    lowerMembers(column, this.#slots, members, cost, slotCount)
    return column
  }

  /** Adds a pair to compare, unless all of its costs are known. */
  #addPair(
    pairs: Pair[],
    leftStep: PathStep,
    rightStep: PathStep,
    column: CostColumn,
    base: number,
  ): void {
    const memory = pairMemory(this.#docs, this.#universe, leftStep, rightStep)
    const options = { base, unsatisfied: UNSATISFIED }
    if (memory !== null && fillKnown(column, this.#slots, memory, options)) return
    pairs.push({
      column,
      base,
      memory,
      left: this.#positionsOf(leftStep, 'left'),
      right: this.#positionsOf(rightStep, 'right'),
      swappedLeft: this.#positionsOf(leftStep, 'swapped'),
      swappedRight: this.#positionsOf(rightStep, 'swapped'),
    })
  }

  #positionsOf(step: PathStep, wanted: SourceRole): StepPositions {
    const role = hasOneRole(this.#docs, step) ? 'left' : wanted
    const key = stepKey(step) * 3 + (role === 'left' ? 0 : role === 'right' ? 1 : 2)
    let positions = this.#positions.get(key)
    if (positions === undefined) {
      const sources = stepSources(this.#docs, step, role)
      positions = new StepPositions(this.#docs.searcher, this.#slots, sources, this.#docs.time)
      this.#positions.set(key, positions)
    }
    return positions
  }
}

function distanceCost({ left, right, swappedLeft, swappedRight }: Pair, at: number): number {
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
function sharedFieldCost({ left, right }: Pair, at: number): number {
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
