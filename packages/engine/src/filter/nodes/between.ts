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

/** Numbers between when both ends are numbers, and texts between in word order; ends the wrong way round match nothing. */
export function evaluateBetween(node: BetweenNode, context: FilterContext): DocSet {
  const { from, to } = node
  const column = openColumn(node.attribute, context, 'TO', 'comparison')
  if (column === null) return DocSet.EMPTY
  const found = new SlotCollector(context.searcher)
  for (const part of column.parts) {
    if (from.number !== null && to.number !== null) {
      const start = numberLowerBound(part.numbers, from.number)
      const end = Math.max(start, numberUpperBound(part.numbers, to.number))
      const { numberStarts } = part
      found.addMixed(part.numberDocs, numberStarts[start]!, numberStarts[end]!, part.base)
    }
    if (part.stringCount > 0) {
      const start = stringLowerBound(part, from.folded)
      const end = Math.max(start, stringUpperBound(part, to.folded))
      const { stringStarts } = part
      found.addMixed(part.stringDocs, stringStarts[start]!, stringStarts[end]!, part.base)
    }
  }
  return found.toDocSet()
}
