// The words and phrases a query is shown by in a hit (relevancy 9.3).

import type { Derivations } from './derivations.ts'
import type { MatchPhrase, MatchWordList, MatchWords } from './match-words.ts'
import type { NodeDocs } from './node-docs.ts'
import type { QueryNode } from './query-graph.ts'
import { countChars } from './typos.ts'

/** Expands every node of the query, in the order in which a highlighter tries them. */
export function matchingItems(docs: NodeDocs): MatchWords {
  const { nodes } = docs.graph
  const terms = nodes.filter((node) => node.components === null)
  const ngrams = nodes.filter((node) => node.components !== null)
  const phrases = [...terms, ...ngrams].flatMap((node) => phrasesOf(docs.derivations(node)))
  const lists = nodes
    .filter((node) => node.phrase === null)
    .toSorted(
      (a, b) => Number(a.isPrefix) - Number(b.isPrefix) || b.end - b.start - (a.end - a.start),
    )
    .map((node) => wordsOf(docs.derivations(node)))
    .filter((list) => list.words.length > 0)
  return { phrases, lists }
}

function phrasesOf(derivations: Derivations): MatchPhrase[] {
  const { node, split, phrases } = derivations
  const positions = positionsOf(node)
  const found = node.phrase === null && split !== null ? [split, ...phrases] : phrases
  return found.map((words) => ({ words, positions }))
}

function wordsOf(derivations: Derivations): MatchWordList {
  const { node } = derivations
  return {
    words: [
      ...(derivations.hasExact ? [node.word] : []),
      ...derivations.prefixWords,
      ...derivations.typoWords(1),
      ...derivations.typoWords(2),
    ],
    isPrefix: node.isPrefix,
    queryCharCount: countChars(node.word),
    positions: positionsOf(node),
  }
}

function positionsOf(node: QueryNode): number[] {
  return Array.from({ length: node.end - node.start + 1 }, (_, i) => node.start + i)
}
