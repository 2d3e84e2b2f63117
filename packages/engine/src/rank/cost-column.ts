// Costs of one step for every document of a universe: a column beside the universe's sorted documents.

import type { DocSet } from '../bits/doc-set.ts'
import { intersectDocs } from '../query/intersect-postings.ts'

/** Cost of a step that a document does not satisfy; sums of real costs stay below it, sums with it fit 32 bits. */
export const UNSATISFIED: number = 1 << 24

/** Costs beside `docs`, index by index. */
export type CostColumn = Int32Array

/** Adds one column to another, index by index. */
export function addColumn(sum: CostColumn, column: CostColumn, out: CostColumn): void {
  for (let i = 0; i < out.length; i++) out[i] = sum[i]! + column[i]!
}

/** A set with at least one member in this many slots is read by bits. */
const DENSE_RATIO = 32

/** Lowers the cost of the documents in `set` to `cost`. */
export function lowerMembers(
  column: CostColumn,
  docs: Uint32Array,
  set: DocSet,
  cost: number,
  slotCount: number,
): void {
  if (set.size === 0) return
  if (set.size * DENSE_RATIO >= slotCount) {
    lowerByBits(column, docs, set.toBits(), cost)
    return
  }
  const members = set.toArray()
  const { count, leftAt } = intersectDocs(docs, docs.length, members, members.length)
  for (let i = 0; i < count; i++) {
    const at = leftAt[i]!
    if (column[at]! > cost) column[at] = cost
  }
}

function lowerByBits(column: CostColumn, docs: Uint32Array, bits: Uint32Array, cost: number): void {
  const bitCount = bits.length * 32
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]!
    if (doc >= bitCount) break
    if ((bits[doc >>> 5]! & (1 << (doc & 31))) !== 0 && column[i]! > cost) column[i] = cost
  }
}
