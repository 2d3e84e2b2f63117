import { DocSet } from '../../bits/doc-set.ts'
import { stringPrefixRange } from '../column-search.ts'
import type { FilterAttribute, FilterContext } from '../filter-context.ts'
import type { FilterValue } from '../filter-value.ts'
import { openColumn } from '../open-column.ts'
import { SlotCollector } from '../slot-collector.ts'

/** `attribute STARTS WITH value`: some text value begins so. */
export interface StartsWithNode {
  readonly kind: 'startsWith'
  readonly attribute: FilterAttribute
  readonly value: FilterValue
}

export function startsWithNode(attribute: FilterAttribute, value: FilterValue): StartsWithNode {
  return Object.freeze({ kind: 'startsWith', attribute, value })
}

/** The empty text is the start of anything that is there, numbers and null included. */
export function evaluateStartsWith(
  node: StartsWithNode,
  context: FilterContext,
  within: DocSet,
): DocSet {
  const column = openColumn(node.attribute, context, 'STARTS WITH', 'either')
  if (column === null) return DocSet.EMPTY
  if (node.value.folded === '') return column.exists.and(within)
  const found = new SlotCollector(context.searcher.slotCount)
  for (const part of column.parts) {
    const [start, end] = stringPrefixRange(part, node.value.folded)
    const { stringStarts } = part
    found.addMixed(part.stringDocs, stringStarts[start]!, stringStarts[end]!, part.base)
  }
  return found.toDocSet().and(within)
}
