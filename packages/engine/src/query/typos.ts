// How many typos a query word may have (relevancy 4.1).

import type { TypoTolerance } from '../settings/typo-tolerance.ts'
import type { Tokenizer } from '../text/token.ts'

/** The typos granted to words of a query. */
export interface TypoBudget {
  /** 0, 1 or 2, from the word's length and the index's exclusions. */
  typosFor(word: string): 0 | 1 | 2
}

/** Reads the typo settings of an index once. */
export function createTypoBudget(settings: TypoTolerance, tokenizer: Tokenizer): TypoBudget {
  const { oneTypo, twoTypos } = settings.minWordSizeForTypos
  const disabled = new Set(settings.disableOnWords.map((word) => normalize(word, tokenizer)))
  return {
    typosFor(word) {
      if (!settings.enabled) return 0
      const charCount = countChars(word)
      if (charCount < oneTypo || disabled.has(word)) return 0
      return charCount < twoTypos ? 1 : 2
    },
  }
}

/** Code points, not UTF-16 units. */
export function countChars(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xdc00 || unit > 0xdfff) count++
  }
  return count
}

const NUMERIC_WORD = /^[\p{N}!-/:-@[-`{-~]+$/u

/** A word of numeric chars and ASCII punctuation only: never takes typos under `disableOnNumbers`. */
export function isNumericWord(word: string): boolean {
  return NUMERIC_WORD.test(word)
}

function normalize(word: string, tokenizer: Tokenizer): string {
  return tokenizer
    .tokenize(word)
    .map((token) => token.lemma)
    .join('')
}
