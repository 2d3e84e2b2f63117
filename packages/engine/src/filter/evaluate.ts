import type { DocSet } from '../bits/doc-set.ts'
import type { ColumnView } from '../index/column-view.ts'
import { filterableFeatures } from '../settings/attribute-selection.ts'
import type { FilterablePath } from '../settings/attribute-selection.ts'
import { checkFilterable } from './check-filterable.ts'
import type { FilterContext, FilterSearcher } from './filter-context.ts'
import type { FilterNode } from './nodes/filter-node.ts'
import { evaluateNode } from './nodes/registry.ts'

/**
 * The live documents that match a filter. Throws when an attribute is not filterable (anywhere in the filter), or when an
 * operator or a coordinate that had to be looked at is not accepted.
 */
export function evaluateFilter(node: FilterNode, searcher: FilterSearcher): DocSet {
  const features = new Map<string, FilterablePath | null>()
  const columns = new Map<string, ColumnView | null>()
  const context: FilterContext = {
    searcher,
    features: (path) => remember(features, path, () => filterableFeatures(searcher.settings, path)),
    column: (path) => remember(columns, path, () => searcher.column(path)),
    evaluate: (member, within) => evaluateNode(member, context, within),
  }
  checkFilterable(node, context)
  return evaluateNode(node, context, searcher.live)
}

function remember<Value>(known: Map<string, Value>, path: string, read: () => Value): Value {
  const value = known.get(path)
  if (value !== undefined) return value
  const fresh = read()
  known.set(path, fresh)
  return fresh
}
