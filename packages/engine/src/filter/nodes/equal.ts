import { DocSet } from '../../bits/doc-set.ts'
import type { ColumnView } from '../../index/column-view.ts'
import { numberLowerBound } from '../column-search.ts'
import type { FilterAttribute, FilterContext } from '../filter-context.ts'
import type { FilterValue } from '../filter-value.ts'
import { openColumn } from '../open-column.ts'
import { SlotCollector } from '../slot-collector.ts'

/** `attribute = value` or `attribute != value`. */
export interface EqualNode {
  readonly kind: 'equal'
  readonly attribute: FilterAttribute
  readonly value: FilterValue
  readonly isNegated: boolean
}

export function equalNode(
  attribute: FilterAttribute,
  value: FilterValue,
  isNegated: boolean,
): EqualNode {
  return Object.freeze({ kind: 'equal', attribute, value, isNegated })
}

/** An attribute no document ever had matches neither `=` nor `!=`. */
export function evaluateEqual(node: EqualNode, context: FilterContext, within: DocSet): DocSet {
  const operator = node.isNegated ? '!=' : '='
  const column = openColumn(node.attribute, context, operator, 'equality')
  if (column === null) return DocSet.EMPTY
  const found = new SlotCollector(context.searcher.slotCount)
  collectEqual(column, node.value, found)
  const equal = found.toDocSet()
  return node.isNegated ? within.andNot(equal) : equal.and(within)
}

/** Collects the documents one of whose values is the number or the text. */
export function collectEqual(column: ColumnView, value: FilterValue, found: SlotCollector): void {
  for (const part of column.parts) {
    if (value.number !== null) {
      const at = numberLowerBound(part.numbers, value.number)
      if (at < part.numbers.length && Object.is(part.numbers[at], value.number)) {
        const { numberStarts } = part
        found.addAscending(part.numberDocs, numberStarts[at]!, numberStarts[at + 1]!, part.base)
      }
    }
    const ordinal = part.stringCount === 0 ? -1 : part.findString(value.folded)
    if (ordinal >= 0) {
      const { stringStarts } = part
      found.addAscending(
        part.stringDocs,
        stringStarts[ordinal]!,
        stringStarts[ordinal + 1]!,
        part.base,
      )
    }
  }
}
