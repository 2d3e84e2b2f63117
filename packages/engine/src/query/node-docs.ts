// The documents that satisfy the nodes of one query (relevancy 4.6). Sets of exact words, of phrases and of what is at hand
// may name dead documents; they are always intersected with a live universe.
//
// Typos are the dear part of a query. Questions about a subset are answered level by level, so that typos are looked for
// only while documents are left that the word itself does not satisfy.

import { DocSet } from '../bits/doc-set.ts'
import { rawBytes } from '../bits/scratch.ts'
import type { Searcher } from '../index/searcher.ts'
import { type DerivedPhrase, Derivations, type TypoLevel } from './derivations.ts'
import { DocUnion } from './doc-union.ts'
import type { FieldScope } from './field-scope.ts'
import { locatePostings } from './intersect-postings.ts'
import { PhraseDocs, SMALL_RATIO } from './phrase-docs.ts'
import type { QueryGraph, QueryNode } from './query-graph.ts'
import type { SynonymTable } from './synonyms.ts'
import type { TimeLimit } from './time-limit.ts'

/** Bits of all typo levels. */
export const ALL_LEVELS = 0b111

const LEVELS: readonly TypoLevel[] = [0, 1, 2]

/**
 * Answers "which documents?" for the parts of one query; whole answers are computed once. Everything but `atHand` throws
 * OutOfTime when it would take longer than the search may.
 */
export class NodeDocs {
  readonly searcher: Searcher
  readonly scope: FieldScope
  readonly graph: QueryGraph
  readonly phrases: PhraseDocs
  readonly time: TimeLimit
  #synonyms: SynonymTable
  /** Per node, made when first asked for: many n-grams never are. */
  #derivations: (Derivations | undefined)[] = []
  #levels: (DocSet | undefined)[] = []

  constructor(options: {
    readonly searcher: Searcher
    readonly scope: FieldScope
    readonly graph: QueryGraph
    readonly synonyms: SynonymTable
    readonly time: TimeLimit
  }) {
    const { searcher, scope, graph, synonyms, time } = options
    this.searcher = searcher
    this.scope = scope
    this.graph = graph
    this.time = time
    this.phrases = new PhraseDocs(searcher, scope, time)
    this.#synonyms = synonyms
  }

  /** Every occurrence of a word counts, wherever it is: no attribute is left out, none is free of typos. */
  get isEverywhere(): boolean {
    this.scope.refresh()
    const { isAllSearched, isAllTolerant } = this.scope
    return isAllSearched && isAllTolerant && !this.searcher.settings.typoTolerance.disableOnNumbers
  }

  derivations(node: QueryNode): Derivations {
    return (this.#derivations[node.index] ??= new Derivations(
      node,
      this.searcher,
      this.#synonyms,
      this.time,
    ))
  }

  /** Live documents that satisfy the node at one typo level. */
  ofLevel(node: QueryNode, level: TypoLevel): DocSet {
    return (this.#levels[node.index * 3 + level] ??= this.#findLevel(node, level))
  }

  /** Documents that satisfy the node at any level. */
  ofNode(node: QueryNode): DocSet {
    return DocSet.union(LEVELS.map((level) => this.ofLevel(node, level)))
  }

  /** The documents of `subset` that satisfy the node at one of the levels in `levels` (bits). */
  within(node: QueryNode, levels: number, subset: DocSet): DocSet {
    const isLarge = subset.size * SMALL_RATIO >= this.searcher.slotCount
    let found = DocSet.EMPTY
    let left = subset
    for (let level = 0; level < LEVELS.length; level++) {
      if ((levels & (1 << level)) === 0) continue
      const own = this.levelWithin(node, LEVELS[level]!, left)
      if (own.size === 0) continue
      found = found.or(own)
      if (found.size === subset.size) return subset
      // what is left of a large set is nearly all of it
      if (!isLarge) left = left.andNot(own)
    }
    return found
  }

  /** The documents of `subset` that satisfy the node at one typo level. */
  levelWithin(node: QueryNode, level: TypoLevel, subset: DocSet): DocSet {
    const known = this.#levels[node.index * 3 + level]
    if (known !== undefined) return known.and(subset)
    const isSmall = subset.size * SMALL_RATIO < this.searcher.slotCount
    if (isSmall) return this.#inSmall(node, level, subset)
    const found = this.ofLevel(node, level)
    // a subset is live itself
    return subset.size === this.searcher.live.size ? found : found.and(subset)
  }

  /** Some documents that satisfy the node, found at once: what is known by now, and where the word itself is. */
  atHand(node: QueryNode): DocSet {
    const union = new DocUnion(this.searcher.slotCount)
    for (const level of LEVELS) union.addSet(this.#levels[node.index * 3 + level] ?? DocSet.EMPTY)
    for (const { postings, isTolerantOnly } of this.derivations(node).wordsAtHand()) {
      union.add(postings, this.#table(isTolerantOnly))
    }
    return union.finish()
  }

  /** Documents that hold the node's word as it is, or satisfy its quoted phrase. Never asked of n-grams. */
  ofExact(node: QueryNode): DocSet {
    if (node.phrase !== null) return this.phrases.ofPhrase(node.phrase)
    return this.derivations(node).hasExact ? this.phrases.ofWord(node.word) : DocSet.EMPTY
  }

  #findLevel(node: QueryNode, level: TypoLevel): DocSet {
    const phrases = phrasesAt(this.derivations(node), level)
    const words = this.#findWords(node, level)
    if (phrases.length === 0) return words
    const ofPhrases = phrases.map((each) => this.phrases.ofPhrase(each))
    return DocSet.union([words, ...ofPhrases]).and(this.searcher.live)
  }

  /** Live documents of the single words of a level, remembered when no attribute is left out. */
  #findWords(node: QueryNode, level: TypoLevel): DocSet {
    const entry = this.derivations(node).level(level)
    if (this.scope.isWhole && entry.docs !== null) return entry.docs
    this.time.check()
    const union = new DocUnion(this.searcher.slotCount)
    for (const { postings, isTolerantOnly } of entry.words) {
      union.add(postings, this.#table(isTolerantOnly))
    }
    const found = union.finish().and(this.searcher.live)
    if (!this.scope.isWhole) return found
    return (entry.docs = found.keep())
  }

  /** The same for a small subset: phrases are asked document by document. */
  #inSmall(node: QueryNode, level: TypoLevel, subset: DocSet): DocSet {
    const words = this.scope.isWhole
      ? this.#findWords(node, level).and(subset)
      : this.#lookUpWords(node, level, subset)
    if (words.size === subset.size) return subset
    const phrases = phrasesAt(this.derivations(node), level)
    if (phrases.length === 0) return words
    return DocSet.union([words, ...phrases.map((each) => this.phrases.within(each, subset))])
  }

  /** Documents of `subset` that hold a single word of a level, when the words are not worth remembering. */
  #lookUpWords(node: QueryNode, level: TypoLevel, subset: DocSet): DocSet {
    const slots = subset.toArray()
    const isFound = rawBytes(slots.length).fill(0)
    let foundCount = 0
    for (const { postings, isTolerantOnly } of this.derivations(node).words(level)) {
      const table = this.#table(isTolerantOnly)
      const { fieldSets } = postings
      const common = locatePostings(slots, postings, this.searcher.slotCount)
      for (let i = 0; i < common.count; i++) {
        if (table !== null && table[fieldSets[common.rightAt[i]!]!] === 0) continue
        const at = common.leftAt[i]!
        foundCount += 1 - isFound[at]!
        isFound[at] = 1
      }
      if (foundCount === slots.length) return subset
    }
    return DocSet.fromSorted(slots.filter((_, at) => isFound[at] === 1))
  }

  /** Which field sets count for a word, or null when all do. */
  #table(isTolerantOnly: boolean): Uint8Array | null {
    const { scope } = this
    scope.refresh()
    if (isTolerantOnly) return scope.isAllTolerant ? null : scope.tolerant
    return scope.isAllSearched ? null : scope.searched
  }
}

/** Phrases of a node at one level: those that count at every level, and the split at level 1. */
function phrasesAt(derivations: Derivations, level: TypoLevel): readonly DerivedPhrase[] {
  const { phrases } = derivations
  if (level !== 1 || derivations.split === null) return phrases
  return [...phrases, derivations.split]
}
