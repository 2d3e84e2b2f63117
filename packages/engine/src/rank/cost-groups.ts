// Documents by what they pay.

import { DocSet } from '../bits/doc-set.ts'
import { rawWords } from '../bits/scratch.ts'
import { type CostColumn, UNSATISFIED } from './cost-column.ts'

/** Documents by cost, cheapest first: a cursor that starts before the first. Nothing is made that nobody asks for. */
export interface CostSets {
  /** Goes on to the next cost that some document pays; false when there is none. */
  next(): boolean
  readonly cost: number
  /** Documents that pay it, at least one. */
  readonly size: number
  readonly docs: DocSet
  /** The document when it is only one; -1 when only `docs` tells. */
  readonly only: number
}

/** The documents of a universe by their costs in a column; those that satisfy no path are left out. */
export class CostGroups implements CostSets {
  cost = -1
  readonly #universe: DocSet
  readonly #slots: Uint32Array
  /** Costs of the cheapest document and of the dearest. */
  #low = UNSATISFIED
  #high = -1
  /**
   * Places in the universe by cost, ascending inside each; after them where the places of each cost end. Null when all
   * documents pay the same. The places of a cost become its documents when somebody asks.
   */
  #order: Uint32Array | null = null
  #endsAt = 0
  #from = 0
  #to = 0
  #docs: DocSet | null = null

  constructor(universe: DocSet, costs: CostColumn) {
    const slots = universe.toArray()
    this.#universe = universe
    this.#slots = slots
    const count = slots.length
    let low = UNSATISFIED
    let high = -1
    let satisfied = 0
    for (let i = 0; i < count; i++) {
      const cost = costs[i]!
      if (cost >= UNSATISFIED) continue
      satisfied++
      if (cost < low) low = cost
      if (cost > high) high = cost
    }
    this.#low = low
    this.#high = high
    if (satisfied === count && low === high) return
    const range = high < 0 ? 0 : high - low + 1
    this.#order = sortPlaces(costs, count, low, range, satisfied)
    this.#endsAt = satisfied
  }

  next(): boolean {
    this.#docs = null
    const order = this.#order
    if (order === null) {
      if (this.cost >= 0) return false
      this.cost = this.#low
      this.#to = this.#slots.length
      return this.#to > 0
    }
    this.#from = this.#to
    let cost = this.cost < 0 ? this.#low : this.cost + 1
    while (cost <= this.#high && order[this.#endsAt + cost - this.#low] === this.#from) cost++
    if (cost > this.#high) return false
    this.cost = cost
    this.#to = order[this.#endsAt + cost - this.#low]!
    return true
  }

  get size(): number {
    return this.#to - this.#from
  }

  get only(): number {
    if (this.#to - this.#from !== 1) return -1
    const order = this.#order
    if (order === null) return this.#slots[0]!
    return this.#docs === null ? this.#slots[order[this.#from]!]! : order[this.#from]!
  }

  get docs(): DocSet {
    if (this.#docs !== null) return this.#docs
    const order = this.#order
    if (order === null) return (this.#docs = this.#universe)
    const slots = this.#slots
    for (let i = this.#from; i < this.#to; i++) order[i] = slots[order[i]!]!
    return (this.#docs = DocSet.fromSorted(order.subarray(this.#from, this.#to)))
  }

  /** The place of the document `index` of this cost in the universe. Not to be asked after `docs`. */
  placeAt(index: number): number {
    return this.#order === null ? index : this.#order[this.#from + index]!
  }
}

/** Counting sort: places by cost, then the end of each cost's places. */
function sortPlaces(
  costs: CostColumn,
  count: number,
  low: number,
  range: number,
  satisfied: number,
): Uint32Array {
  const order = rawWords(satisfied + range)
  order.fill(0, satisfied)
  for (let i = 0; i < count; i++) {
    const cost = costs[i]!
    if (cost < UNSATISFIED) order[satisfied + cost - low]!++
  }
  // from counts to where each cost begins, which filling turns into where it ends
  let total = 0
  for (let c = satisfied; c < order.length; c++) {
    const size = order[c]!
    order[c] = total
    total += size
  }
  for (let i = 0; i < count; i++) {
    const cost = costs[i]!
    if (cost < UNSATISFIED) order[order[satisfied + cost - low]!++] = i
  }
  return order
}
