// Walks JSON text without building values, so that documents can be cut, merged and spliced by their own characters: numbers
// keep the digits they came with, and what nobody looks at is never parsed. Every scan validates what it passes over.

import { JSON_DEPTH_MAX } from '../limits.ts'

/** Text that is not JSON, or is nested deeper than the engine follows. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError'
  /** UTF-16 offset at which the text stops making sense. */
  readonly offset: number

  constructor(offset: number, expected: string) {
    super(`malformed JSON at offset ${offset}: expected ${expected}`)
    this.offset = offset
  }
}

/** One member of an object: its decoded key, and where key and value stand in the text. */
export interface JsonEntry {
  readonly key: string
  /** Offset of the key's opening quote. */
  readonly keyStart: number
  readonly valueStart: number
  readonly valueEnd: number
}

/** The members of the object that is the whole of `text`, in text order; a repeated key appears as often as it stands. */
export function topLevelEntries(text: string): JsonEntry[] {
  const start = skipSpace(text, 0)
  if (text.charCodeAt(start) !== OPEN_BRACE) throw new JsonSyntaxError(start, 'an object')
  const entries: JsonEntry[] = []
  let at = skipSpace(text, start + 1)
  if (text.charCodeAt(at) === CLOSE_BRACE) at++
  else {
    for (;;) {
      const keyStart = at
      const keyEnd = scanString(text, keyStart)
      const valueStart = scanColon(text, keyEnd)
      const valueEnd = scanValue(text, valueStart, 1)
      entries.push({ key: decodeString(text, keyStart, keyEnd), keyStart, valueStart, valueEnd })
      at = skipSpace(text, valueEnd)
      const next = text.charCodeAt(at++)
      if (next === CLOSE_BRACE) break
      if (next !== COMMA) throw new JsonSyntaxError(at - 1, 'a comma or the end of the object')
      at = skipSpace(text, at)
    }
  }
  const end = skipSpace(text, at)
  if (end !== text.length) throw new JsonSyntaxError(end, 'the end of the text')
  return entries
}

/** The offset just after the JSON value that starts at `start`, which must not be white space. */
export function scanValue(text: string, start: number, depth = 0): number {
  switch (text.charCodeAt(start)) {
    case QUOTE:
      return scanString(text, start)
    case OPEN_BRACE:
      return scanObject(text, start, depth + 1)
    case OPEN_BRACKET:
      return scanArray(text, start, depth + 1)
    case LETTER_T:
      return scanLiteral(text, start, 'true')
    case LETTER_F:
      return scanLiteral(text, start, 'false')
    case LETTER_N:
      return scanLiteral(text, start, 'null')
    default:
      return scanNumber(text, start)
  }
}

/** The offset just after the string whose opening quote is at `start`. */
export function scanString(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) throw new JsonSyntaxError(start, 'a string')
  const length = text.length
  let at = start + 1
  while (at < length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code === BACKSLASH) at = scanEscape(text, at)
    else if (code < 0x20) throw new JsonSyntaxError(at, 'no bare control character in a string')
    else at++
  }
  throw new JsonSyntaxError(length, 'the closing quote of a string')
}

/** The offset of the next character that is not JSON white space. */
export function skipSpace(text: string, start: number): number {
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return at
    at++
  }
}

/** Passes the colon between a key and its value; returns where the value starts. */
export function scanColon(text: string, keyEnd: number): number {
  const colon = skipSpace(text, keyEnd)
  if (text.charCodeAt(colon) !== COLON) throw new JsonSyntaxError(colon, 'a colon')
  return skipSpace(text, colon + 1)
}

/** What the string between these offsets (its quotes included) stands for. */
export function decodeString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1)
  // Escapes are rare in keys and texts, so the common case is a plain slice.
  return inner.includes('\\') ? String(JSON.parse(text.slice(start, end))) : inner
}

/** The same JSON without white space between its parts; returns `text` itself when there is none. Expects valid JSON. */
export function minifyJson(text: string): string {
  const length = text.length
  let out = ''
  let kept = 0
  let at = 0
  while (at < length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = scanString(text, at)
    else if (code > SPACE) at++
    else {
      const end = skipSpace(text, at)
      if (end === at) throw new JsonSyntaxError(at, 'no control character between values')
      out += text.slice(kept, at)
      kept = end
      at = end
    }
  }
  return kept === 0 ? text : out + text.slice(kept)
}

function scanObject(text: string, start: number, depth: number): number {
  checkDepth(start, depth)
  let at = skipSpace(text, start + 1)
  if (text.charCodeAt(at) === CLOSE_BRACE) return at + 1
  for (;;) {
    at = scanColon(text, scanString(text, at))
    at = skipSpace(text, scanValue(text, at, depth))
    const next = text.charCodeAt(at++)
    if (next === CLOSE_BRACE) return at
    if (next !== COMMA) throw new JsonSyntaxError(at - 1, 'a comma or the end of the object')
    at = skipSpace(text, at)
  }
}

function scanArray(text: string, start: number, depth: number): number {
  checkDepth(start, depth)
  let at = skipSpace(text, start + 1)
  if (text.charCodeAt(at) === CLOSE_BRACKET) return at + 1
  for (;;) {
    at = skipSpace(text, scanValue(text, at, depth))
    const next = text.charCodeAt(at++)
    if (next === CLOSE_BRACKET) return at
    if (next !== COMMA) throw new JsonSyntaxError(at - 1, 'a comma or the end of the array')
    at = skipSpace(text, at)
  }
}

function checkDepth(offset: number, depth: number): void {
  if (depth > JSON_DEPTH_MAX) {
    throw new JsonSyntaxError(offset, `at most ${JSON_DEPTH_MAX} levels of nesting`)
  }
}

function scanLiteral(text: string, start: number, literal: string): number {
  if (!text.startsWith(literal, start)) throw new JsonSyntaxError(start, 'a value')
  return start + literal.length
}

function scanNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === MINUS ? start + 1 : start
  const first = at
  at = scanDigits(text, at, 'a value')
  if (text.charCodeAt(first) === ZERO && at > first + 1) {
    throw new JsonSyntaxError(first + 1, 'no digit after a leading zero')
  }
  if (text.charCodeAt(at) === DOT) at = scanDigits(text, at + 1, 'a digit after the decimal point')
  if ((text.charCodeAt(at) | 0x20) === LETTER_E) {
    at++
    const sign = text.charCodeAt(at)
    if (sign === PLUS || sign === MINUS) at++
    at = scanDigits(text, at, 'a digit in the exponent')
  }
  return at
}

function scanDigits(text: string, start: number, expected: string): number {
  let at = start
  while (isDigit(text.charCodeAt(at))) at++
  if (at === start) throw new JsonSyntaxError(start, expected)
  return at
}

function scanEscape(text: string, start: number): number {
  const code = text.charCodeAt(start + 1)
  if (code !== LETTER_U) {
    if (!SIMPLE_ESCAPES.has(code)) throw new JsonSyntaxError(start, 'a known escape')
    return start + 2
  }
  for (let at = start + 2; at < start + 6; at++) {
    const digit = text.charCodeAt(at)
    const letter = digit | 0x20
    if (!isDigit(digit) && !(letter >= 0x61 && letter <= 0x66)) {
      throw new JsonSyntaxError(at, 'a hexadecimal digit')
    }
  }
  return start + 6
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const PLUS = 0x2b
const COMMA = 0x2c
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const LETTER_E = 0x65
const LETTER_F = 0x66
const LETTER_N = 0x6e
const LETTER_T = 0x74
const LETTER_U = 0x75
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** `" \ / b f n r t` */
const SIMPLE_ESCAPES: ReadonlySet<number> = new Set([
  QUOTE,
  BACKSLASH,
  0x2f,
  0x62,
  LETTER_F,
  LETTER_N,
  0x72,
  LETTER_T,
])
