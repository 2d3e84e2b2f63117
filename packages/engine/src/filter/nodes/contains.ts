import { DocSet } from '../../bits/doc-set.ts'
import type { FilterAttribute, FilterContext } from '../filter-context.ts'
import type { FilterPlace } from '../filter-source.ts'
import type { FilterValue } from '../filter-value.ts'
import { openColumn } from '../open-column.ts'
import { SlotCollector } from '../slot-collector.ts'

/** `attribute CONTAINS value`: some text value has the other inside; numbers are not texts. */
export interface ContainsNode {
  readonly kind: 'contains'
  readonly attribute: FilterAttribute
  readonly value: FilterValue
  /** Where the keyword stands: the operator has to be switched on. */
  readonly operatorPlace: FilterPlace
}

export function containsNode(
  attribute: FilterAttribute,
  value: FilterValue,
  operatorPlace: FilterPlace,
): ContainsNode {
  return Object.freeze({ kind: 'contains', attribute, value, operatorPlace })
}

export function evaluateContains(
  node: ContainsNode,
  context: FilterContext,
  within: DocSet,
): DocSet {
  const column = openColumn(node.attribute, context, 'CONTAINS', 'either')
  if (column === null) return DocSet.EMPTY
  const found = new SlotCollector(context.searcher.slotCount)
  for (const part of column.parts) {
    const { stringStarts } = part
    for (let ordinal = 0; ordinal < part.stringCount; ordinal++) {
      if (!part.string(ordinal).includes(node.value.folded)) continue
      found.addAscending(
        part.stringDocs,
        stringStarts[ordinal]!,
        stringStarts[ordinal + 1]!,
        part.base,
      )
    }
  }
  return found.toDocSet().and(within)
}
