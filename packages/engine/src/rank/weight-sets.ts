// Documents of a step by the weight of its best attribute, as sets: what a word says about its documents is split once, and
// a search that finds enough in the first attribute never looks at a document of the others.

import { DocSet } from '../bits/doc-set.ts'
import { zeroWords } from '../bits/scratch.ts'
import { type FieldScope, NO_WEIGHT } from '../query/field-scope.ts'
import type { CostSets } from './cost-groups.ts'
import { DocsAtHand } from './docs-at-hand.ts'
import type { Source } from './step-sources.ts'

/** With more weights than this, sets would take more room than they save time. */
export const SET_WEIGHTS_MAX = 16

/** The documents of a universe by weight; those without any are left out. */
export class WeightSets extends DocsAtHand implements CostSets {
  /** The weight, once for each term that the step stands for. */
  cost = 0
  readonly #universe: DocSet
  /** Documents by weight, disjoint, of the universe or of something larger. */
  readonly #sets: readonly DocSet[]
  readonly #isWhole: boolean
  readonly #termCount: number
  #left: number
  #weight = -1

  constructor(
    universe: DocSet,
    sets: readonly DocSet[],
    options: { readonly isWhole: boolean; readonly termCount: number },
  ) {
    super()
    this.#universe = universe
    this.#sets = sets
    this.#isWhole = options.isWhole
    this.#termCount = options.termCount
    this.#left = universe.size
  }

  next(): boolean {
    while (this.#left > 0 && ++this.#weight < this.#sets.length) {
      const set = this.#sets[this.#weight]!
      this.docs = this.#isWhole ? set : set.and(this.#universe)
      if (this.docs.size === 0) continue
      this.#left -= this.docs.size
      this.cost = this.#weight * this.#termCount
      return true
    }
    return false
  }
}

/** Splits documents by the smallest weight that a source gives them; those without any are left out. */
export function splitByWeight(
  docs: DocSet,
  sources: readonly Source[],
  scope: FieldScope,
  slotCount: number,
): DocSet[] {
  scope.refresh()
  const byWeight: (Uint32Array | undefined)[] = []
  for (const source of sources) addByWeight(byWeight, source, scope.weights, slotCount)
  const sets: DocSet[] = []
  let left = docs
  for (let weight = 0; weight < byWeight.length; weight++) {
    const bits = byWeight[weight]
    const own = bits === undefined ? DocSet.EMPTY : DocSet.fromBits(bits).and(left)
    sets.push(own)
    left = left.andNot(own)
  }
  return sets
}

function addByWeight(
  byWeight: (Uint32Array | undefined)[],
  { postings, within }: Source,
  weights: Uint32Array,
  slotCount: number,
): void {
  const { docs, fieldSets, count } = postings
  for (let i = 0; i < count; i++) {
    const doc = docs[i]!
    const weight = weights[fieldSets[i]!]!
    if (weight === NO_WEIGHT || (within !== null && !within.has(doc))) continue
    const bits = (byWeight[weight] ??= zeroWords((slotCount + 31) >>> 5))
    bits[doc >>> 5] = bits[doc >>> 5]! | (1 << (doc & 31))
  }
}
