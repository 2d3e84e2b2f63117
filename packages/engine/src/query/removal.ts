// Which words of a query may be given up, and in which order (relevancy 5.2).

import type { MatchingStrategy } from './matching-strategy.ts'
import type { NodeDocs } from './node-docs.ts'
import type { QueryGraph, QueryNode } from './query-graph.ts'
import { DocSet } from '../bits/doc-set.ts'

/** Weight of a node that is never given up. */
export const KEPT: number = Infinity

/** Per node index: nodes of smaller weight are given up first. */
export type RemovalWeights = readonly number[]

/** Weighs the nodes of a query for one matching strategy; without time to count documents, by a part of them. */
export function weighRemovals(docs: NodeDocs, strategy: MatchingStrategy): RemovalWeights {
  const { graph } = docs
  if (strategy === 'all') return graph.nodes.map(() => KEPT)
  const ofTerm = strategy === 'last' ? weighByPlace(graph) : frequencyWeights(docs)
  const weights = graph.nodes.map((node) => (node.phrase === null ? largest(node, ofTerm) : KEPT))
  if (graph.hasPhrase) return weights
  // something must stay: without a phrase it is the last group
  const last = Math.max(...weights)
  return weights.map((weight) => (weight === last ? KEPT : weight))
}

function weighByPlace(graph: QueryGraph): number[] {
  return Array.from({ length: graph.termCount }, (_, term) => graph.termCount - term)
}

function frequencyWeights(docs: NodeDocs): number[] {
  return docs.time.attempt(
    () => weighByFrequency(docs, (node) => docs.ofNode(node)),
    () => weighByFrequency(docs, (node) => docs.atHand(node)),
  )
}

/** The more documents a term is in, the sooner it goes; a term in none is the rarest of all. */
function weighByFrequency(docs: NodeDocs, docsOf: (node: QueryNode) => DocSet): number[] {
  const { graph, searcher } = docs
  const counts = Array.from({ length: graph.termCount }, (_, term) => {
    const nodes = graph.nodes.filter((node) => node.firstTerm <= term && term <= node.lastTerm)
    const found = DocSet.union(nodes.map(docsOf))
    const count = found.intersectionSize(searcher.live)
    return count === 0 ? Infinity : count
  })
  const ordered = [...new Set(counts)].toSorted((a, b) => (a === b ? 0 : a < b ? 1 : -1))
  return counts.map((count) => ordered.indexOf(count) + 1)
}

function largest(node: QueryNode, ofTerm: readonly number[]): number {
  return Math.max(...ofTerm.slice(node.firstTerm, node.lastTerm + 1))
}
