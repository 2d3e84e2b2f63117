// A text as it stands in a document, looked at before anything is made of it: where it ends, what it is made of, and which of
// its words may be matches. A byte costs so much more in a loop than in a string function that a text is looked at only once,
// and cut only where somebody asks.

import { cutOff } from '../bits/json-bytes.ts'
import {
  BYTE_KIND,
  HARD_SEPARATOR_TOKEN,
  ODD_BYTE,
  PAIR_BYTE,
  SPACE_BYTE,
  WORD_TOKEN,
} from '../text/text-tokens.ts'
import { START_BITS, START_CHAR_MASK, START_MASK, type MatchSieve } from './match-sieve.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NO_BYTES = new Uint8Array(0)
/** Copied bytes up to which a loop beats a call. */
const SHORT_TEXT = 32
/** By what stands after a backslash: what both stand for; 0 before a code in hexadecimal. */
const ESCAPED = new Uint8Array(256)
for (const [char, code] of [
  ['"', QUOTE],
  ['\\', BACKSLASH],
  ['/', 0x2f],
  ['b', 0x08],
  ['t', 0x09],
  ['n', 0x0a],
  ['f', 0x0c],
  ['r', 0x0d],
] as const) {
  ESCAPED[char.charCodeAt(0)] = code
}

/** By the traits of a tokenizer's bytes: the same, with what ends a JSON string or escapes in it standing out. */
const stringTraits = new WeakMap<Uint8Array, Uint8Array>()

/** The text of the leaf at hand: `bytes[base … base + length)` unless it is odd. Reused from leaf to leaf. */
export class LeafText {
  bytes: Uint8Array = NO_BYTES
  base = 0
  length = 0
  /** It holds something that is not cut by looking at single bytes; nothing else is known of it then. */
  isOdd = false
  /** It stands in the document with escapes. */
  isEscaped = false
  /** Offsets in the text of words that start like a match, ascending. */
  candidates: Uint32Array = new Uint32Array(256)
  candidateCount = 0
  readonly #traits: Uint8Array
  readonly #stringTraits: Uint8Array
  readonly #sieve: MatchSieve
  /** Room for a text without its escapes. */
  #unescaped: Uint8Array = NO_BYTES

  constructor(byteTraits: Uint8Array, sieve: MatchSieve) {
    let traits = stringTraits.get(byteTraits)
    if (traits === undefined) {
      traits = byteTraits.slice()
      traits[QUOTE] = ODD_BYTE
      traits[BACKSLASH] = ODD_BYTE
      stringTraits.set(byteTraits, traits)
    }
    this.#traits = byteTraits
    this.#stringTraits = traits
    this.#sieve = sieve
  }

  /** Takes the JSON string whose text begins at `start`; returns the offset of its closing quote. */
  readString(bytes: Uint8Array, start: number): number {
    const traits = this.#stringTraits
    const sieve = this.#sieve
    this.#begin(bytes, start)
    let last = 0
    let at = start
    for (;;) {
      if (at >= bytes.length) throw cutOff()
      const byte = bytes[at]!
      if (traits[byte]! >= ODD_BYTE) break
      last = ((last << START_BITS) | (byte & START_CHAR_MASK)) & START_MASK
      at++
      if (sieve[last] !== 0) this.#mark(at - start - 3)
    }
    if (bytes[at] !== QUOTE) return this.#readEscaped(bytes, start, at, last)
    this.length = at - start
    this.#markEnd(last, this.length)
    return at
  }

  /** Takes a number. */
  readNumber(bytes: Uint8Array, start: number, end: number): void {
    this.#begin(bytes, start)
    this.length = end - start
    let last = 0
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!
      if (this.#traits[byte]! >= ODD_BYTE) this.isOdd = true
      last = ((last << START_BITS) | (byte & START_CHAR_MASK)) & START_MASK
      if (this.#sieve[last] !== 0) this.#mark(at - start - 2)
    }
    this.#markEnd(last, this.length)
  }

  /** The kind of the token that ends at an offset where one does; -1 at the start of the text. */
  kindBefore(offset: number): number {
    if (offset === 0) return -1
    if (this.#isPair(offset - 2)) return HARD_SEPARATOR_TOKEN
    return this.#traitAt(offset - 1) & BYTE_KIND
  }

  startBefore(offset: number): number {
    if (this.#isPair(offset - 2)) return offset - 2
    let at = offset - 1
    if (!this.#isWordAt(at)) return at
    while (at > 0 && this.#isWordAt(at - 1)) at--
    return at
  }

  /** The kind of the token that starts at an offset where one does; -1 at the end of the text. */
  kindAfter(offset: number): number {
    if (offset >= this.length) return -1
    return this.#isPair(offset) ? HARD_SEPARATOR_TOKEN : this.#traitAt(offset) & BYTE_KIND
  }

  endAfter(offset: number): number {
    if (this.#isWordAt(offset)) return this.wordEnd(offset)
    return this.#isPair(offset) ? offset + 2 : offset + 1
  }

  /** The end of the word that starts at an offset. */
  wordEnd(start: number): number {
    const { bytes, base } = this
    const traits = this.#traits
    const end = base + this.length
    let at = base + start + 1
    while (at < end && (traits[bytes[at]!]! & BYTE_KIND) === WORD_TOKEN) at++
    return at - base
  }

  /** The start of the first word from an offset on that is not inside of one; the end of the text when there is none. */
  nextWord(offset: number): number {
    const { bytes, base } = this
    const traits = this.#traits
    const end = base + this.length
    let at = base + offset
    while (at < end && (traits[bytes[at]!]! & BYTE_KIND) !== WORD_TOKEN) at++
    return at - base
  }

  #begin(bytes: Uint8Array, start: number): void {
    this.bytes = bytes
    this.base = start
    this.isOdd = false
    this.isEscaped = false
    this.candidateCount = 0
  }

  /** Goes on at the first byte that is no plain one. */
  #readEscaped(bytes: Uint8Array, start: number, from: number, lastBefore: number): number {
    const traits = this.#stringTraits
    const sieve = this.#sieve
    // never longer than what it is written as
    if (this.#unescaped.length < bytes.length) this.#unescaped = new Uint8Array(bytes.length * 2)
    const text = this.#unescaped
    this.bytes = text
    this.base = 0
    this.isEscaped = true
    let length = from - start
    if (length > SHORT_TEXT) text.set(bytes.subarray(start, from))
    else for (let i = 0; i < length; i++) text[i] = bytes[start + i]!
    let last = lastBefore
    let at = from
    for (;;) {
      if (at >= bytes.length) throw cutOff()
      let byte = bytes[at++]!
      if (traits[byte]! >= ODD_BYTE) {
        if (byte === QUOTE) break
        if (byte === BACKSLASH) byte = ESCAPED[bytes[at++]!]!
        if (byte === 0 || this.#traits[byte]! >= ODD_BYTE) this.isOdd = true
      }
      text[length++] = byte
      last = ((last << START_BITS) | (byte & START_CHAR_MASK)) & START_MASK
      if (sieve[last] !== 0) this.#mark(length - 3)
    }
    this.length = length
    this.#markEnd(last, length)
    return at - 1
  }

  /** Words of one and two characters at the end of the text. */
  #markEnd(last: number, length: number): void {
    const two = (last << START_BITS) & START_MASK
    if (this.#sieve[two] !== 0) this.#mark(length - 2)
    const one = (two << START_BITS) & START_MASK
    if (this.#sieve[one] !== 0) this.#mark(length - 1)
  }

  /** Notes a word that starts at an offset, if one does. */
  #mark(offset: number): void {
    if (offset < 0 || !this.#isWordAt(offset)) return
    if (offset > 0 && this.#isWordAt(offset - 1)) return
    if (this.candidateCount === this.candidates.length) {
      const grown = new Uint32Array(this.candidateCount * 2)
      grown.set(this.candidates)
      this.candidates = grown
    }
    this.candidates[this.candidateCount++] = offset
  }

  #isWordAt(offset: number): boolean {
    return (this.#traitAt(offset) & BYTE_KIND) === WORD_TOKEN
  }

  #isPair(offset: number): boolean {
    return (
      offset >= 0 &&
      offset + 1 < this.length &&
      (this.#traitAt(offset) & PAIR_BYTE) !== 0 &&
      (this.#traitAt(offset + 1) & SPACE_BYTE) !== 0
    )
  }

  #traitAt(offset: number): number {
    return this.#traits[this.bytes[this.base + offset]!]!
  }
}
