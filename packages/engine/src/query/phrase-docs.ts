// The documents of phrases (relevancy 4.5): quoted ones, split words, synonyms of several words.

import { DocSet } from '../bits/doc-set.ts'
import type { Postings, Searcher } from '../index/searcher.ts'
import type { DerivedPhrase } from './derivations.ts'
import { docSetOf } from './dense-postings.ts'
import { DocUnion } from './doc-union.ts'
import { ExpansionMemory } from './expansion-memory.ts'
import type { FieldScope } from './field-scope.ts'
import { PairFinder } from './pair-distance.ts'
import type { TimeLimit } from './time-limit.ts'

/** A subset with fewer than one document in this many slots is asked document by document. */
export const SMALL_RATIO = 32

/** Answers for words and phrases of one search; whole answers are computed once. */
export class PhraseDocs {
  #searcher: Searcher
  #scope: FieldScope
  #pairs: PairFinder | null = null
  #memory: ExpansionMemory
  #time: TimeLimit
  /** Made for the first phrase: most queries have none. */
  #known: Map<string, DocSet> | null = null

  constructor(searcher: Searcher, scope: FieldScope, time: TimeLimit) {
    this.#searcher = searcher
    this.#scope = scope
    this.#memory = ExpansionMemory.of(searcher)
    this.#time = time
  }

  /** Documents that hold the word in a searched field. */
  ofWord(word: string): DocSet {
    const postings = this.#searcher.postings(word)
    if (postings === null) return DocSet.EMPTY
    const table = this.#table()
    if (table === null) return docSetOf(postings, this.#searcher.slotCount)
    const union = new DocUnion(this.#searcher.slotCount)
    union.add(postings, table)
    return union.finish()
  }

  /** Documents that hold every word of the phrase, wherever: never too few, and never late. */
  withAllWords(words: DerivedPhrase): DocSet {
    let docs: DocSet | null = null
    for (const word of words) {
      if (word === null) continue
      const withWord = this.ofWord(word)
      docs = docs === null ? withWord : docs.and(withWord)
    }
    return docs ?? DocSet.EMPTY
  }

  /** Documents that satisfy the phrase; false positives of 4.5 included. */
  ofPhrase(words: DerivedPhrase): DocSet {
    if (words.length === 1) return words[0] === null ? DocSet.EMPTY : this.ofWord(words[0]!)
    const key = words.map((word) => word ?? '').join('\0')
    this.#known ??= new Map()
    let docs = this.#known.get(key)
    if (docs === undefined) {
      docs = this.#findAll(words)
      this.#known.set(key, docs)
    }
    return docs
  }

  /** The documents of `subset` that satisfy the phrase. */
  within(words: DerivedPhrase, subset: DocSet): DocSet {
    if (words.length === 1 || subset.size * SMALL_RATIO >= this.#searcher.slotCount) {
      return this.ofPhrase(words).and(subset)
    }
    const known = this.#known?.get(words.map((word) => word ?? '').join('\0'))
    return known === undefined ? this.#findIn(words, subset) : known.and(subset)
  }

  /** Pairs of two words are asked of the searcher's memory; longer phrases narrow down document by document. */
  #findAll(words: DerivedPhrase): DocSet {
    const [left, right] = words
    if (words.length !== 2 || !left || !right) return this.#findIn(words, null)
    const docs = this.#memory.pairDocs(left, right, 1, this.#time)
    return this.#table() === null ? docs : docs.and(this.ofWord(left)).and(this.ofWord(right))
  }

  #findIn(words: DerivedPhrase, subset: DocSet | null): DocSet {
    this.#time.check()
    const parts = this.#partsOf(words)
    if (parts === null) return DocSet.EMPTY
    let docs = subset
    // the rarest words leave the least to look at
    for (const part of parts.toSorted((a, b) => a.postings.count - b.postings.count)) {
      const withWord = this.ofWord(part.word)
      docs = docs === null ? withWord : docs.and(withWord)
      if (docs.size === 0) return DocSet.EMPTY
    }
    const pairs = (this.#pairs ??= new PairFinder(this.#searcher))
    const apartMax = words.length > 2 ? 2 : 1
    for (const left of parts) {
      for (const right of parts) {
        const apart = right.at - left.at
        if (apart < 1 || apart > apartMax) continue
        const slots = docs!.toArray()
        docs = DocSet.fromSorted(
          pairs.filter(slots, left.postings, right.postings, apart, this.#time),
        )
        if (docs.size === 0) return DocSet.EMPTY
      }
    }
    return docs ?? DocSet.EMPTY
  }

  /** The words of a phrase and their slots, holes left out; null when one is in no document. */
  #partsOf(words: DerivedPhrase): { word: string; at: number; postings: Postings }[] | null {
    const parts: { word: string; at: number; postings: Postings }[] = []
    for (const [at, word] of words.entries()) {
      if (word === null) continue
      const postings = this.#searcher.postings(word)
      if (postings === null) return null
      parts.push({ word, at, postings })
    }
    return parts.length === 0 ? null : parts
  }

  /** Which field sets count, or null when all do. */
  #table(): Uint8Array | null {
    this.#scope.refresh()
    return this.#scope.isAllSearched ? null : this.#scope.searched
  }
}
