// What `text/` produces. One tokenizer serves documents, queries, synonyms and highlighting.

import type { TextTokens } from './text-tokens.ts'

/** How a token takes part: words are indexed, stop words only consume a position, separators only create gaps. */
export type TokenKind = 'word' | 'stopWord' | 'softSeparator' | 'hardSeparator'

/** One piece of a text. Tokens cover the whole text in order, without gaps or overlaps. */
export interface Token {
  readonly kind: TokenKind
  /** Normalized form: what the dictionary holds and what a query compares with. */
  readonly lemma: string
  /** UTF-16 offsets into the original text: `text.slice(start, end)` is the original token. */
  readonly start: number
  readonly end: number
}

/** Everything of an index's settings that changes how text is cut; part of the tokenizer's identity. */
export interface TokenizerOptions {
  readonly stopWords?: readonly string[]
  readonly separatorTokens?: readonly string[]
  readonly nonSeparatorTokens?: readonly string[]
  readonly dictionary?: readonly string[]
}

/** Receives the indexable words of one value; see `Tokenizer.forEachWord`. */
export type WordVisitor = (lemma: string, position: number) => void

/**
 * Receives a word that is plain ASCII as its place in the bytes of the text, so that nobody has to make a string of it:
 * the lemma is `bytes[start … end)` in lower case, and `hash` is its `asciiHash`. The bytes are valid during the call only.
 */
export type AsciiWordVisitor = (
  bytes: Uint8Array,
  start: number,
  end: number,
  position: number,
  hash: number,
) => void

export interface Tokenizer {
  /** All tokens of `text`. `locales` are ISO-639-3 codes allowed for this text; none means "not restricted". */
  tokenize(text: string, locales?: readonly string[]): Token[]

  /** The same as numbers, valid until the next call: for those who look at many tokens and at few of their lemmas. */
  cut(text: string, locales?: readonly string[]): TextTokens

  /** Per byte value, how text of plain ASCII is cut there: `BYTE_KIND` and its kin. Other bytes are odd. */
  readonly byteTraits: Uint8Array

  /**
   * The indexing path: calls `visit` for every indexable word of one value, with positions as relevancy 2.2 defines
   * them, the first word at `startPosition`. Stop words consume positions unvisited; words over 250 bytes likewise;
   * nothing is visited from position 65,536 on. Returns the position of the last word or stop word, or
   * `startPosition` when the value has none. Agrees exactly with `tokenize`, but allocates no tokens. Words of texts
   * that are plain ASCII go to `visitAscii` instead when it is given.
   */
  forEachWord(
    text: string,
    startPosition: number,
    locales: readonly string[] | undefined,
    visit: WordVisitor,
    visitAscii?: AsciiWordVisitor,
  ): number

  /**
   * How many UTF-16 units of `text` (the original of one token) the first `lemmaCharCount` chars of its lemma stand
   * for: maps a highlighted part of a lemma back to the original text.
   */
  originalLength(text: string, lemmaCharCount: number, locales?: readonly string[]): number
}
