// Documents of a step by the weight of its best attribute, as sets: a frequent word is split once, and a search that finds
// enough in the first attribute never looks at a document of the others.

import { DocSet } from '../bits/doc-set.ts'
import { zeroWords } from '../bits/scratch.ts'
import type { Postings } from '../index/searcher.ts'
import { denseIndexOf } from '../query/dense-postings.ts'
import { type FieldScope, NO_WEIGHT } from '../query/field-scope.ts'
import type { CostSets } from './cost-groups.ts'
import { DocsAtHand } from './docs-at-hand.ts'
import type { Source } from './step-sources.ts'

/** With more weights than this, sets would take more room than they save time. */
export const SET_WEIGHTS_MAX = 16

interface Known {
  readonly scope: FieldScope
  readonly sets: readonly DocSet[]
}

/** Frequent words split by weight. Searchers share postings, but each has its own weights: the last to ask is kept. */
const known = new WeakMap<Postings, Known>()

/** Splits the documents of a universe by the smallest weight that a source gives them; what has none is left out. */
export class WeightSets extends DocsAtHand implements CostSets {
  /** The weight, once for each term that the sources stand for. */
  cost = 0
  readonly #sources: readonly Source[]
  readonly #scope: FieldScope
  readonly #slotCount: number
  readonly #termCount: number
  readonly #weightMax: number
  /** Documents of the words that are not frequent, as bits by weight. */
  readonly #rare: Uint32Array[] = []
  #left: DocSet
  #weight = -1

  constructor(
    universe: DocSet,
    sources: readonly Source[],
    scope: FieldScope,
    options: {
      readonly weightMax: number
      readonly slotCount: number
      readonly termCount: number
    },
  ) {
    super()
    this.#sources = sources
    this.#scope = scope
    this.#slotCount = options.slotCount
    this.#termCount = options.termCount
    this.#weightMax = options.weightMax
    this.#left = universe
    scope.refresh()
    for (const { postings, within } of sources) {
      if (this.#isFrequent(postings)) continue
      addByWeight(this.#rare, postings, within, scope.weights, options.slotCount)
    }
  }

  next(): boolean {
    this.#left = this.#left.andNot(this.docs)
    while (++this.#weight <= this.#weightMax && this.#left.size > 0) {
      this.docs = this.#ofWeight(this.#weight).and(this.#left)
      if (this.docs.size === 0) continue
      this.cost = this.#weight * this.#termCount
      return true
    }
    return false
  }

  /** Documents that some source gives this weight. */
  #ofWeight(weight: number): DocSet {
    const parts: DocSet[] = []
    for (const { postings, within } of this.#sources) {
      if (!this.#isFrequent(postings)) continue
      const set = frequentSets(postings, this.#scope, this.#slotCount)[weight] ?? DocSet.EMPTY
      parts.push(within === null ? set : set.and(within))
    }
    const bits = this.#rare[weight]
    if (bits !== undefined) parts.push(DocSet.fromBits(bits))
    return DocSet.union(parts)
  }

  #isFrequent(postings: Postings): boolean {
    return this.#scope.isWhole && denseIndexOf(postings, this.#slotCount) !== null
  }
}

function frequentSets(postings: Postings, scope: FieldScope, slotCount: number): readonly DocSet[] {
  const entry = known.get(postings)
  if (entry?.scope === scope) return entry.sets
  const byWeight: Uint32Array[] = []
  addByWeight(byWeight, postings, null, scope.weights, slotCount)
  const sets = Array.from(byWeight, (bits: Uint32Array | undefined) =>
    bits === undefined ? DocSet.EMPTY : DocSet.fromBits(bits).keep(),
  )
  known.set(postings, { scope, sets })
  return sets
}

function addByWeight(
  byWeight: Uint32Array[],
  { docs, fieldSets, count }: Postings,
  within: DocSet | null,
  weights: Uint32Array,
  slotCount: number,
): void {
  for (let i = 0; i < count; i++) {
    const doc = docs[i]!
    const weight = weights[fieldSets[i]!]!
    if (weight === NO_WEIGHT || (within !== null && !within.has(doc))) continue
    const bits = (byWeight[weight] ??= zeroWords((slotCount + 31) >>> 5))
    bits[doc >>> 5] = bits[doc >>> 5]! | (1 << (doc & 31))
  }
}
