// The words rule when words are given up from the end: how far each document follows the query from its first word.

import { DocSet } from '../bits/doc-set.ts'
import { ALL_LEVELS, type NodeDocs } from '../query/node-docs.ts'
import type { WordChoice, WordChooser } from './word-choice.ts'
import { splitByNodes, type WordsGroup } from './words-groups.ts'

/**
 * Groups by words given up, fewest first. Every document of the universe satisfies a node that starts with the first
 * term. N-grams matter only where the words one by one break off: a document that has them all is never asked for the
 * n-grams, whose typos and splits are the dear part of long queries.
 */
export class LeadingGroups {
  readonly #docs: NodeDocs
  readonly #chooser: WordChooser
  /** Per number of terms: documents that satisfy so many of the first ones, one by one or by n-grams. */
  readonly #plain: readonly DocSet[]
  readonly #joined: readonly DocSet[]
  /** Terms that the documents of the next group satisfy. */
  #reached: number
  #seen: DocSet = DocSet.EMPTY

  constructor(universe: DocSet, docs: NodeDocs, chooser: WordChooser) {
    this.#docs = docs
    this.#chooser = chooser
    this.#plain = followWords(universe, docs)
    this.#joined = followJoined(this.#plain, docs)
    this.#reached = docs.graph.termCount
  }

  /** The next group; null when there is none. */
  next(): WordsGroup | null {
    for (; this.#reached > 0; this.#reached--) {
      const reached = this.#reached
      const byWords = this.#plain[reached]!.andNot(this.#seen)
      const byNgrams = this.#joined[reached]!.andNot(this.#seen).andNot(byWords)
      const found = byWords.or(byNgrams)
      if (found.size === 0) continue
      this.#seen = this.#seen.or(found)
      this.#reached--
      const cost = this.#docs.graph.termCount - reached
      return { cost, docs: found, parts: this.#partsOf(reached, byWords, byNgrams) }
    }
    return null
  }

  #partsOf(reached: number, byWords: DocSet, byNgrams: DocSet): WordsGroup['parts'] {
    const { nodes } = this.#docs.graph
    const parts: { choice: WordChoice; docs: DocSet }[] = []
    if (byWords.size > 0) {
      let mask = 0
      for (const node of nodes) {
        if (node.termCount === 1 && node.lastTerm < reached) mask |= 1 << node.index
      }
      parts.push({ choice: this.#chooser.choose(mask)!, docs: byWords })
    }
    if (byNgrams.size === 0) return parts
    const before = nodes.filter((node) => node.lastTerm < reached)
    for (const [mask, members] of splitByNodes(byNgrams, this.#docs, before)) {
      const choice = this.#chooser.choose(mask)
      if (choice !== null) parts.push({ choice, docs: members })
    }
    return parts
  }
}

/** result[i]: documents that satisfy the first i terms one by one. */
function followWords(universe: DocSet, docs: NodeDocs): DocSet[] {
  const { graph } = docs
  const reached: DocSet[] = [universe]
  for (let term = 0; term < graph.termCount; term++) {
    const before = reached[term]!
    const node = graph.nodesFrom[term]!.find(({ termCount }) => termCount === 1)!
    reached.push(before.size === 0 ? before : docs.within(node, ALL_LEVELS, before))
  }
  return reached
}

/** result[i]: documents that satisfy the first i terms by some n-gram; those that have every word alone are left out. */
function followJoined(plain: readonly DocSet[], docs: NodeDocs): DocSet[] {
  const { nodesFrom, termCount } = docs.graph
  const complete = plain[termCount]!
  const reached: DocSet[] = plain.map(() => DocSet.EMPTY)
  for (let term = 0; term < termCount; term++) {
    const here = reached[term]!
    const either = plain[term]!.andNot(complete).or(here)
    for (const node of nodesFrom[term]!) {
      const from = node.termCount === 1 ? here : either
      if (from.size === 0) continue
      const found = docs.within(node, ALL_LEVELS, from)
      reached[node.lastTerm + 1] = reached[node.lastTerm + 1]!.or(found)
    }
  }
  return reached
}
