// What one searcher has answered about words, remembered as long as it lives: queries repeat their words, and a dictionary
// walk costs more than ranking the documents it finds.

import { BoundedMemory } from '../bits/bounded-memory.ts'
import { DocSet } from '../bits/doc-set.ts'
import type { Postings, Searcher, TypoWords } from '../index/searcher.ts'
import type { DerivedWord } from './derived-word.ts'
import { PairFinder } from './pair-distance.ts'
import { CACHED_PREFIX_WORDS_MIN } from './query-limits.ts'
import type { TimeLimit } from './time-limit.ts'

/** Words whose typos are remembered. */
const TYPO_WORDS_MAX = 8192
/** Postings of whole prefixes that are remembered, counted over all prefixes; eight or nine bytes each. */
const PREFIX_POSTINGS_MAX = 12_000_000
/** Pairs of words are remembered when both are at least this frequent, up to so many bytes of sets. */
const PAIR_POSTINGS_MIN = 256
const PAIR_BYTES_MAX = 32 << 20
const PAIR_OVERHEAD_BYTES = 200

/** Postings of typo levels that are remembered, counted over all words; eight bytes each when nobody else has them. */
const LEVEL_POSTINGS_MAX = 6_000_000
/** What the set of documents of a level takes, counted in postings. */
const SLOTS_PER_POSTING = 64

/** What satisfies a word at one typo level, phrases left out. */
export interface WordLevel {
  readonly words: readonly DerivedWord[]
  /** Their documents when every searchable field counts, dead ones included; null until somebody has found them. */
  docs: DocSet | null
}

/** Asks a searcher, and asks it only once. Throws OutOfTime where a search has no time for the answer. */
export class ExpansionMemory {
  #searcher: Searcher
  #typoWords = new BoundedMemory<string, TypoWords>(TYPO_WORDS_MAX)
  #isFrequentPrefix = new BoundedMemory<string, boolean>(TYPO_WORDS_MAX)
  #prefixPostings = new BoundedMemory<string, Postings | null>(PREFIX_POSTINGS_MAX)
  #hasWord = new BoundedMemory<string, boolean>(TYPO_WORDS_MAX)
  #levels = new BoundedMemory<string, WordLevel>(LEVEL_POSTINGS_MAX)
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

  hasWord(word: string): boolean {
    let isKnown = this.#hasWord.get(word)
    if (isKnown === undefined) {
      isKnown = this.#searcher.hasWord(word)
      this.#hasWord.set(word, isKnown, 1)
    }
    return isKnown
  }

  /** The level that `key` stands for, its words found by `find` unless they are known. */
  level(key: string, find: () => readonly DerivedWord[]): WordLevel {
    let level = this.#levels.get(key)
    if (level === undefined) {
      level = { words: find(), docs: null }
      const set = this.#searcher.slotCount / SLOTS_PER_POSTING
      this.#levels.set(key, level, 1 + postingCount(level) + set)
    }
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

/** Postings of single words. The list of a whole prefix, which comes alone or behind the word, is remembered by itself. */
function postingCount({ words }: WordLevel): number {
  let count = 0
  for (const { postings, isWholePrefix } of words) {
    if (!isWholePrefix || words.length > 2) count += postings.count
  }
  return count
}

const memories = new WeakMap<Searcher, ExpansionMemory>()
