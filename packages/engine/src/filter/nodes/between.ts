import type { DocSet } from '../../bits/doc-set.ts'
import {
  numberLowerBound,
  numberUpperBound,
  stringLowerBound,
  stringUpperBound,
} from '../column-search.ts'
import type { FilterAttribute, FilterContext } from '../filter-context.ts'
import type { FilterValue } from '../filter-value.ts'
import { openColumn } from '../open-column.ts'
import { documentsInRanges, NOTHING } from '../value-ranges.ts'
import type { EntryRange, PartRange } from '../value-ranges.ts'

/** `attribute from TO to`, both ends included. */
export interface BetweenNode {
  readonly kind: 'between'
  readonly attribute: FilterAttribute
  readonly from: FilterValue
  readonly to: FilterValue
}

export function betweenNode(
  attribute: FilterAttribute,
  from: FilterValue,
  to: FilterValue,
): BetweenNode {
  return Object.freeze({ kind: 'between', attribute, from, to })
}

export function evaluateBetween(node: BetweenNode, context: FilterContext, within: DocSet): DocSet {
  return documentsInRanges(betweenRanges(node, context), within, context.searcher.slotCount)
}

/**
 * The values that match: numbers between when both ends are numbers, and texts between in word order; ends the wrong way
 * round match nothing.
 */
export function betweenRanges(node: BetweenNode, context: FilterContext): readonly PartRange[] {
  const { from, to } = node
  const column = openColumn(node.attribute, context, 'TO', 'comparison')
  if (column === null) return []
  return column.parts.map((part): PartRange => {
    let numbers: EntryRange = NOTHING
    if (from.number !== null && to.number !== null) {
      const start = numberLowerBound(part.numbers, from.number)
      numbers = [start, Math.max(start, numberUpperBound(part.numbers, to.number))]
    }
    if (part.stringCount === 0) return { part, numbers, strings: NOTHING }
    const start = stringLowerBound(part, from.folded)
    const end = Math.max(start, stringUpperBound(part, to.folded))
    return { part, numbers, strings: [start, end] }
  })
}
