import type { DocSet } from '../bits/doc-set.ts'
import type { FilterContext } from './filter-context.ts'
import { betweenRanges } from './nodes/between.ts'
import { compareRanges } from './nodes/compare.ts'
import type { FilterNode } from './nodes/filter-node.ts'
import { documentsInRanges, isWideRange } from './value-ranges.ts'
import type { PartRange } from './value-ranges.ts'

/** A condition that so many documents meet that it is better asked of the few that a query finds. */
export interface WideCondition {
  /** Those of the documents that meet it. */
  meeting(docs: DocSet): DocSet
}

class RangeCondition implements WideCondition {
  readonly #ranges: readonly PartRange[]
  readonly #slotCount: number

  constructor(ranges: readonly PartRange[], slotCount: number) {
    this.#ranges = ranges
    this.#slotCount = slotCount
  }

  meeting(docs: DocSet): DocSet {
    return docs.size === 0 ? docs : documentsInRanges(this.#ranges, docs, this.#slotCount)
  }
}

/** The node as a condition that at least half of `within` may meet; null when it is none. Throws as its evaluation does. */
export function wideCondition(
  node: FilterNode,
  context: FilterContext,
  within: DocSet,
): WideCondition | null {
  const ranges =
    node.kind === 'compare'
      ? compareRanges(node, context)
      : node.kind === 'between'
        ? betweenRanges(node, context)
        : null
  if (ranges === null || !isWideRange(ranges, within)) return null
  return new RangeCondition(ranges, context.searcher.slotCount)
}
