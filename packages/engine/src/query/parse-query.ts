// Tokens of a query to terms: phrases, negation, prefix, the word limit (relevancy 3.2).

import { QUERY_TERMS_MAX, QUERY_TOKENS_MAX } from './query-limits.ts'
import { isWhiteSpace } from '../bits/white-space.ts'
import type { Token } from '../text/token.ts'

/** A plain word of the query. */
export interface WordTerm {
  readonly kind: 'word'
  readonly word: string
  /** Query positions, inclusive. */
  readonly start: number
  readonly end: number
  readonly isPrefix: boolean
}

/** Quoted words; null is a hole where a stop word stood. */
export interface PhraseTerm {
  readonly kind: 'phrase'
  readonly words: readonly (string | null)[]
  /** From the first word that is no stop word to the last word of any kind. */
  readonly start: number
  readonly end: number
}

export type QueryTerm = WordTerm | PhraseTerm

/** A query as terms; without any positive term the search is a placeholder search. */
export interface ParsedQuery {
  readonly terms: readonly QueryTerm[]
  readonly negativeWords: readonly string[]
  readonly negativePhrases: readonly (readonly (string | null)[])[]
}

/** Reads the terms of `text`, whose tokens are `tokens`. */
export function parseQuery(
  text: string,
  tokens: readonly Token[],
  options: { readonly allowsPrefix: boolean },
): ParsedQuery {
  const terms: QueryTerm[] = []
  const negativeWords: string[] = []
  const negativePhrases: (readonly (string | null)[])[] = []
  const tokenCount = Math.min(tokens.length, QUERY_TOKENS_MAX)
  let position = -1
  let phrase: OpenPhrase | null = null
  let isNegated = false

  for (let i = 0; i < tokenCount; i++) {
    const token = tokens[i]!
    if (token.lemma === '') continue
    if (terms.length >= QUERY_TERMS_MAX) {
      phrase = null
      break
    }
    if (token.kind === 'word' || token.kind === 'stopWord') {
      position++
      const isWord = token.kind === 'word'
      if (phrase !== null) {
        phrase.add(isWord ? token.lemma : null, position)
      } else if (isNegated) {
        negativeWords.push(token.lemma)
        isNegated = false
      } else if (i === tokenCount - 1) {
        terms.push(wordTerm(token.lemma, position, options.allowsPrefix))
      } else if (isWord) {
        terms.push(wordTerm(token.lemma, position, false))
      }
      continue
    }
    if (token.kind === 'hardSeparator') {
      position += 7
      if (phrase !== null) {
        phrase.close(terms, negativePhrases)
        phrase = new OpenPhrase(phrase.isNegative)
      }
    }
    for (const char of token.lemma) {
      if (char !== '"') continue
      if (phrase === null) {
        phrase = new OpenPhrase(isNegated)
      } else {
        phrase.close(terms, negativePhrases)
        phrase = null
      }
    }
    isNegated = phrase === null && token.lemma === '-' && followsWhiteSpace(text, token.start)
  }
  phrase?.close(terms, negativePhrases)
  return { terms, negativeWords, negativePhrases }
}

class OpenPhrase {
  readonly isNegative: boolean
  #words: (string | null)[] = []
  #hasWord = false
  #start = 0
  #end = 0

  constructor(isNegative: boolean) {
    this.isNegative = isNegative
  }

  add(word: string | null, position: number): void {
    // leading stop words stay as holes although the range starts after them
    if (!this.#hasWord) this.#start = position
    if (word !== null) this.#hasWord = true
    this.#end = position
    this.#words.push(word)
  }

  /** A phrase of stop words only vanishes. */
  close(terms: QueryTerm[], negativePhrases: (readonly (string | null)[])[]): void {
    if (!this.#hasWord) return
    if (this.isNegative) negativePhrases.push(this.#words)
    else terms.push({ kind: 'phrase', words: this.#words, start: this.#start, end: this.#end })
  }
}

function wordTerm(word: string, position: number, isPrefix: boolean): WordTerm {
  return { kind: 'word', word, start: position, end: position, isPrefix }
}

function followsWhiteSpace(text: string, offset: number): boolean {
  return offset === 0 || isWhiteSpace(text.charCodeAt(offset - 1))
}
