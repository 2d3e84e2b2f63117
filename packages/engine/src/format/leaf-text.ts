// A text as it stands in a document, looked at before anything is made of it: where it ends, what it is made of, and which of
// its words may be matches. The kernel of `leaf-kernel.ts` does that where there is one; a text is cut only where somebody asks.

import { asciiHash } from '../bits/ascii-hash.ts'
import { cutOff } from '../bits/json-bytes.ts'
import {
  BYTE_KIND,
  HARD_SEPARATOR_TOKEN,
  ODD_BYTE,
  PAIR_BYTE,
  SPACE_BYTE,
  WORD_TOKEN,
} from '../text/text-tokens.ts'
import { ESCAPED, type LeafKernel } from './leaf-kernel.ts'
import { CANDIDATE_WORDS, Cell, CUT_OFF, DOCUMENT_AT, DOCUMENT_BYTES_MAX } from './leaf-module.ts'
import { isSieved, type MatchSieve } from './match-sieve.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NO_BYTES = new Uint8Array(0)
const NO_CANDIDATES = new Uint32Array(0)

/** The text of the leaf at hand: `bytes[base … base + length)` unless it is odd. Reused from leaf to leaf. */
export class LeafText {
  bytes: Uint8Array = NO_BYTES
  base = 0
  length = 0
  /** It holds something that is not cut by looking at single bytes; nothing else is known of it then. */
  isOdd = false
  /** It stands in the document with escapes. */
  isEscaped = false
  /**
   * Words that start like a match, in text order, four numbers each: the offsets in the text of start and end, the hash of
   * the lemma, and which word of the text it is.
   */
  candidates: Uint32Array = NO_CANDIDATES
  candidateCount = 0
  readonly #traits: Uint8Array
  readonly #sieve: MatchSieve
  readonly #kernel: LeafKernel | null
  #document: Uint8Array = NO_BYTES
  /** The document is in the memory of the kernel. */
  #isInKernel = false
  /** Room for a text without its escapes, and for candidates, where there is no kernel. */
  #unescaped: Uint8Array = NO_BYTES
  #ownCandidates: Uint32Array = NO_CANDIDATES

  constructor(byteTraits: Uint8Array, sieve: MatchSieve, kernel: LeafKernel | null) {
    this.#traits = byteTraits
    this.#sieve = sieve
    this.#kernel = kernel
  }

  /** Begins with a document, whose leaves are read before the next one begins. */
  open(document: Uint8Array): void {
    const kernel = this.#kernel
    this.#document = document
    this.#isInKernel = kernel !== null && document.length <= DOCUMENT_BYTES_MAX
    if (kernel === null || !this.#isInKernel) return
    kernel.prepare(this.#traits, this.#sieve)
    kernel.bytes.set(document, DOCUMENT_AT)
    this.bytes = kernel.bytes
    this.candidates = kernel.candidates
  }

  /** Takes the JSON string whose text begins at `start`; returns the offset of its closing quote. */
  readString(start: number): number {
    if (!this.#isInKernel) return this.#readString(start)
    const end = this.#readInKernel(start, this.#document.length, 1)
    if (end === CUT_OFF) throw cutOff()
    return this.#isInKernel ? end - DOCUMENT_AT : this.#readString(start)
  }

  /** Takes a number. */
  readNumber(start: number, end: number): void {
    if (this.#isInKernel) this.#readInKernel(start, end, 0)
    else this.#readNumber(start, end)
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

  /** Reads between two offsets of the document; returns what the kernel says. */
  #readInKernel(start: number, end: number, isWritten: number): number {
    const { read, cells } = this.#kernel!
    const found = read(DOCUMENT_AT + start, DOCUMENT_AT + end, isWritten)
    this.base = cells[Cell.text]!
    this.length = cells[Cell.length]!
    this.isEscaped = cells[Cell.isEscaped] !== 0
    this.isOdd = cells[Cell.isOdd] !== 0
    this.candidateCount = cells[Cell.candidateCount]!
    // too many candidates: the rest of the document is read the plain way
    if (cells[Cell.isFull] !== 0) this.#isInKernel = false
    return found
  }

  #readString(start: number): number {
    const bytes = this.#document
    let at = start
    let isEscaped = false
    while (bytes[at] !== QUOTE) {
      if (at >= bytes.length) throw cutOff()
      const isEscape = bytes[at] === BACKSLASH
      if (isEscape) isEscaped = true
      at += isEscape ? 2 : 1
    }
    this.isEscaped = isEscaped
    this.isOdd = false
    if (isEscaped) this.#unescape(start, at)
    else {
      this.bytes = bytes
      this.base = start
      this.length = at - start
    }
    this.#findCandidates()
    return at
  }

  #readNumber(start: number, end: number): void {
    this.bytes = this.#document
    this.base = start
    this.length = end - start
    this.isEscaped = false
    this.isOdd = false
    this.#findCandidates()
  }

  #unescape(start: number, end: number): void {
    const bytes = this.#document
    // never longer than what it is written as
    if (this.#unescaped.length < end - start) this.#unescaped = new Uint8Array((end - start) * 2)
    const text = this.#unescaped
    let length = 0
    for (let at = start; at < end; at++) {
      let byte = bytes[at]!
      if (byte === BACKSLASH) {
        byte = ESCAPED[bytes[++at]!]!
        if (byte === 0) this.isOdd = true
      }
      text[length++] = byte
    }
    this.bytes = text
    this.base = 0
    this.length = length
  }

  #findCandidates(): void {
    const { bytes, base, length } = this
    const traits = this.#traits
    const limit = base + length
    this.candidates = this.#ownCandidates
    this.candidateCount = 0
    let wordCount = 0
    let isInWord = false
    for (let at = base; at < limit; at++) {
      const trait = traits[bytes[at]!]!
      if (trait >= ODD_BYTE) {
        this.isOdd = true
        return
      }
      const isStart = !isInWord && (trait & BYTE_KIND) === WORD_TOKEN
      isInWord = (trait & BYTE_KIND) === WORD_TOKEN
      if (!isStart) continue
      if (isSieved(this.#sieve, bytes, at, limit)) this.#addCandidate(at - base, wordCount)
      wordCount++
    }
  }

  #addCandidate(start: number, word: number): void {
    const { bytes, base } = this
    const end = this.wordEnd(start)
    const at = this.candidateCount++ * CANDIDATE_WORDS
    if (at === this.#ownCandidates.length) {
      this.#ownCandidates = new Uint32Array(at * 2 + 256)
      this.#ownCandidates.set(this.candidates)
      this.candidates = this.#ownCandidates
    }
    this.candidates[at] = start
    this.candidates[at + 1] = end
    this.candidates[at + 2] = asciiHash(bytes, base + start, base + end)
    this.candidates[at + 3] = word
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
