// Documents by the words of the query that they keep.

import { DocSet } from '../bits/doc-set.ts'
import { ALL_LEVELS, type NodeDocs } from '../query/node-docs.ts'
import type { QueryNode } from '../query/query-graph.ts'
import type { WordChoice, WordChooser } from './word-choice.ts'

/** Documents that give up the same number of words. */
export interface WordsGroup {
  readonly cost: number
  readonly docs: DocSet
  /** Which documents keep which words. */
  readonly parts: readonly { readonly choice: WordChoice; readonly docs: DocSet }[]
}

/** Groups documents by the nodes they satisfy: which words are kept depends on nothing else. */
export class NodeGroups {
  readonly #groups: readonly WordsGroup[]
  #at = 0

  constructor(universe: DocSet, docs: NodeDocs, chooser: WordChooser) {
    const byCost = new Map<number, { choice: WordChoice; docs: DocSet }[]>()
    for (const [mask, members] of splitByNodes(universe, docs, docs.graph.nodes)) {
      const choice = chooser.choose(mask)
      if (choice === null) continue
      const parts = byCost.get(choice.cost) ?? []
      byCost.set(choice.cost, parts)
      parts.push({ choice, docs: members })
    }
    this.#groups = [...byCost]
      .toSorted((a, b) => a[0] - b[0])
      .map(([cost, parts]) => ({ cost, docs: DocSet.union(parts.map((part) => part.docs)), parts }))
  }

  /** The next group, by words given up; null when there is none. */
  next(): WordsGroup | null {
    return this.#groups[this.#at++] ?? null
  }
}

/** Splits a universe by the nodes its documents satisfy; the key has the bit of each such node. */
export function splitByNodes(
  universe: DocSet,
  docs: NodeDocs,
  nodes: readonly QueryNode[],
): Map<number, DocSet> {
  let parts = new Map<number, DocSet>([[0, universe]])
  for (const node of nodes) {
    const found = docs.within(node, ALL_LEVELS, universe)
    if (found.size === 0) continue
    const next = new Map<number, DocSet>()
    for (const [mask, members] of parts) {
      docs.time.check()
      const inside = found.size === universe.size ? members : members.and(found)
      if (inside.size > 0) next.set(mask | (1 << node.index), inside)
      if (inside.size < members.size) next.set(mask, members.andNot(inside))
    }
    parts = next
  }
  return parts
}
