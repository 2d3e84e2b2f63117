// Which words of a query may be given up, and in which order (relevancy 5.2).

import type { MatchingStrategy } from './matching-strategy.ts'
import type { NodeDocs } from './node-docs.ts'
import type { QueryNode } from './query-graph.ts'
import { DocSet } from '../bits/doc-set.ts'

/** Weight of a node that is never given up. */
export const KEPT: number = Infinity

/** Per node index: nodes of smaller weight are given up first. */
export type RemovalWeights = readonly number[]

/** Weighs the nodes of a query for one matching strategy; without time to count documents, by a part of them. */
export function weighRemovals(docs: NodeDocs, strategy: MatchingStrategy): RemovalWeights {
  const { graph } = docs
  if (strategy === 'all') return graph.nodes.map(() => KEPT)
  const ofTerm = strategy === 'last' ? null : frequencyWeights(docs)
  const weights: number[] = []
  let last = 0
  for (const node of graph.nodes) {
    // by place, the first term of a node goes last
    const weight = ofTerm === null ? graph.termCount - node.firstTerm : largest(node, ofTerm)
    weights.push(node.phrase === null ? weight : KEPT)
    if (weight > last) last = weight
  }
  if (graph.hasPhrase) return weights
  // something must stay: without a phrase it is the last group
  for (let i = 0; i < weights.length; i++) if (weights[i] === last) weights[i] = KEPT
  return weights
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
