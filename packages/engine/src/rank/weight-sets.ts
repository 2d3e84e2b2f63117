// Documents of a step by the weight of its best attribute, as sets: what a word says about its documents is split once, and
// a search that finds enough in the first attribute never looks at a document of the others.

import { DocSet } from '../bits/doc-set.ts'
import { zeroWords } from '../bits/scratch.ts'
import { type FieldScope, NO_WEIGHT } from '../query/field-scope.ts'
import type { LevelPart } from '../query/word-level.ts'
import type { Source } from './step-sources.ts'

/** With more weights than this, sets would take more room than they save time. */
export const SET_WEIGHTS_MAX = 16

/** Splits documents by the smallest weight that a source gives them, once for each term; those without any are left out. */
export function splitByWeight(
  docs: DocSet,
  sources: readonly Source[],
  termCount: number,
  scope: FieldScope,
  slotCount: number,
): LevelPart[] {
  scope.refresh()
  const byWeight: (Uint32Array | undefined)[] = []
  for (const source of sources) addByWeight(byWeight, source, scope.weights, slotCount)
  const parts: LevelPart[] = []
  let left = docs
  for (let weight = 0; weight < byWeight.length; weight++) {
    const bits = byWeight[weight]
    const own = bits === undefined ? DocSet.EMPTY : DocSet.fromBits(bits).and(left)
    if (own.size === 0) continue
    parts.push({ cost: weight * termCount, docs: own })
    left = left.andNot(own)
  }
  return parts
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
