// Documents of a step by the weight of its best attribute, as sets: a frequent word is split once, and a search that finds
// enough in the first attribute never looks at a document of the others.

import { DocSet } from '../bits/doc-set.ts'
import type { Postings } from '../index/searcher.ts'
import { denseIndexOf } from '../query/dense-postings.ts'
import { type FieldScope, NO_WEIGHT } from '../query/field-scope.ts'
import type { Source } from './step-sources.ts'

/** With more weights than this, sets would take more room than they save time. */
export const SET_WEIGHTS_MAX = 16

/** Frequent words split by weight, kept as long as their postings are. */
const known = new WeakMap<Postings, readonly DocSet[]>()

/** The documents that some source puts at `weight`; they may be at a smaller one too by another source. */
export interface WeightSets {
  at(weight: number): DocSet
}

/** Splits the documents of sources by weight. */
export function splitByWeight(
  sources: readonly Source[],
  scope: FieldScope,
  slotCount: number,
): WeightSets {
  scope.refresh()
  const frequent: { sets: readonly DocSet[]; within: DocSet | null }[] = []
  const rare: Uint32Array[] = []
  for (const { postings, within } of sources) {
    const isFrequent = scope.isWhole && denseIndexOf(postings, slotCount) !== null
    if (isFrequent) frequent.push({ sets: frequentSets(postings, scope, slotCount), within })
    else addByWeight(rare, postings, within, scope.weights, slotCount)
  }
  return {
    at(weight) {
      const parts: DocSet[] = []
      for (const { sets, within } of frequent) {
        const set = sets[weight] ?? DocSet.EMPTY
        parts.push(within === null ? set : set.and(within))
      }
      if (rare[weight] !== undefined) parts.push(DocSet.fromBits(rare[weight]))
      return DocSet.union(parts)
    },
  }
}

function frequentSets(postings: Postings, scope: FieldScope, slotCount: number): readonly DocSet[] {
  let sets = known.get(postings)
  if (sets === undefined) {
    const byWeight: Uint32Array[] = []
    addByWeight(byWeight, postings, null, scope.weights, slotCount)
    sets = Array.from(byWeight, (bits: Uint32Array | undefined) =>
      bits === undefined ? DocSet.EMPTY : DocSet.fromBits(bits),
    )
    known.set(postings, sets)
  }
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
    const bits = (byWeight[weight] ??= new Uint32Array((slotCount + 31) >>> 5))
    bits[doc >>> 5] = bits[doc >>> 5]! | (1 << (doc & 31))
  }
}
