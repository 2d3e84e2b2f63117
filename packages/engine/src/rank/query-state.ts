// What is left of the query while documents are sorted: an ordered list of paths through the query graph, each step with
// the typo levels it may still use (relevancy 6.4). Immutable; rules make new ones.

import type { QueryNode } from '../query/query-graph.ts'

/** Bit per typo level that a step may still use. */
export const ALL_LEVELS = 0b111

/** One node on a path. */
export interface PathStep {
  readonly node: QueryNode
  /** Bits of the typo levels still allowed: 1 for level 0, 2 for level 1, 4 for level 2. */
  readonly levels: number
  /** Only the exact word (or the quoted phrase) counts from here on. */
  readonly isExactOnly: boolean
}

/** From the first kept term of the query to the last. */
export type Path = readonly PathStep[]

/** Paths in the order that decides which one owns a document. Empty for a search without words. */
export interface QueryState {
  readonly paths: readonly Path[]
}

/** The state of a search without words. */
export const NO_QUERY: QueryState = { paths: [] }
