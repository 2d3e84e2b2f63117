// The best that words and typo can find: every term of the query at its first level. It needs neither typos nor n-grams.

import type { DocSet } from '../bits/doc-set.ts'
import type { NodeDocs } from '../query/node-docs.ts'
import type { PathStep, QueryState } from './query-state.ts'

/** Documents of `universe` with every term as it was typed, or with a word that starts with it. */
export function faultlessDocs(docs: NodeDocs, universe: DocSet): DocSet {
  const { nodes } = docs.graph
  let left = universe
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!
    if (node.termCount > 1) continue
    if (left.size === 0) break
    left = docs.levelWithin(node, 0, left)
  }
  return left
}

/** What is left of the query for them: only the path of single terms costs no typo. */
export function faultlessState(docs: NodeDocs): QueryState {
  const path: PathStep[] = []
  for (const node of docs.graph.nodes) {
    if (node.termCount === 1) path.push({ node, levels: 1, isExactOnly: false })
  }
  return { paths: [path] }
}
