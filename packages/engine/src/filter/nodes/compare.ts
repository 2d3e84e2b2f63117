import { DocSet } from '../../bits/doc-set.ts'
import {
  numberLowerBound,
  numberUpperBound,
  stringLowerBound,
  stringUpperBound,
} from '../column-search.ts'
import type { FilterAttribute, FilterContext } from '../filter-context.ts'
import type { FilterValue } from '../filter-value.ts'
import { openColumn } from '../open-column.ts'
import { SlotCollector } from '../slot-collector.ts'

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

/** A number is compared with texts too, by its spelling. */
export function evaluateCompare(node: CompareNode, context: FilterContext): DocSet {
  const { operator, value } = node
  const column = openColumn(node.attribute, context, operator, 'comparison')
  if (column === null) return DocSet.EMPTY
  const found = new SlotCollector(context.searcher)
  const isBelow = operator === '<' || operator === '<='
  // the bound after the equal values: they belong below for `<=`, and not above for `>`
  const isAfterEqual = operator === '<=' || operator === '>'
  for (const part of column.parts) {
    if (value.number !== null) {
      const bound = isAfterEqual ? numberUpperBound : numberLowerBound
      const at = part.numberStarts[bound(part.numbers, value.number)]!
      const [start, end] = isBelow ? [0, at] : [at, part.numberDocs.length]
      found.addMixed(part.numberDocs, start, end, part.base)
    }
    if (part.stringCount > 0) {
      const bound = isAfterEqual ? stringUpperBound : stringLowerBound
      const at = part.stringStarts[bound(part, value.folded)]!
      const [start, end] = isBelow ? [0, at] : [at, part.stringDocs.length]
      found.addMixed(part.stringDocs, start, end, part.base)
    }
  }
  return found.toDocSet()
}
