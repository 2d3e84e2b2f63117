import type { DocSet } from '../bits/doc-set.ts'
import type { ColumnView } from '../index/column-view.ts'
import type { Searcher } from '../index/searcher.ts'
import type { FilterablePath } from '../settings/attribute-selection.ts'
import type { FilterPlace } from './filter-source.ts'
import type { FilterNode } from './nodes/filter-node.ts'

/** The attribute of a condition and where its name stands. */
export interface FilterAttribute {
  readonly path: string
  readonly place: FilterPlace
}

/** What filters read of a searcher. */
export type FilterSearcher = Pick<
  Searcher,
  'settings' | 'live' | 'slotCount' | 'fields' | 'column' | 'documentBytes' | 'vectors'
>

/** What a node reads while it is evaluated. */
export interface FilterContext {
  readonly searcher: FilterSearcher
  /** What `filterableAttributes` allows on a path. */
  features(path: string): FilterablePath | null
  /** As the searcher's, looked up once. */
  column(path: string): ColumnView | null
  /** The documents of `within`, which are live, that match another node. */
  evaluate(node: FilterNode, within: DocSet): DocSet
}
