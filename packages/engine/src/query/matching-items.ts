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
  const phrases: MatchPhrase[] = []
  for (const isNgram of [false, true]) {
    for (const node of nodes) {
      if ((node.components !== null) === isNgram) {
        addPhrases(docs.derivations(node), docs.time, phrases)
      }
    }
  }
  const lists: MatchWordList[] = []
  for (const node of nodes.toSorted(inOrderOfLists)) {
    if (node.phrase !== null) continue
    const list = wordsOf(docs.derivations(node), docs.time)
    if (list.words.length > 0) lists.push(list)
  }
  return { phrases, lists }
}

function inOrderOfLists(a: QueryNode, b: QueryNode): number {
  return Number(a.isPrefix) - Number(b.isPrefix) || b.end - b.start - (a.end - a.start)
}

function addPhrases(derivations: Derivations, time: TimeLimit, to: MatchPhrase[]): void {
  const { node, phrases } = derivations
  const split = node.phrase === null ? orNothing(time, () => derivations.split) : null
  if (split === null && phrases.length === 0) return
  const positions = positionsOf(node)
  if (split !== null) to.push({ words: split, positions })
  for (const words of phrases) to.push({ words, positions })
}

function wordsOf(derivations: Derivations, time: TimeLimit): MatchWordList {
  const { node } = derivations
  // words that start with the word would find nothing behind it that it does not find itself
  const own = derivations.hasExact ? [node.word] : derivations.prefixWords
  const one = orNothing(time, () => derivations.typoWords(1)) ?? NO_WORDS
  const two = orNothing(time, () => derivations.typoWords(2)) ?? NO_WORDS
  return {
    words: one.length === 0 && two.length === 0 ? own : own.concat(one, two),
    isPrefix: node.isPrefix,
    queryCharCount: countChars(node.word),
    positions: positionsOf(node),
  }
}

const NO_WORDS: readonly string[] = []

function orNothing<Result>(time: TimeLimit, work: () => Result): Result | null {
  return time.attempt<Result | null>(work, () => null)
}

function positionsOf(node: QueryNode): number[] {
  const positions: number[] = []
  for (let position = node.start; position <= node.end; position++) positions.push(position)
  return positions
}
