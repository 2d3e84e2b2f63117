import { DocSet } from '../../bits/doc-set.ts'
import type { FilterAttribute, FilterContext } from '../filter-context.ts'
import type { FilterValue } from '../filter-value.ts'
import { openColumn } from '../open-column.ts'
import { SlotCollector } from '../slot-collector.ts'
import { collectEqual } from './equal.ts'

/** `attribute IN [values]`. */
export interface InNode {
  readonly kind: 'in'
  readonly attribute: FilterAttribute
  readonly values: readonly FilterValue[]
}

export function inNode(attribute: FilterAttribute, values: readonly FilterValue[]): InNode {
  return Object.freeze({ kind: 'in', attribute, values: Object.freeze(values) })
}

/** As many equalities: an empty list matches nothing and needs no permission. */
export function evaluateIn(node: InNode, context: FilterContext, within: DocSet): DocSet {
  if (node.values.length === 0) return DocSet.EMPTY
  const column = openColumn(node.attribute, context, '=', 'equality')
  if (column === null) return DocSet.EMPTY
  const found = new SlotCollector(context.searcher.slotCount)
  for (const value of node.values) collectEqual(column, value, found)
  return found.toDocSet().and(within)
}
