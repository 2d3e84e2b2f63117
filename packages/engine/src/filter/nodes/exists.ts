import { DocSet } from '../../bits/doc-set.ts'
import type { FilterAttribute, FilterContext } from '../filter-context.ts'
import { openColumn } from '../open-column.ts'

/** `attribute EXISTS`: documents whose key is there, whatever its value. */
export interface ExistsNode {
  readonly kind: 'exists'
  readonly attribute: FilterAttribute
}

export function existsNode(attribute: FilterAttribute): ExistsNode {
  return Object.freeze({ kind: 'exists', attribute })
}

export function evaluateExists(node: ExistsNode, context: FilterContext, within: DocSet): DocSet {
  const column = openColumn(node.attribute, context, 'EXISTS', 'either')
  return column === null ? DocSet.EMPTY : column.exists.and(within)
}
