// Words nearer to each other first (relevancy 7.3). The window is three words; swapped words cost one more.

import type { NodeDocs } from '../../query/node-docs.ts'
import { forwardDistance } from '../../query/pair-distance.ts'
import { type CostColumn, lowerMembers, UNSATISFIED, unsatisfiedColumn } from '../cost-column.ts'
import { createGraphRule, type StepPlace } from '../graph-rule.ts'
import { type PathStep, STEP_KEYS_MAX, stepKey } from '../query-state.ts'
import type { RankingRule } from '../ranking-rule.ts'
import { StepPositions } from '../step-positions.ts'
import { hasOneRole, type SourceRole, stepDocs, stepSources } from '../step-sources.ts'

/** What a pair costs beyond the nearest distance when it is not in the window. */
const APART = 3

/** Ranks documents by the distance between neighbouring query words. */
export function createProximityRule(docs: NodeDocs): RankingRule {
  const isByAttribute = docs.searcher.settings.proximityPrecision === 'byAttribute'
  return createGraphRule({
    name: 'proximity',
    placeKey({ path, at }) {
      const isPair = isAdjacent({ path, at })
      return stepKey(path[at]!) + (isPair ? (stepKey(path[at - 1]!) + 1) * STEP_KEYS_MAX : 0)
    },
    costMax: (place) => place.path[place.at]!.node.termCount - 1 + (isAdjacent(place) ? APART : 0),
    columns: (universe, places, isSatisfied) =>
      new Neighbours(docs, universe, isByAttribute).columns(places, isSatisfied),
    nextStep: null,
  })
}

/** Words that follow one another in the query; others are never compared. */
function isAdjacent({ path, at }: StepPlace): boolean {
  return at > 0 && path[at - 1]!.node.end + 1 === path[at]!.node.start
}

/** The positions of one pair of steps; `left` and `right` again where words may be swapped. */
interface Pair {
  readonly column: CostColumn
  readonly base: number
  readonly left: StepPositions
  readonly right: StepPositions
  readonly swappedLeft: StepPositions
  readonly swappedRight: StepPositions
}

/** Evaluates pairs over one universe, document by document, so that positions shared by two pairs are decoded once. */
class Neighbours {
  #docs: NodeDocs
  #universe: Uint32Array
  #isByAttribute: boolean
  #positions = new Map<number, StepPositions>()

  constructor(docs: NodeDocs, universe: Uint32Array, isByAttribute: boolean) {
    this.#docs = docs
    this.#universe = universe
    this.#isByAttribute = isByAttribute
  }

  columns(places: readonly StepPlace[], isSatisfied: boolean): CostColumn[] {
    const pairs: Pair[] = []
    const columns = places.map((place) => {
      const step = place.path[place.at]!
      const base = step.node.termCount - 1
      const cost = base + (isAdjacent(place) ? APART : 0)
      const column = this.#constantColumn(step, cost, isSatisfied)
      if (cost > base) pairs.push(this.#pair(place.path[place.at - 1]!, step, column, base))
      return column
    })
    for (let i = 0; i < this.#universe.length; i++) {
      for (const pair of pairs) {
        if (pair.column[i]! >= UNSATISFIED) continue
        pair.column[i] =
          pair.base + (this.#isByAttribute ? sharedFieldCost(pair, i) : distanceCost(pair, i))
      }
    }
    return columns
  }

  #constantColumn(step: PathStep, cost: number, isSatisfied: boolean): CostColumn {
    if (isSatisfied) return new Int32Array(this.#universe.length).fill(cost)
    const column = unsatisfiedColumn(this.#universe.length)
    const { slotCount } = this.#docs.searcher
    lowerMembers(column, this.#universe, stepDocs(this.#docs, step), cost, slotCount)
    return column
  }

  #pair(leftStep: PathStep, rightStep: PathStep, column: CostColumn, base: number): Pair {
    return {
      column,
      base,
      left: this.#positionsOf(leftStep, 'left'),
      right: this.#positionsOf(rightStep, 'right'),
      swappedLeft: this.#positionsOf(leftStep, 'swapped'),
      swappedRight: this.#positionsOf(rightStep, 'swapped'),
    }
  }

  #positionsOf(step: PathStep, wanted: SourceRole): StepPositions {
    const role = hasOneRole(this.#docs, step) ? 'left' : wanted
    const key = stepKey(step) * 3 + (role === 'left' ? 0 : role === 'right' ? 1 : 2)
    let positions = this.#positions.get(key)
    if (positions === undefined) {
      const sources = stepSources(this.#docs, step, role)
      positions = new StepPositions(this.#docs.searcher, this.#universe, sources)
      this.#positions.set(key, positions)
    }
    return positions
  }
}

function distanceCost({ left, right, swappedLeft, swappedRight }: Pair, at: number): number {
  const leftCount = left.read(at)
  const rightCount = right.read(at)
  const forward = forwardDistance(left.values, leftCount, right.values, rightCount)
  if (forward === 1) return 0
  const swappedLeftCount = swappedLeft.read(at)
  const swappedRightCount = swappedRight.read(at)
  const backward = forwardDistance(
    swappedRight.values,
    swappedRightCount,
    swappedLeft.values,
    swappedLeftCount,
  )
  const cost = Math.min(forward - 1, backward)
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
