import { DocSet } from '../bits/doc-set.ts'
import type { ColumnView } from '../index/column-view.ts'
import type { FilterAttribute, FilterContext } from './filter-context.ts'
import { checkOperator } from './filterable.ts'
import type { Need } from './filterable.ts'

/**
 * The values of a condition's attribute, once its operator is allowed. Null when no document ever had the attribute:
 * then nothing matches, and the operator is not looked at either.
 */
export function openColumn(
  attribute: FilterAttribute,
  context: FilterContext,
  operator: string,
  need: Need,
): ColumnView | null {
  const { path } = attribute
  const column = context.column(path)
  if (column === null && context.searcher.fields.id(path) === -1) return null
  checkOperator(context.features(path), attribute, operator, need)
  return column ?? emptyColumn(path)
}

/** The column of a field that no document has. */
function emptyColumn(path: string): ColumnView {
  const none = DocSet.EMPTY
  const stringRanks = { ranks: [], valueCount: 0 }
  return { path, parts: [], stringRanks, exists: none, isNull: none, isEmpty: none }
}
