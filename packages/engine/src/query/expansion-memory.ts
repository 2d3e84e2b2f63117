// What one searcher has answered about words, remembered as long as it lives: queries repeat their words, and a dictionary
// walk costs more than ranking the documents it finds.

import { BoundedMemory } from '../bits/bounded-memory.ts'
import { DocSet } from '../bits/doc-set.ts'
import type { Postings, Searcher, TypoWords } from '../index/searcher.ts'
import type { DerivedWord } from './derived-word.ts'
import { PairFinder } from './pair-distance.ts'
import { CACHED_PREFIX_WORDS_MIN } from './query-limits.ts'
import type { TimeLimit } from './time-limit.ts'
import { WordLevel } from './word-level.ts'

/** Words whose typos are remembered. */
const TYPO_WORDS_MAX = 8192
/** Postings of whole prefixes that are remembered, counted over all prefixes; eight or nine bytes each. */
const PREFIX_POSTINGS_MAX = 12_000_000
/** Pairs of words are remembered when both are at least this frequent, up to so many bytes of sets. */
const PAIR_POSTINGS_MIN = 256
const PAIR_BYTES_MAX = 32 << 20
const PAIR_OVERHEAD_BYTES = 200

/** What is remembered of words, in bytes: postings of their typo levels, when nobody else has them, and their documents. */
const WORD_BYTES_MAX = 48_000_000
/** What a word, one of its levels, a word of a level, a word that starts with it and one of its postings take. */
const WORD_BYTES = 200
const LEVEL_BYTES = 200
const DERIVED_WORD_BYTES = 56
const PREFIX_WORD_BYTES = 40
const POSTING_BYTES = 8

/** What one searcher has found out about a word. */
export class KnownWord {
  readonly word: string
  /** It is in the dictionary; undefined while nobody has asked. */
  hasExact: boolean | undefined = undefined
  /** The words that start with it, itself left out; undefined likewise. */
  prefixWords: readonly string[] | undefined = undefined
  /** By level and kind of derivation: see `Derivations`. */
  readonly levels: (WordLevel | undefined)[] = []

  constructor(word: string) {
    this.word = word
  }
}

/** Asks a searcher, and asks it only once. Throws OutOfTime where a search has no time for the answer. */
export class ExpansionMemory {
  #searcher: Searcher
  #typoWords = new BoundedMemory<string, TypoWords>(TYPO_WORDS_MAX)
  #isFrequentPrefix = new BoundedMemory<string, boolean>(TYPO_WORDS_MAX)
  #prefixPostings = new BoundedMemory<string, Postings | null>(PREFIX_POSTINGS_MAX)
  #words = new BoundedMemory<string, KnownWord>(WORD_BYTES_MAX)
  #pairs: PairFinder
  #pairDocs = new BoundedMemory<string, DocSet>(PAIR_BYTES_MAX)

  private constructor(searcher: Searcher) {
    this.#searcher = searcher
    this.#pairs = new PairFinder(searcher)
  }

  static of(searcher: Searcher): ExpansionMemory {
    let memory = memories.get(searcher)
    if (memory === undefined) {
      memory = new ExpansionMemory(searcher)
      memories.set(searcher, memory)
    }
    return memory
  }

  typoWords(word: string, isPrefix: boolean, typosMax: 1 | 2, time: TimeLimit): TypoWords {
    const key = `${typosMax}${isPrefix ? 'p' : 'w'}${word}`
    let found = this.#typoWords.get(key)
    if (found === undefined) {
      time.check()
      found = this.#searcher.typoWords(word, { isPrefix, typosMax })
      this.#typoWords.set(key, found, 1)
    }
    return found
  }

  /** Everything about one word in one look-up. */
  word(word: string): KnownWord {
    let known = this.#words.get(word)
    if (known === undefined) {
      known = new KnownWord(word)
      this.#words.set(word, known, WORD_BYTES)
    }
    return known
  }

  /** Remembers the words that start with a word. */
  addPrefixWords(word: KnownWord, words: readonly string[]): void {
    word.prefixWords = words
    this.#words.grow(word.word, words.length * PREFIX_WORD_BYTES)
  }

  /** Remembers a level of a word, and room for the set of its documents. */
  addLevel(word: KnownWord, index: number, words: readonly DerivedWord[]): WordLevel {
    const level = new WordLevel(words, null, (bytes) => this.#words.grow(word.word, bytes))
    word.levels[index] = level
    let postings = 0
    let docs = 0
    for (let i = 0; i < words.length; i++) {
      const { postings: own, isWholePrefix } = words[i]!
      docs += own.count
      // the list of a whole prefix, which comes alone or behind the word, is remembered by itself
      if (!isWholePrefix || words.length > 2) postings += own.count
    }
    const setBytes = Math.min(this.#searcher.slotCount / 8, docs * 4)
    const wordBytes = words.length * DERIVED_WORD_BYTES
    this.#words.grow(word.word, LEVEL_BYTES + wordBytes + postings * POSTING_BYTES + setBytes)
    return level
  }

  /** Whether enough tolerant words start with `prefix` to answer it as a whole; asked of short prefixes only. */
  isFrequentPrefix(prefix: string): boolean {
    let isFrequent = this.#isFrequentPrefix.get(prefix)
    if (isFrequent === undefined) {
      const count = this.#searcher.countTolerantWordsWithPrefix(prefix, CACHED_PREFIX_WORDS_MIN)
      isFrequent = count >= CACHED_PREFIX_WORDS_MIN
      this.#isFrequentPrefix.set(prefix, isFrequent, 1)
    }
    return isFrequent
  }

  prefixPostings(prefix: string, time: TimeLimit): Postings | null {
    let postings = this.#prefixPostings.get(prefix)
    if (postings === undefined) {
      postings = this.#searcher.prefixPostings(prefix, time.check)
      this.#prefixPostings.set(prefix, postings, 1 + (postings?.count ?? 0))
    }
    return postings
  }

  /** Documents where `right` follows `left` at most `distanceMax` later; dead ones included. */
  pairDocs(left: string, right: string, distanceMax: number, time: TimeLimit): DocSet {
    const leftPostings = this.#searcher.postings(left)
    const rightPostings = this.#searcher.postings(right)
    if (leftPostings === null || rightPostings === null) return DocSet.EMPTY
    const isDear = Math.min(leftPostings.count, rightPostings.count) >= PAIR_POSTINGS_MIN
    const key = `${distanceMax}${left}\0${right}`
    const known = isDear ? this.#pairDocs.get(key) : undefined
    if (known !== undefined) return known
    const found = this.#pairs.find(leftPostings, rightPostings, distanceMax, time)
    const docs = this.#toSet(found)
    const bytes = Math.min(docs.size * 4, this.#searcher.slotCount / 8)
    if (isDear) this.#pairDocs.set(key, docs.keep(), bytes + PAIR_OVERHEAD_BYTES)
    return docs
  }

  #toSet(docs: Uint32Array): DocSet {
    const { slotCount } = this.#searcher
    if (docs.length * 32 < slotCount) return DocSet.fromSorted(docs.slice())
    const bits = new Uint32Array((slotCount + 31) >>> 5)
    DocSet.fromSorted(docs).addTo(bits)
    return DocSet.fromBits(bits)
  }
}

const memories = new WeakMap<Searcher, ExpansionMemory>()
