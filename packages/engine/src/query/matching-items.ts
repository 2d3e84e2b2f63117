// The words and phrases a query is shown by in a hit (relevancy 9.3).

import type { Derivations } from './derivations.ts'
import type { MatchPhrase, MatchWordList, MatchWords } from './match-words.ts'
import type { NodeDocs } from './node-docs.ts'
import type { QueryNode } from './query-graph.ts'
import type { TimeLimit } from './time-limit.ts'
import { countChars } from './typos.ts'

/**
 * Expands every node of the query, in the order in which a highlighter tries them. Words and phrases that there is no time
 * for are left out.
 */
export function matchingItems(docs: NodeDocs): MatchWords {
  const { nodes } = docs.graph
  const terms = nodes.filter((node) => node.components === null)
  const ngrams = nodes.filter((node) => node.components !== null)
  const phrases = [...terms, ...ngrams].flatMap((node) =>
    phrasesOf(docs.derivations(node), docs.time),
  )
  const lists = nodes
    .filter((node) => node.phrase === null)
    .toSorted(
      (a, b) => Number(a.isPrefix) - Number(b.isPrefix) || b.end - b.start - (a.end - a.start),
    )
    .map((node) => wordsOf(docs.derivations(node), docs.time))
    .filter((list) => list.words.length > 0)
  return { phrases, lists }
}

function phrasesOf(derivations: Derivations, time: TimeLimit): MatchPhrase[] {
  const { node, phrases } = derivations
  const positions = positionsOf(node)
  const split = node.phrase === null ? orNothing(time, () => derivations.split) : null
  const found = split === null ? phrases : [split, ...phrases]
  return found.map((words) => ({ words, positions }))
}

function wordsOf(derivations: Derivations, time: TimeLimit): MatchWordList {
  const { node } = derivations
  return {
    words: [
      // words that start with the word would find nothing behind it that it does not find itself
      ...(derivations.hasExact ? [node.word] : derivations.prefixWords),
      ...(orNothing(time, () => derivations.typoWords(1)) ?? []),
      ...(orNothing(time, () => derivations.typoWords(2)) ?? []),
    ],
    isPrefix: node.isPrefix,
    queryCharCount: countChars(node.word),
    positions: positionsOf(node),
  }
}

function orNothing<Result>(time: TimeLimit, work: () => Result): Result | null {
  return time.attempt<Result | null>(work, () => null)
}

function positionsOf(node: QueryNode): number[] {
  return Array.from({ length: node.end - node.start + 1 }, (_, i) => node.start + i)
}
