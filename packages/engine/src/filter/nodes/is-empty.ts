import { DocSet } from '../../bits/doc-set.ts'
import type { FilterAttribute, FilterContext } from '../filter-context.ts'
import { openColumn } from '../open-column.ts'

/** `attribute IS EMPTY`: documents whose value is an empty text, list or object. */
export interface IsEmptyNode {
  readonly kind: 'isEmpty'
  readonly attribute: FilterAttribute
}

export function isEmptyNode(attribute: FilterAttribute): IsEmptyNode {
  return Object.freeze({ kind: 'isEmpty', attribute })
}

export function evaluateIsEmpty(node: IsEmptyNode, context: FilterContext, within: DocSet): DocSet {
  const column = openColumn(node.attribute, context, 'IS EMPTY', 'either')
  return column === null ? DocSet.EMPTY : column.isEmpty.and(within)
}
