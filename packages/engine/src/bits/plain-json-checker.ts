// The checker in plain code: for machines that cannot run the kernel, and what the kernel is held against.

import { JSON_DEPTH_MAX } from '../limits.ts'
import { IS_OPEN, IS_WRONG, type JsonChecker, mistakeIn, State } from './json-checker.ts'

/** Checks objects, one after the other; it does not follow lines. */
export class PlainJsonChecker implements JsonChecker {
  mistakeAt = 0
  mistake = ''
  hasLineBreak = false
  passedCount = 0
  readonly passedTo = 0
  #part: Uint8Array = new Uint8Array(0)
  /** The part again, aligned, to be read four bytes at a time; it may go on behind the part. */
  #words = new Uint32Array(0)
  #state: number = VALUE
  #depth = 0
  /** 1: an object, 0: an array; by depth. */
  readonly #isObject = new Uint8Array(JSON_DEPTH_MAX + 1)
  /** The literal being read, and how far. */
  #literal: Uint8Array = TRUE
  #literalAt = 0
  #hexDigits = 0
  #stringEnd: number = AFTER_VALUE

  take(part: Uint8Array): void {
    this.#part = part
    if (this.#words.byteLength < part.length) {
      this.#words = new Uint32Array(Math.max(WORDS_MIN, (part.length + 3) >> 2))
    }
    new Uint8Array(this.#words.buffer).set(part)
  }

  start(): void {
    this.#state = VALUE
    this.#depth = 0
  }

  check(start: number): number {
    const bytes = this.#part
    const words = this.#words
    const length = bytes.length
    let at = start
    let state = this.#state
    while (at < length) {
      const byte = bytes[at]!
      switch (state) {
        case STRING: {
          at = skipPlain(bytes, words, at)
          if (at === length) break
          const end = bytes[at]!
          if (end === QUOTE) state = this.#stringEnd
          else if (end === BACKSLASH) state = ESCAPE
          else return this.#fail(state, at)
          at++
          break
        }
        case AFTER_VALUE:
          if (byte === COMMA) {
            state = this.#isObject[this.#depth] === 1 ? KEY : VALUE
            at++
          } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
            const isObject = byte === CLOSE_BRACE ? 1 : 0
            if (this.#isObject[this.#depth] !== isObject) return this.#fail(state, at)
            at++
            if (--this.#depth === 0) {
              this.#state = AFTER_VALUE
              return at
            }
          } else if (IS_SPACE[byte] === 1) at = this.#skipSpace(bytes, at)
          else return this.#fail(state, at)
          break
        case KEY_OR_END:
        case KEY:
          if (byte === QUOTE) {
            this.#stringEnd = COLON
            state = STRING
            at++
          } else if (byte === CLOSE_BRACE && state === KEY_OR_END) state = AFTER_VALUE
          else if (IS_SPACE[byte] === 1) at = this.#skipSpace(bytes, at)
          else return this.#fail(state, at)
          break
        case COLON:
          if (byte === COLON_SIGN) {
            state = VALUE
            at++
          } else if (IS_SPACE[byte] === 1) at = this.#skipSpace(bytes, at)
          else return this.#fail(state, at)
          break
        case VALUE_OR_END:
        case VALUE:
          if (byte === QUOTE) {
            this.#stringEnd = AFTER_VALUE
            state = STRING
            at++
          } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
            if (this.#depth === JSON_DEPTH_MAX) return this.#fail(state, at)
            const isObject = byte === OPEN_BRACE ? 1 : 0
            this.#isObject[++this.#depth] = isObject
            state = isObject === 1 ? KEY_OR_END : VALUE_OR_END
            at++
          } else if (IS_SPACE[byte] === 1) at = this.#skipSpace(bytes, at)
          else if (byte === CLOSE_BRACKET && state === VALUE_OR_END) state = AFTER_VALUE
          else {
            const next = this.#begin(byte)
            if (next === NONE) return this.#fail(state, at)
            state = next
            at++
          }
          break
        case WHOLE_DIGITS:
          while (at < length && isDigit(bytes[at]!)) at++
          if (at < length) state = afterDigits(bytes[at]!, true)
          if (state === DOT || state === EXPONENT) at++
          break
        case FRACTION_DIGITS:
          while (at < length && isDigit(bytes[at]!)) at++
          if (at < length) state = afterDigits(bytes[at]!, false)
          if (state === EXPONENT) at++
          break
        case EXPONENT_DIGITS:
          while (at < length && isDigit(bytes[at]!)) at++
          if (at < length) state = AFTER_VALUE
          break
        case ZERO:
          state = afterDigits(byte, true)
          if (state !== AFTER_VALUE) at++
          break
        default: {
          const next = this.#step(state, byte)
          if (next === NONE) return this.#fail(state, at)
          state = next
          at++
        }
      }
    }
    this.#state = state
    return IS_OPEN
  }

  /** The state after the first byte of a number or a word, NONE when it begins neither. */
  #begin(byte: number): number {
    if (byte === 0x30) return ZERO
    if (isDigit(byte)) return WHOLE_DIGITS
    if (byte === MINUS) return SIGN
    this.#literalAt = 1
    for (const literal of LITERALS) {
      if (byte !== literal[0]) continue
      this.#literal = literal
      return LITERAL
    }
    return NONE
  }

  /** The state after a byte in one of the states that are rarely met, NONE when it cannot stand there. */
  #step(state: number, byte: number): number {
    switch (state) {
      case ESCAPE:
        this.#hexDigits = 0
        if (byte === 0x75) return HEX
        return ESCAPED.includes(byte) ? STRING : NONE
      case HEX:
        if (!isHexDigit(byte)) return NONE
        return ++this.#hexDigits === 4 ? STRING : HEX
      case LITERAL:
        if (byte !== this.#literal[this.#literalAt]) return NONE
        return ++this.#literalAt === this.#literal.length ? AFTER_VALUE : LITERAL
      case SIGN:
        if (byte === 0x30) return ZERO
        return isDigit(byte) ? WHOLE_DIGITS : NONE
      case DOT:
        return isDigit(byte) ? FRACTION_DIGITS : NONE
      case EXPONENT:
        if (byte === PLUS || byte === MINUS) return EXPONENT_SIGN
        return isDigit(byte) ? EXPONENT_DIGITS : NONE
      case EXPONENT_SIGN:
        return isDigit(byte) ? EXPONENT_DIGITS : NONE
      default:
        return NONE
    }
  }

  #skipSpace(bytes: Uint8Array, start: number): number {
    let at = start
    while (at < bytes.length && IS_SPACE[bytes[at]!] === 1) {
      if (bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN) this.hasLineBreak = true
      at++
    }
    return at
  }

  #fail(state: number, at: number): number {
    this.mistakeAt = at
    this.mistake = mistakeIn(state, this.#part, at)
    return IS_WRONG
  }
}

/** The next byte that a string does not hold as it is: its end, an escape, a control character, or the end of the bytes. */
function skipPlain(bytes: Uint8Array, words: Uint32Array, start: number): number {
  const length = bytes.length
  let at = start
  while ((at & 3) !== 0) {
    if (at === length || IS_PLAIN[bytes[at]!] === 0) return at
    at++
  }
  // Four bytes at once: the high bit of a byte is set where it is a quote, a backslash or below a space; never missed, and
  // now and then seen in a byte above one of these, which the loop behind settles.
  for (const last = length - 4; at <= last; at += 4) {
    const word = words[at >> 2]! | 0
    const quote = word ^ 0x22222222
    const backslash = word ^ 0x5c5c5c5c
    const found =
      ((quote - 0x01010101) & ~quote) |
      ((backslash - 0x01010101) & ~backslash) |
      ((word - 0x20202020) & ~word)
    if ((found & 0x80808080) !== 0) break
  }
  while (at < length && IS_PLAIN[bytes[at]!] === 1) at++
  return at
}

function afterDigits(byte: number, mayHaveDot: boolean): number {
  if (byte === 0x2e && mayHaveDot) return DOT
  return byte === 0x65 || byte === 0x45 ? EXPONENT : AFTER_VALUE
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

function isHexDigit(byte: number): boolean {
  const letter = byte | 0x20
  return isDigit(byte) || (letter >= 0x61 && letter <= 0x66)
}

const {
  none: NONE,
  value: VALUE,
  valueOrEnd: VALUE_OR_END,
  key: KEY,
  keyOrEnd: KEY_OR_END,
  colon: COLON,
  afterValue: AFTER_VALUE,
  string: STRING,
  escape: ESCAPE,
  hex: HEX,
  word: LITERAL,
  sign: SIGN,
  zero: ZERO,
  wholeDigits: WHOLE_DIGITS,
  dot: DOT,
  fractionDigits: FRACTION_DIGITS,
  exponent: EXPONENT,
  exponentSign: EXPONENT_SIGN,
  exponentDigits: EXPONENT_DIGITS,
} = State

/** Parts come in sizes up to this many words. */
const WORDS_MIN = 16_384
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const QUOTE = 0x22
const PLUS = 0x2b
const COMMA = 0x2c
const MINUS = 0x2d
const COLON_SIGN = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

const utf8 = new TextEncoder()
const TRUE = utf8.encode('true')
const LITERALS: readonly Uint8Array[] = [TRUE, utf8.encode('false'), utf8.encode('null')]
const ESCAPED = utf8.encode('"\\/bfnrt')

/** Bytes that a string holds as they are. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
)
const IS_SPACE = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === 0x20 || byte === 0x09 || byte === LINE_FEED || byte === CARRIAGE_RETURN ? 1 : 0,
)
