// What is left of the query while documents are sorted: an ordered list of paths through the query graph, each step with
// the typo levels it may still use (relevancy 6.4). Immutable; rules make new ones.

import { ALL_LEVELS } from '../query/node-docs.ts'
import { allPaths, type QueryGraph, type QueryNode } from '../query/query-graph.ts'

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

/**
 * Paths in the order that decides which one owns a document. Empty for a search without words. When there is one path
 * only, every document of the universe it comes with satisfies it; except that attributeRank and wordPosition look at
 * all occurrences of a word, so that it may be one that does not count (`NodeDocs.isEverywhere`).
 */
export interface QueryState {
  readonly paths: readonly Path[]
}

/** The state of a search without words. */
export const NO_QUERY: QueryState = { paths: [] }

/** Every path of the query, nothing decided yet. */
export function initialState(graph: QueryGraph): QueryState {
  const steps = graph.nodes.map(freeStep)
  return { paths: allPaths(graph).map((nodes) => nodes.map((node) => steps[node.index]!)) }
}

/** A step that may use every derivation of its node. */
export function freeStep(node: QueryNode): PathStep {
  return { node, levels: ALL_LEVELS, isExactOnly: false }
}

/** A small number that two steps share only when they are the same. */
export function stepKey(step: PathStep): number {
  return (step.node.index * 8 + step.levels) * 2 + (step.isExactOnly ? 1 : 0)
}

/** More than any `stepKey`. */
export const STEP_KEYS_MAX = 1024
