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

export type CompareOperator = '<' | '<=' | '>' | '>='

/** `attribute < value` and its kin: numbers with numbers, texts with texts in word order. */
export interface CompareNode {
  readonly kind: 'compare'
  readonly attribute: FilterAttribute
  readonly operator: CompareOperator
  readonly value: FilterValue
}

export function compareNode(
  attribute: FilterAttribute,
  operator: CompareOperator,
  value: FilterValue,
): CompareNode {
  return Object.freeze({ kind: 'compare', attribute, operator, value })
}

export function evaluateCompare(node: CompareNode, context: FilterContext, within: DocSet): DocSet {
  return documentsInRanges(compareRanges(node, context), within, context.searcher.slotCount)
}

/** The values that match. A number is compared with texts too, by its spelling. */
export function compareRanges(node: CompareNode, context: FilterContext): readonly PartRange[] {
  const { operator, value } = node
  const column = openColumn(node.attribute, context, operator, 'comparison')
  if (column === null) return []
  const isBelow = operator === '<' || operator === '<='
  // the bound after the equal values: they belong below for `<=`, and not above for `>`
  const isAfterEqual = operator === '<=' || operator === '>'
  return column.parts.map((part): PartRange => {
    let numbers: EntryRange = NOTHING
    if (value.number !== null) {
      const bound = isAfterEqual ? numberUpperBound : numberLowerBound
      const at = bound(part.numbers, value.number)
      numbers = isBelow ? [0, at] : [at, part.numbers.length]
    }
    const bound = isAfterEqual ? stringUpperBound : stringLowerBound
    const at = part.stringCount === 0 ? 0 : bound(part, value.folded)
    return { part, numbers, strings: isBelow ? [0, at] : [at, part.stringCount] }
  })
}
