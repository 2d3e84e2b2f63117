// The tokens of one text as numbers: where each starts and what it is. Formatting looks at every token of every text that is
// shown and needs the lemma of very few, so those are made when they are asked for.

import type { Token, TokenKind } from './token.ts'

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
  /** The bytes of the text when it is plain ASCII: then a lemma is its token in lower case. Null otherwise. */
  ascii: Uint8Array | null = null
  #lemmas: readonly Token[] = []

  isWord(index: number): boolean {
    return this.kinds[index]! < SOFT_SEPARATOR_TOKEN
  }

  lemma(index: number): string {
    if (this.ascii === null) return this.#lemmas[index]!.lemma
    return this.text.slice(this.starts[index], this.starts[index + 1]).toLowerCase()
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

  /** Takes the tokens of a text that was cut the long way. */
  fill(text: string, tokens: readonly Token[]): void {
    this.text = text
    this.ascii = null
    this.count = tokens.length
    this.makeRoom(tokens.length)
    for (let i = 0; i < tokens.length; i++) {
      this.starts[i] = tokens[i]!.start
      this.kinds[i] = KIND_NUMBERS[tokens[i]!.kind]
    }
    this.starts[tokens.length] = text.length
    this.#lemmas = tokens
  }

  /** Makes the arrays long enough for that many tokens; what they held is lost. */
  makeRoom(count: number): void {
    if (count + 1 <= this.kinds.length) return
    this.starts = new Uint32Array(count * 2)
    this.kinds = new Uint8Array(count * 2)
  }
}
