// The tokens of one text as numbers: where each starts and what it is. Formatting looks at every token of every text that is
// shown and needs the lemma of very few, so those are made when they are asked for.

import type { TokenKind } from './token.ts'

/** Kinds of tokens as numbers; those from `SOFT_SEPARATOR` on are no words. */
export const WORD_TOKEN = 0
export const STOP_WORD_TOKEN = 1
export const SOFT_SEPARATOR_TOKEN = 2
export const HARD_SEPARATOR_TOKEN = 3

// What a byte of plain ASCII is wherever it stands: the kind of its token, whether it is a separator together with a space
// after it, whether it is that space, and whether only a tokenizer can tell. Neighbouring bytes of words make one word.
export const BYTE_KIND = 3
export const PAIR_BYTE = 4
export const SPACE_BYTE = 8
export const ODD_BYTE = 16

const KIND_NUMBERS: Readonly<Record<TokenKind, number>> = {
  word: WORD_TOKEN,
  stopWord: STOP_WORD_TOKEN,
  softSeparator: SOFT_SEPARATOR_TOKEN,
  hardSeparator: HARD_SEPARATOR_TOKEN,
}

/** The tokens of the text that was cut last; reused from text to text. */
export class TextTokens {
  text = ''
  count = 0
  /** UTF-16 units of the text. */
  get length(): number {
    return this.text.length
  }

  /** Token i is text[starts[i] … starts[i + 1]): tokens cover the text without gaps. */
  starts: Uint32Array = new Uint32Array(1024)
  kinds: Uint8Array = new Uint8Array(1024)
  /** By token: its lemma; null where that is the token in lower case. */
  readonly #lemmas: (string | null)[] = []

  isWord(index: number): boolean {
    return this.kinds[index]! < SOFT_SEPARATOR_TOKEN
  }

  /** It is plain ASCII, and its lemma is the token in lower case. */
  isPlain(index: number): boolean {
    return this.#lemmas[index] === null
  }

  lemma(index: number): string {
    const lemma = this.#lemmas[index] ?? null
    return lemma ?? this.text.slice(this.starts[index], this.starts[index + 1]).toLowerCase()
  }

  /** The kind of the token that ends at an offset where one does; -1 at the start of the text. */
  kindBefore(offset: number): number {
    return offset === 0 ? -1 : this.kinds[this.#indexAt(offset) - 1]!
  }

  startBefore(offset: number): number {
    return this.starts[this.#indexAt(offset) - 1]!
  }

  /** The kind of the token that starts at an offset where one does; -1 at the end of the text. */
  kindAfter(offset: number): number {
    return offset === this.text.length ? -1 : this.kinds[this.#indexAt(offset)]!
  }

  endAfter(offset: number): number {
    return this.starts[this.#indexAt(offset) + 1]!
  }

  /** The token that starts at an offset; their count at the end of the text. */
  #indexAt(offset: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.starts[middle]! < offset) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Begins with a text; there is room for a token per char. */
  begin(text: string): void {
    this.text = text
    this.count = 0
    this.#lemmas.length = 0
    if (text.length < this.kinds.length) return
    this.starts = new Uint32Array(text.length * 2)
    this.kinds = new Uint8Array(text.length * 2)
  }

  /** Adds the next token; `lemma` is null where that is the token in lower case. */
  add(start: number, kind: number, lemma: string | null): void {
    this.starts[this.count] = start
    this.kinds[this.count++] = kind
    this.#lemmas.push(lemma)
  }

  /** Ends with the text. */
  end(): void {
    this.starts[this.count] = this.text.length
  }
}

/** A kind of tokens as a number. */
export function kindNumber(kind: TokenKind): number {
  return KIND_NUMBERS[kind]
}
