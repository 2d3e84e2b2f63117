// What one searcher has answered about words, remembered as long as it lives: queries repeat their words, and a dictionary
// walk costs more than ranking the documents it finds.

import { DocSet } from '../bits/doc-set.ts'
import type { Postings, Searcher, TypoWords } from '../index/searcher.ts'
import type { DerivedWord } from './derived-word.ts'
import { PairFinder } from './pair-distance.ts'
import { CACHED_PREFIX_WORDS_MIN } from './query-limits.ts'
import type { TimeLimit } from './time-limit.ts'

/** Words whose typos are remembered. */
const TYPO_WORDS_MAX = 8192
/** Postings of whole prefixes that are remembered, counted over all prefixes; about 20 bytes each. */
const PREFIX_POSTINGS_MAX = 2_000_000
/** Pairs of words are remembered when both are at least this frequent, up to so many bytes of sets. */
const PAIR_POSTINGS_MIN = 256
const PAIR_BYTES_MAX = 16 << 20

/** Postings of typo levels that are remembered, counted over all words; 12 bytes each when nobody else has them. */
const LEVEL_POSTINGS_MAX = 2_000_000

/** What satisfies a word at one typo level, phrases left out. */
export interface WordLevel {
  readonly words: readonly DerivedWord[]
  /** Their documents when every searchable field counts, dead ones included; null until somebody has found them. */
  docs: DocSet | null
}

/** Asks a searcher, and asks it only once. Throws OutOfTime where a search has no time for the answer. */
export class ExpansionMemory {
  #searcher: Searcher
  #typoWords = new Map<string, TypoWords>()
  #isFrequentPrefix = new Map<string, boolean>()
  #prefixPostings = new Map<string, Postings | null>()
  #prefixPostingCount = 0
  #hasWord = new Map<string, boolean>()
  #levels = new Map<string, WordLevel>()
  #levelPostingCount = 0
  #pairs: PairFinder
  #pairDocs = new Map<string, DocSet>()
  #pairBytes = 0

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
      if (this.#typoWords.size >= TYPO_WORDS_MAX) this.#typoWords.clear()
      this.#typoWords.set(key, found)
    }
    return found
  }

  hasWord(word: string): boolean {
    let isKnown = this.#hasWord.get(word)
    if (isKnown === undefined) {
      isKnown = this.#searcher.hasWord(word)
      if (this.#hasWord.size >= TYPO_WORDS_MAX) this.#hasWord.clear()
      this.#hasWord.set(word, isKnown)
    }
    return isKnown
  }

  /** The level that `key` stands for, its words found by `find` unless they are known. */
  level(key: string, find: () => readonly DerivedWord[]): WordLevel {
    const known = this.#levels.get(key)
    if (known !== undefined) {
      this.#levels.delete(key)
      this.#levels.set(key, known)
      return known
    }
    const level: WordLevel = { words: find(), docs: null }
    const count = postingCount(level)
    for (const [oldest, other] of this.#levels) {
      if (this.#levelPostingCount + count <= LEVEL_POSTINGS_MAX) break
      this.#levels.delete(oldest)
      this.#levelPostingCount -= postingCount(other)
    }
    this.#levels.set(key, level)
    this.#levelPostingCount += count
    return level
  }

  /** Whether enough tolerant words start with `prefix` to answer it as a whole; asked of short prefixes only. */
  isFrequentPrefix(prefix: string): boolean {
    let isFrequent = this.#isFrequentPrefix.get(prefix)
    if (isFrequent === undefined) {
      const count = this.#searcher.countTolerantWordsWithPrefix(prefix, CACHED_PREFIX_WORDS_MIN)
      isFrequent = count >= CACHED_PREFIX_WORDS_MIN
      if (this.#isFrequentPrefix.size >= TYPO_WORDS_MAX) this.#isFrequentPrefix.clear()
      this.#isFrequentPrefix.set(prefix, isFrequent)
    }
    return isFrequent
  }

  prefixPostings(prefix: string, time: TimeLimit): Postings | null {
    const known = this.#prefixPostings.get(prefix)
    if (known !== undefined) {
      // asked for last, forgotten last
      this.#prefixPostings.delete(prefix)
      this.#prefixPostings.set(prefix, known)
      return known
    }
    const postings = this.#searcher.prefixPostings(prefix, time.check)
    const count = postings?.count ?? 0
    // all at once would be costly among many documents, where a handful of prefixes fills the room
    for (const [oldest, list] of this.#prefixPostings) {
      if (this.#prefixPostingCount + count <= PREFIX_POSTINGS_MAX) break
      this.#prefixPostings.delete(oldest)
      this.#prefixPostingCount -= list?.count ?? 0
    }
    this.#prefixPostings.set(prefix, postings)
    this.#prefixPostingCount += count
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
    if (isDear) this.#rememberPair(key, docs)
    return docs
  }

  #toSet(docs: Uint32Array): DocSet {
    const { slotCount } = this.#searcher
    if (docs.length * 32 < slotCount) return DocSet.fromSorted(docs.slice())
    const bits = new Uint32Array((slotCount + 31) >>> 5)
    DocSet.fromSorted(docs).addTo(bits)
    return DocSet.fromBits(bits)
  }

  #rememberPair(key: string, docs: DocSet): void {
    const bytes = Math.min(docs.size * 4, this.#searcher.slotCount / 8)
    if (this.#pairBytes + bytes > PAIR_BYTES_MAX) {
      this.#pairDocs.clear()
      this.#pairBytes = 0
    }
    this.#pairDocs.set(key, docs)
    this.#pairBytes += bytes
  }
}

function postingCount({ words }: WordLevel): number {
  let count = 1
  for (const { postings } of words) count += postings.count
  return count
}

const memories = new WeakMap<Searcher, ExpansionMemory>()
