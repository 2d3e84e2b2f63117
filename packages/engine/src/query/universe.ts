// The candidates of a search: documents that satisfy what can't be given up of the query (relevancy 5.3, 3.2).

import { DocSet } from '../bits/doc-set.ts'
import { ALL_LEVELS, type NodeDocs } from './node-docs.ts'
import type { ParsedQuery } from './parse-query.ts'
import type { QueryNode } from './query-graph.ts'
import { KEPT, type RemovalWeights } from './removal.ts'

/** Takes the documents of negative words and phrases out of `base`. */
export function withoutNegatives(base: DocSet, query: ParsedQuery, docs: NodeDocs): DocSet {
  let left = base
  for (const word of query.negativeWords) left = left.andNot(docs.phrases.ofWord(word))
  for (const phrase of query.negativePhrases) {
    const found = docs.time.attempt(
      () => docs.phrases.ofPhrase(phrase),
      // rather too many: what is shown must not have the phrase
      () => docs.phrases.withAllWords(phrase),
    )
    left = left.andNot(found)
  }
  return left
}

/** Documents of `base` that satisfy at least one path once every removable node is given up. */
export function resolveUniverse(base: DocSet, docs: NodeDocs, weights: RemovalWeights): DocSet {
  const { graph } = docs
  const isKept = (node: QueryNode): boolean => weights[node.index] === KEPT
  // terms from `end` on ask for nothing: whoever gets there is a candidate
  let end = graph.termCount
  while (end > 0 && !graph.nodesFrom[end - 1]!.some(isKept)) end--
  // reached[i]: documents that satisfy some way through the first i terms
  const reached: DocSet[] = [base]
  let found = end === 0 ? base : DocSet.EMPTY
  for (let term = 0; term < end; term++) {
    const here = reached[term] ?? DocSet.EMPTY
    if (here.size === 0) continue
    for (const node of graph.nodesFrom[term]!) {
      const next = isKept(node) ? docs.within(node, ALL_LEVELS, here) : here
      const to = node.lastTerm + 1
      if (to >= end) found = found.or(next)
      else reached[to] = (reached[to] ?? DocSet.EMPTY).or(next)
    }
  }
  return found
}

/** Some of these documents, found at once: those with every word that can't be given up. */
export function universeAtHand(base: DocSet, docs: NodeDocs, weights: RemovalWeights): DocSet {
  let left = base
  for (const node of docs.graph.nodes) {
    if (node.termCount === 1 && weights[node.index] === KEPT) left = left.and(docs.atHand(node))
  }
  return left
}
