import type { DocSet } from '../bits/doc-set.ts'
import type { ColumnView } from '../index/column-view.ts'
import { filterableFeatures } from '../settings/attribute-selection.ts'
import type { FilterablePath } from '../settings/attribute-selection.ts'
import { checkFilterable } from './check-filterable.ts'
import type { FilterContext, FilterSearcher } from './filter-context.ts'
import type { FilterNode } from './nodes/filter-node.ts'
import { evaluateNode } from './nodes/registry.ts'
import { type WideCondition, wideCondition } from './wide-condition.ts'

/**
 * The live documents that match a filter. Throws when an attribute is not filterable (anywhere in the filter), or when an
 * operator or a coordinate that had to be looked at is not accepted.
 */
export function evaluateFilter(node: FilterNode, searcher: FilterSearcher): DocSet {
  return evaluateNode(node, checkedContext(node, searcher), searcher.live)
}

/** Live documents, of which those that meet the condition match a filter; all of them when it is null. */
export interface FilteredDocs {
  readonly docs: DocSet
  readonly condition: WideCondition | null
}

/** The same, its last condition left to be asked of what a query finds when it would not leave out much. */
export function evaluateForQuery(node: FilterNode, searcher: FilterSearcher): FilteredDocs {
  const context = checkedContext(node, searcher)
  const members = node.kind === 'and' ? node.members : [node]
  const last = members.length - 1
  let docs = searcher.live
  for (let i = 0; i <= last && docs.size > 0; i++) {
    // what comes after a condition may be wrong, and is only looked at when the condition leaves something
    const condition = i === last ? wideCondition(members[i]!, context, docs) : null
    if (condition !== null) return { docs, condition }
    docs = evaluateNode(members[i]!, context, docs)
  }
  return { docs, condition: null }
}

/** What nodes read, once the attributes of all of them are known to be filterable. */
function checkedContext(node: FilterNode, searcher: FilterSearcher): FilterContext {
  const features = new Map<string, FilterablePath | null>()
  const columns = new Map<string, ColumnView | null>()
  const context: FilterContext = {
    searcher,
    features: (path) => remember(features, path, () => filterableFeatures(searcher.settings, path)),
    column: (path) => remember(columns, path, () => searcher.column(path)),
    evaluate: (member, within) => evaluateNode(member, context, within),
  }
  checkFilterable(node, context)
  return context
}

function remember<Value>(known: Map<string, Value>, path: string, read: () => Value): Value {
  const value = known.get(path)
  if (value !== undefined) return value
  const fresh = read()
  known.set(path, fresh)
  return fresh
}
