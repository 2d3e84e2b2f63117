// Documents of a step by the weight of its best attribute, as sets: a frequent word is split once, and a search that finds
// enough in the first attribute never looks at a document of the others.

import { DocSet } from '../bits/doc-set.ts'
import { zeroWords } from '../bits/scratch.ts'
import type { Postings } from '../index/searcher.ts'
import { denseIndexOf } from '../query/dense-postings.ts'
import { type FieldScope, NO_WEIGHT } from '../query/field-scope.ts'
import type { Source } from './step-sources.ts'

/** With more weights than this, sets would take more room than they save time. */
export const SET_WEIGHTS_MAX = 16

interface Known {
  readonly scope: FieldScope
  readonly sets: readonly DocSet[]
}

/** Frequent words split by weight. Searchers share postings, but each has its own weights: the last to ask is kept. */
const known = new WeakMap<Postings, Known>()

/** Splits the documents of `universe` by the smallest weight that a source gives them; what has none is left out. */
export function* splitByWeight(
  universe: DocSet,
  sources: readonly Source[],
  scope: FieldScope,
  options: { readonly weightMax: number; readonly slotCount: number },
): Iterable<{ readonly weight: number; readonly docs: DocSet }> {
  const { weightMax, slotCount } = options
  scope.refresh()
  const frequent: { sets: readonly DocSet[]; within: DocSet | null }[] = []
  const rare: Uint32Array[] = []
  for (const { postings, within } of sources) {
    const isFrequent = scope.isWhole && denseIndexOf(postings, slotCount) !== null
    if (isFrequent) frequent.push({ sets: frequentSets(postings, scope, slotCount), within })
    else addByWeight(rare, postings, within, scope.weights, slotCount)
  }
  let left = universe
  for (let weight = 0; weight <= weightMax && left.size > 0; weight++) {
    const parts: DocSet[] = []
    for (const { sets, within } of frequent) {
      const set = sets[weight] ?? DocSet.EMPTY
      parts.push(within === null ? set : set.and(within))
    }
    const bits = rare[weight]
    if (bits !== undefined) parts.push(DocSet.fromBits(bits))
    const docs = DocSet.union(parts).and(left)
    if (docs.size === 0) continue
    yield { weight, docs }
    left = left.andNot(docs)
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
