// The query as a graph: one node per term and per run of two or three plain words written as one (relevancy 3.4, 5.1).

import { WORD_BYTES_MAX } from '../limits.ts'
import { utf8Length } from '../bits/word-order.ts'
import type { QueryTerm } from './parse-query.ts'
import type { TypoBudget } from './typos.ts'

/** A term, or an n-gram of terms. */
export interface QueryNode {
  /** Place in the order of 5.1, which decides between equal paths. */
  readonly index: number
  /** First and last term of the query it stands for. */
  readonly firstTerm: number
  readonly lastTerm: number
  readonly termCount: number
  /** Query positions, inclusive. */
  readonly start: number
  readonly end: number
  /** The quoted words, or null for a word. */
  readonly phrase: readonly (string | null)[] | null
  /** The word, or the components of an n-gram written as one; empty for a phrase. */
  readonly word: string
  /** Words of an n-gram, null for a single term. */
  readonly components: readonly string[] | null
  readonly isPrefix: boolean
  readonly typosMax: 0 | 1 | 2
}

export interface QueryGraph {
  readonly nodes: readonly QueryNode[]
  readonly termCount: number
  /** Nodes by their first term, in node order. */
  readonly nodesFrom: readonly (readonly QueryNode[])[]
  readonly hasPhrase: boolean
  /** Words of the quoted phrases, holes left out. */
  readonly phraseWordCount: number
}

/** Longest run of words that is also tried as one word. */
const NGRAM_TERMS_MAX = 3

/** Makes the graph of a query's positive terms. */
export function buildQueryGraph(terms: readonly QueryTerm[], typos: TypoBudget): QueryGraph {
  const nodes: QueryNode[] = []
  const nodesFrom: QueryNode[][] = []
  let phraseCount = 0
  let phraseWordCount = 0
  for (let last = 0; last < terms.length; last++) {
    const term = terms[last]!
    const own = termNode(term, nodes.length, last, typos)
    nodes.push(own)
    nodesFrom.push([own])
    for (let count = 2; count <= NGRAM_TERMS_MAX; count++) {
      const node = ngramNode(terms, nodes.length, last, count, typos)
      if (node === null) continue
      nodes.push(node)
      nodesFrom[node.firstTerm]!.push(node)
    }
    if (term.kind !== 'phrase') continue
    phraseCount++
    for (const word of term.words) if (word !== null) phraseWordCount++
  }
  return { nodes, termCount: terms.length, nodesFrom, hasPhrase: phraseCount > 0, phraseWordCount }
}

/** Every list of nodes that covers the query, in the order of 5.1. */
export function allPaths(graph: QueryGraph): QueryNode[][] {
  const paths: QueryNode[][] = []
  const path: QueryNode[] = []
  const visit = (term: number): void => {
    if (term === graph.termCount) {
      paths.push([...path])
      return
    }
    for (const node of graph.nodesFrom[term]!) {
      path.push(node)
      visit(node.lastTerm + 1)
      path.pop()
    }
  }
  if (graph.termCount > 0) visit(0)
  return paths
}

function termNode(term: QueryTerm, index: number, at: number, typos: TypoBudget): QueryNode {
  const isWord = term.kind === 'word'
  return {
    index,
    firstTerm: at,
    lastTerm: at,
    termCount: 1,
    start: term.start,
    end: term.end,
    phrase: isWord ? null : term.words,
    word: isWord ? term.word : '',
    components: null,
    isPrefix: isWord && term.isPrefix,
    typosMax: isWord && !isTooLong(term.word) ? typos.typosFor(term.word) : 0,
  }
}

/** The run of `count` terms that ends at `last`, when it is one of plain words without a gap. */
function ngramNode(
  terms: readonly QueryTerm[],
  index: number,
  last: number,
  count: number,
  typos: TypoBudget,
): QueryNode | null {
  const first = last - count + 1
  if (first < 0) return null
  let word = ''
  for (let at = first; at <= last; at++) {
    const term = terms[at]!
    if (term.kind !== 'word') return null
    if (at > first && terms[at - 1]!.end + 1 !== term.start) return null
    word += term.word
  }
  if (isTooLong(word)) return null
  const end = terms[last]!
  return {
    index,
    firstTerm: first,
    lastTerm: last,
    termCount: count,
    start: terms[first]!.start,
    end: end.end,
    phrase: null,
    word,
    components: terms.slice(first, last + 1).map((term) => (term.kind === 'word' ? term.word : '')),
    isPrefix: end.kind === 'word' && end.isPrefix,
    typosMax: lessTypos(typos.typosFor(word), count - 1),
  }
}

function lessTypos(typos: 0 | 1 | 2, paid: number): 0 | 1 | 2 {
  const left = typos - paid
  return left === 2 ? 2 : left === 1 ? 1 : 0
}

function isTooLong(word: string): boolean {
  return word.length * 3 > WORD_BYTES_MAX && utf8Length(word) > WORD_BYTES_MAX
}
