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
export function* leadingGroups(
  universe: DocSet,
  docs: NodeDocs,
  chooser: WordChooser,
): Iterable<WordsGroup> {
  const { graph } = docs
  const { termCount } = graph
  const plain = followWords(universe, docs)
  const joined = followJoined(plain, docs)
  let seen = DocSet.EMPTY
  for (let reached = termCount; reached > 0; reached--) {
    const byWords = plain[reached]!.andNot(seen)
    const byNgrams = joined[reached]!.andNot(seen).andNot(byWords)
    const found = byWords.or(byNgrams)
    if (found.size === 0) continue
    seen = seen.or(found)
    const parts: { choice: WordChoice; docs: DocSet }[] = []
    if (byWords.size > 0) {
      let mask = 0
      for (const node of graph.nodes) {
        if (node.termCount === 1 && node.lastTerm < reached) mask |= 1 << node.index
      }
      parts.push({ choice: chooser.choose(mask)!, docs: byWords })
    }
    const nodes = graph.nodes.filter((node) => node.lastTerm < reached)
    for (const [mask, members] of splitByNodes(byNgrams, docs, nodes)) {
      const choice = chooser.choose(mask)
      if (choice !== null) parts.push({ choice, docs: members })
    }
    yield { cost: termCount - reached, docs: found, parts }
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
  const arriving: DocSet[][] = plain.map(() => [])
  const reached: DocSet[] = []
  for (let term = 0; term <= termCount; term++) {
    const here = DocSet.union(arriving[term]!)
    reached.push(here)
    if (term === termCount) break
    const either = plain[term]!.andNot(complete).or(here)
    for (const node of nodesFrom[term]!) {
      const from = node.termCount === 1 ? here : either
      if (from.size === 0) continue
      const found = docs.within(node, ALL_LEVELS, from)
      if (found.size > 0) arriving[node.lastTerm + 1]!.push(found)
    }
  }
  return reached
}
