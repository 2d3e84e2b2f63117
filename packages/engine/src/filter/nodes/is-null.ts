import { DocSet } from '../../bits/doc-set.ts'
import type { FilterAttribute, FilterContext } from '../filter-context.ts'
import { openColumn } from '../open-column.ts'

/** `attribute IS NULL`: documents whose value is null. */
export interface IsNullNode {
  readonly kind: 'isNull'
  readonly attribute: FilterAttribute
}

export function isNullNode(attribute: FilterAttribute): IsNullNode {
  return Object.freeze({ kind: 'isNull', attribute })
}

export function evaluateIsNull(node: IsNullNode, context: FilterContext, within: DocSet): DocSet {
  const column = openColumn(node.attribute, context, 'IS NULL', 'either')
  return column === null ? DocSet.EMPTY : column.isNull.and(within)
}
