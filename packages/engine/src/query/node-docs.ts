// The documents that satisfy words, phrases and nodes of one query (relevancy 4.5, 4.6), each computed once per search.
// Sets may name dead documents; they are always intersected with a live universe.

import { DocSet } from '../bits/doc-set.ts'
import type { Searcher } from '../index/searcher.ts'
import { type DerivedPhrase, Derivations, type TypoLevel } from './derivations.ts'
import { docSetOf, DocUnion } from './doc-union.ts'
import type { FieldScope } from './field-scope.ts'
import { PairFinder } from './pair-distance.ts'
import type { QueryGraph, QueryNode } from './query-graph.ts'
import type { SynonymTable } from './synonyms.ts'

/** Bits of all typo levels. */
export const ALL_LEVELS = 0b111

/** Answers "which documents?" for the parts of one query. */
export class NodeDocs {
  readonly searcher: Searcher
  readonly scope: FieldScope
  readonly graph: QueryGraph
  #derivations: readonly Derivations[]
  #levels: (DocSet | undefined)[] = []
  #steps: (DocSet | undefined)[] = []
  #phrases = new Map<string, DocSet>()
  #pairs: PairFinder

  constructor(options: {
    readonly searcher: Searcher
    readonly scope: FieldScope
    readonly graph: QueryGraph
    readonly synonyms: SynonymTable
  }) {
    const { searcher, scope, graph, synonyms } = options
    this.searcher = searcher
    this.scope = scope
    this.graph = graph
    this.#derivations = graph.nodes.map((node) => new Derivations(node, searcher, synonyms))
    this.#pairs = new PairFinder(searcher)
  }

  derivations(node: QueryNode): Derivations {
    return this.#derivations[node.index]!
  }

  /** Documents that satisfy the node at one typo level. */
  ofLevel(node: QueryNode, level: TypoLevel): DocSet {
    return (this.#levels[node.index * 3 + level] ??= this.#findLevel(node, level))
  }

  /** Documents that satisfy the node at one of the levels in `levels` (bits). */
  ofLevels(node: QueryNode, levels: number): DocSet {
    return (this.#steps[node.index * 8 + levels] ??= this.#findLevels(node, levels))
  }

  /** Documents that hold the node's word as it is, or satisfy its quoted phrase. Never asked of n-grams. */
  ofExact(node: QueryNode): DocSet {
    if (node.phrase !== null) return this.ofPhrase(node.phrase)
    return this.derivations(node).hasExact ? this.ofWord(node.word) : DocSet.EMPTY
  }

  /** Documents that hold the word in a searched field. */
  ofWord(word: string): DocSet {
    const postings = this.searcher.postings(word)
    if (postings === null) return DocSet.EMPTY
    this.scope.refresh()
    if (this.scope.isAllSearched) return docSetOf(postings)
    const union = new DocUnion(this.searcher.slotCount)
    union.add(postings, this.scope.searched)
    return union.finish()
  }

  /** Documents that satisfy the phrase; false positives of 4.5 included. */
  ofPhrase(words: DerivedPhrase): DocSet {
    const key = words.map((word) => word ?? '').join('\0')
    let docs = this.#phrases.get(key)
    if (docs === undefined) {
      docs = this.#findPhrase(words)
      this.#phrases.set(key, docs)
    }
    return docs
  }

  #findLevel(node: QueryNode, level: TypoLevel): DocSet {
    const derivations = this.derivations(node)
    const union = new DocUnion(this.searcher.slotCount)
    const words = derivations.words(level)
    const { scope } = this
    scope.refresh()
    for (const { postings, isTolerantOnly } of words) {
      if (isTolerantOnly) union.add(postings, scope.isAllTolerant ? null : scope.tolerant)
      else union.add(postings, scope.isAllSearched ? null : scope.searched)
    }
    for (const phrase of derivations.phrases) union.addSet(this.ofPhrase(phrase))
    if (level === 1 && derivations.split !== null) union.addSet(this.ofPhrase(derivations.split))
    return union.finish()
  }

  #findLevels(node: QueryNode, levels: number): DocSet {
    const sets: DocSet[] = []
    for (const level of [0, 1, 2] as const) {
      if ((levels & (1 << level)) !== 0) sets.push(this.ofLevel(node, level))
    }
    return DocSet.union(sets)
  }

  #findPhrase(words: DerivedPhrase): DocSet {
    let docs: DocSet | null = null
    for (const word of words) {
      if (word === null) continue
      const withWord = this.ofWord(word)
      docs = docs === null ? withWord : docs.and(withWord)
      if (docs.size === 0) return DocSet.EMPTY
    }
    if (docs === null || words.length === 1) return docs ?? DocSet.EMPTY
    for (let apart = 1; apart <= (words.length > 2 ? 2 : 1); apart++) {
      for (let i = 0; i + apart < words.length; i++) {
        const left = words[i]!
        const right = words[i + apart]!
        if (left === null || right === null) continue
        const near = this.#findPairs(left, right, apart)
        docs = docs.and(near)
        if (docs.size === 0) return DocSet.EMPTY
      }
    }
    return docs
  }

  #findPairs(left: string, right: string, distanceMax: number): DocSet {
    const leftPostings = this.searcher.postings(left)
    const rightPostings = this.searcher.postings(right)
    if (leftPostings === null || rightPostings === null) return DocSet.EMPTY
    return DocSet.fromSorted(this.#pairs.find(leftPostings, rightPostings, distanceMax))
  }
}
