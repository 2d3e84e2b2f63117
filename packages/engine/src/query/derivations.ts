// The words and phrases of the index that satisfy a node of the query, by typo level (relevancy 4). Everything is asked of
// the searcher once, and only when somebody needs it.

import { DocSet } from '../bits/doc-set.ts'
import { WORD_BYTES_MAX } from '../limits.ts'
import type { Postings, Searcher } from '../index/searcher.ts'
import { utf8Length } from '../bits/word-order.ts'
import { type DerivedWord, derivedWord } from './derived-word.ts'
import { ExpansionMemory, type KnownWord } from './expansion-memory.ts'
import type { QueryNode } from './query-graph.ts'
import { CACHED_PREFIX_BYTES_MAX, PREFIX_WORDS_MAX } from './query-limits.ts'
import { SplitFinder } from './split-words.ts'
import type { SynonymTable } from './synonyms.ts'
import type { TimeLimit } from './time-limit.ts'
import { isNumericWord } from './typos.ts'
import { WordLevel } from './word-level.ts'

export type TypoLevel = 0 | 1 | 2

/** Words that a prefix stands for when there is no time for more. */
const PREFIX_WORDS_AT_HAND = 100

/** A phrase that satisfies a node: quoted, split or synonym; holes are null. */
export type DerivedPhrase = readonly (string | null)[]

const NO_PHRASES: readonly DerivedPhrase[] = []

/** The level of a word that has none. */
const NO_LEVEL = new WordLevel([], DocSet.EMPTY, () => {})

/** What satisfies one node. Dear questions throw OutOfTime when a search has no time for them. */
export class Derivations {
  readonly node: QueryNode
  #searcher: Searcher
  #memory: ExpansionMemory
  #synonymTable: SynonymTable
  #time: TimeLimit
  #isBarred: boolean
  #word: KnownWord | null = null
  #exactPostings: Postings | null = null
  #isCachedPrefix: boolean | undefined
  #synonyms: readonly DerivedPhrase[] | undefined
  #prefixWords: readonly string[] | undefined
  #typoWords: readonly [readonly string[], readonly string[]] | undefined
  #split: DerivedPhrase | null | undefined

  constructor(node: QueryNode, searcher: Searcher, synonyms: SynonymTable, time: TimeLimit) {
    this.node = node
    this.#searcher = searcher
    this.#memory = ExpansionMemory.of(searcher)
    this.#synonymTable = synonyms
    this.#time = time
    // quoted words have no derivations, and neither has a word too long to be indexed
    const isTooLong =
      node.word.length * 3 > WORD_BYTES_MAX && utf8Length(node.word) > WORD_BYTES_MAX
    this.#isBarred = node.phrase !== null || isTooLong
  }

  /** The word itself is in the dictionary; false for phrases. */
  get hasExact(): boolean {
    if (this.#isBarred) return false
    return (this.#known.hasExact ??= this.#searcher.hasWord(this.node.word))
  }

  /** The occurrences of the word itself, when it is in the dictionary. */
  get exactPostings(): Postings | null {
    if (!this.hasExact) return null
    // the word comes first among those that need no typo
    const first =
      this.node.components === null ? this.#known.levels[this.#levelIndex(0)] : undefined
    return (this.#exactPostings ??=
      first?.words[0]?.postings ?? this.#searcher.postings(this.node.word))
  }

  /** A short prefix of many words, which stands for all of them together. */
  get isCachedPrefix(): boolean {
    this.#isCachedPrefix ??= this.#findIsCachedPrefix()
    return this.#isCachedPrefix
  }

  /** Words that start with the node's word, itself left out; empty when the prefix is cached. */
  get prefixWords(): readonly string[] {
    this.#prefixWords ??= this.#findPrefixWords()
    return this.#prefixWords
  }

  /** Phrases that count at every level: the quoted one, or synonyms. */
  get phrases(): readonly DerivedPhrase[] {
    this.#synonyms ??= this.#findPhrases()
    return this.#synonyms
  }

  /** The word cut in two, which counts as one typo. */
  get split(): DerivedPhrase | null {
    if (this.#split === undefined) {
      this.#split = this.#isBarred
        ? null
        : SplitFinder.of(this.#searcher).split(this.node.word, this.node.components, this.#time)
    }
    return this.#split
  }

  /** Words spelled with one typo, or with two. */
  typoWords(level: 1 | 2): readonly string[] {
    const { word, isPrefix, typosMax } = this.node
    if (this.#typoWords === undefined) {
      if (typosMax === 0 || this.#isBarred) {
        this.#typoWords = [[], []]
      } else {
        const found = this.#memory.typoWords(word, isPrefix, typosMax, this.#time)
        this.#typoWords = [found.one, typosMax === 2 ? found.two : []]
      }
    }
    return this.#typoWords[level - 1]!
  }

  /** The single words of one level with their postings. */
  words(level: TypoLevel): readonly DerivedWord[] {
    return this.level(level).words
  }

  /** The single words of one level, with what is remembered of them. */
  level(level: TypoLevel): WordLevel {
    if (this.#isBarred || (level > 0 && level > this.node.typosMax)) return NO_LEVEL
    const index = this.#levelIndex(level)
    return this.#known.levels[index] ?? this.#findLevel(level, index)
  }

  /** The word itself, when it is in the dictionary. */
  exactWord(): DerivedWord | null {
    const isTolerantOnly = this.node.components !== null
    const postings = this.exactPostings
    if (postings === null || (isTolerantOnly && this.#isNumeric(this.node.word))) return null
    return derivedWord(postings, null, isTolerantOnly, false)
  }

  /** Words of the first level that are found at once, however late it is: of a frequent prefix only some. */
  wordsAtHand(): readonly DerivedWord[] {
    if (this.#isBarred) return []
    const { word, isPrefix, components } = this.node
    if (!isPrefix) return this.#derive([word], components !== null)
    const words = this.#searcher.wordsWithPrefix(word, PREFIX_WORDS_AT_HAND)
    return this.#derive(words, components !== null)
  }

  get #known(): KnownWord {
    return (this.#word ??= this.#memory.word(this.node.word))
  }

  /** Words that are written as one are pickier without a typo, and no different with one. */
  #levelIndex(level: TypoLevel): number {
    const { isPrefix, components, typosMax } = this.node
    const kind = level === 0 ? (components === null ? 0 : 1) : level * 2 + typosMax - 1
    return kind * 2 + (isPrefix ? 1 : 0)
  }

  #findLevel(level: TypoLevel, index: number): WordLevel {
    const words =
      level === 0 ? this.#findExactAndPrefix() : this.#derive(this.typoWords(level), true)
    return this.#memory.addLevel(this.#known, index, words)
  }

  #findIsCachedPrefix(): boolean {
    const { word, isPrefix } = this.node
    return (
      isPrefix &&
      !this.#isBarred &&
      utf8Length(word) <= CACHED_PREFIX_BYTES_MAX &&
      this.#memory.isFrequentPrefix(word)
    )
  }

  #findPrefixWords(): readonly string[] {
    const { word, isPrefix } = this.node
    if (!isPrefix || this.#isBarred || this.isCachedPrefix) return []
    const known = this.#known.prefixWords
    if (known !== undefined) return known
    const found = this.#searcher.wordsWithPrefix(word, PREFIX_WORDS_MAX + 1)
    const others = found.filter((other) => other !== word).slice(0, PREFIX_WORDS_MAX)
    this.#memory.addPrefixWords(this.#known, others)
    return others
  }

  #findPhrases(): readonly DerivedPhrase[] {
    const { phrase, word, components } = this.node
    if (phrase !== null) return [phrase]
    if (this.#isBarred) return NO_PHRASES
    const ofWord = this.#synonymTable.ofWord(word)
    if (components === null) return ofWord
    const ofWords = this.#synonymTable.ofWords(components)
    if (ofWords.length === 0) return ofWord
    const known = new Set(ofWords.map((words) => words.join('\0')))
    return [...ofWords, ...ofWord.filter((words) => !known.has(words.join('\0')))]
  }

  #findExactAndPrefix(): readonly DerivedWord[] {
    const isTolerantOnly = this.node.components !== null
    const exact = this.exactWord()
    const words: DerivedWord[] = exact === null ? [] : [exact]
    if (!this.isCachedPrefix) {
      words.push(...this.#derive(this.prefixWords, isTolerantOnly))
    } else if (isTolerantOnly && this.#isNumeric(this.node.word)) {
      // the list of the whole prefix would mix words that take typos with numbers that don't
      const all = this.#searcher.wordsWithPrefix(this.node.word, Number.MAX_SAFE_INTEGER)
      words.push(...this.#derive(all, true, true))
    } else {
      const postings = this.#memory.prefixPostings(this.node.word, this.#time)
      if (postings !== null) words.push(derivedWord(postings, null, isTolerantOnly, true))
    }
    return words
  }

  #derive(
    words: readonly string[],
    isTolerantOnly: boolean,
    isWholePrefix = false,
  ): readonly DerivedWord[] {
    const derived: DerivedWord[] = []
    for (const word of words) {
      if (isTolerantOnly && this.#isNumeric(word)) continue
      const postings = this.#searcher.postings(word)
      if (postings === null) continue
      derived.push(derivedWord(postings, null, isTolerantOnly, isWholePrefix))
    }
    return derived
  }

  #isNumeric(word: string): boolean {
    return this.#searcher.settings.typoTolerance.disableOnNumbers && isNumericWord(word)
  }
}
