// What one searcher has answered about words, remembered as long as it lives: queries repeat their words, and a dictionary
// walk costs more than ranking the documents it finds.

import type { Postings, Searcher, TypoWords } from '../index/searcher.ts'
import { CACHED_PREFIX_WORDS_MIN } from './query-limits.ts'

/** Words whose typos are remembered. */
const TYPO_WORDS_MAX = 8192
/** Postings of whole prefixes that are remembered, counted over all prefixes; about 20 bytes each. */
const PREFIX_POSTINGS_MAX = 2_000_000

/** Asks a searcher, and asks it only once. */
export class ExpansionMemory {
  #searcher: Searcher
  #typoWords = new Map<string, TypoWords>()
  #isFrequentPrefix = new Map<string, boolean>()
  #prefixPostings = new Map<string, Postings | null>()
  #prefixPostingCount = 0

  private constructor(searcher: Searcher) {
    this.#searcher = searcher
  }

  static of(searcher: Searcher): ExpansionMemory {
    let memory = memories.get(searcher)
    if (memory === undefined) {
      memory = new ExpansionMemory(searcher)
      memories.set(searcher, memory)
    }
    return memory
  }

  typoWords(word: string, isPrefix: boolean, typosMax: 1 | 2): TypoWords {
    const key = `${typosMax}${isPrefix ? 'p' : 'w'}${word}`
    let found = this.#typoWords.get(key)
    if (found === undefined) {
      found = this.#searcher.typoWords(word, { isPrefix, typosMax })
      if (this.#typoWords.size >= TYPO_WORDS_MAX) this.#typoWords.clear()
      this.#typoWords.set(key, found)
    }
    return found
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

  prefixPostings(prefix: string): Postings | null {
    const known = this.#prefixPostings.get(prefix)
    if (known !== undefined) return known
    const postings = this.#searcher.prefixPostings(prefix)
    const count = postings?.count ?? 0
    if (this.#prefixPostingCount + count > PREFIX_POSTINGS_MAX) {
      this.#prefixPostings.clear()
      this.#prefixPostingCount = 0
    }
    this.#prefixPostings.set(prefix, postings)
    this.#prefixPostingCount += count
    return postings
  }
}

const memories = new WeakMap<Searcher, ExpansionMemory>()
