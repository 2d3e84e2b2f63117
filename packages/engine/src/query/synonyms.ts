// Synonyms of an index, ready to be looked up (relevancy 4.4). One direction only.

import { compareWords, utf8Length } from '../bits/word-order.ts'
import type { Tokenizer } from '../text/token.ts'
import { SYNONYM_KEY_BYTES_MAX, SYNONYM_WORDS_MAX, SYNONYMS_MAX } from './query-limits.ts'

/** A synonym: the words that must follow one another, or a single word. */
export type Synonym = readonly string[]

export interface SynonymTable {
  /** Synonyms of one word, cut to what a single term may have. */
  ofWord(word: string): readonly Synonym[]
  /** Synonyms of several words in a row, all of them. */
  ofWords(words: readonly string[]): readonly Synonym[]
}

/** Normalizes keys and values, and merges keys that become equal. */
export function createSynonymTable(
  synonyms: Readonly<Record<string, readonly string[]>>,
  tokenizer: Tokenizer,
): SynonymTable {
  const byKey = new Map<string, Map<string, Synonym>>()
  for (const [key, values] of Object.entries(synonyms)) {
    const keyWords = wordsOf(key, tokenizer)
    const joined = join(keyWords)
    if (keyWords.length === 0 || utf8Length(joined) > SYNONYM_KEY_BYTES_MAX) continue
    const found = byKey.get(joined) ?? new Map<string, Synonym>()
    byKey.set(joined, found)
    for (const value of values) {
      const words = wordsOf(value, tokenizer)
      if (words.length > 0) found.set(join(words), words)
    }
  }
  const sorted = new Map<string, readonly Synonym[]>()
  for (const [key, found] of byKey) {
    const entries = [...found].toSorted((a, b) => compareWords(a[0], b[0]))
    sorted.set(
      key,
      entries.map((entry) => entry[1]),
    )
  }
  const cutShort = new Map<string, readonly Synonym[]>()
  for (const [key, found] of sorted) cutShort.set(key, cut(found))
  return {
    ofWord: (word) => cutShort.get(word) ?? NONE,
    ofWords: (words) => (sorted.size === 0 ? NONE : (sorted.get(join(words)) ?? NONE)),
  }
}

const NONE: readonly Synonym[] = []

/** NUL sorts before every char and occurs in no lemma, so joined words compare like lists of words. */
function join(words: readonly string[]): string {
  return words.join('\0')
}

function wordsOf(text: string, tokenizer: Tokenizer): string[] {
  const words: string[] = []
  for (const token of tokenizer.tokenize(text)) {
    if (token.kind === 'word' && token.lemma !== '') words.push(token.lemma)
  }
  return words
}

function cut(synonyms: readonly Synonym[]): readonly Synonym[] {
  const kept: Synonym[] = []
  let wordCount = 0
  for (const synonym of synonyms) {
    if (kept.length === SYNONYMS_MAX) break
    if (wordCount + synonym.length > SYNONYM_WORDS_MAX) continue
    wordCount += synonym.length
    kept.push(synonym)
  }
  return kept
}
