// What a query looks for in the text of a hit, for highlighting, cropping and match positions (relevancy 9.3).

/** Words that must follow one another: a quoted phrase, split words or a synonym. */
export interface MatchPhrase {
  /** Null is a hole: a stop word stood there, and no token of a displayed text ever fits it. */
  readonly words: readonly (string | null)[]
  /** Query positions it stands for, ascending. */
  readonly positions: readonly number[]
}

/** The single words that satisfy one term or n-gram of the query. */
export interface MatchWordList {
  /** The word itself, or its uncached prefix list where there is no such word; then the words at one and at two typos. */
  readonly words: readonly string[]
  /** Prefix terms fit every token that starts with a word of the list; others need equality. */
  readonly isPrefix: boolean
  /** Chars of the query's word: how much of a prefix match is highlighted. */
  readonly queryCharCount: number
  /** Query positions it stands for, ascending. */
  readonly positions: readonly number[]
}

/** Phrases in the order to be tried (terms, then n-grams), and word lists likewise (non-prefix first, wider first). */
export interface MatchWords {
  readonly phrases: readonly MatchPhrase[]
  readonly lists: readonly MatchWordList[]
}

/** The words of a search without any. */
export const NO_MATCH_WORDS: MatchWords = { phrases: [], lists: [] }
