// Script text → tokens. Templates are cut here too: a template token holds its texts and the tokens between them.

import { ScriptError } from './script-error.ts'
import type { Place } from './script-error.ts'
import { CharValue, INT_MAX } from './values.ts'
import type { Value } from './values.ts'

export type Token =
  | { readonly kind: 'literal'; readonly value: Value; readonly place: Place }
  | {
      readonly kind: 'template'
      readonly parts: readonly (string | readonly Token[])[]
      readonly place: Place
    }
  | { readonly kind: 'name'; readonly text: string; readonly place: Place }
  | { readonly kind: 'keyword'; readonly text: string; readonly place: Place }
  | { readonly kind: 'symbol'; readonly text: string; readonly place: Place }
  | { readonly kind: 'end'; readonly place: Place }

/** All tokens of a script; the last one is of kind `end`. */
export function tokenizeScript(source: string): Token[] {
  const lexer = new Lexer(source)
  return lexer.tokens(false)
}

const KEYWORDS: ReadonlySet<string> = new Set([
  'true',
  'false',
  'let',
  'const',
  'if',
  'else',
  'while',
  'loop',
  'for',
  'in',
  'do',
  'until',
  'continue',
  'break',
  'return',
  'throw',
  'try',
  'catch',
  'switch',
  'fn',
  'private',
  'import',
  'export',
  'as',
  'this',
])

/** Longest first. */
const SYMBOLS: readonly string[] = (
  '**= <<= >>= ..= ??= ' +
  '** << >> .. ?? ?. ?[ += -= *= /= %= &= |= ^= == != <= >= => && || #{ ' +
  '+ - * / % = < > ! & | ^ ( ) [ ] { } , ; : .'
).split(' ')

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const SPACE = /\s+/y
const RADIX_NUMBER = /0[xX][0-9A-Fa-f_]+|0[oO][0-7_]+|0[bB][01_]+/y
// A dot belongs to a number only when a digit or nothing nameable follows: `1..5` and `1.abs()` start with an integer.
const NUMBER = /[0-9][0-9_]*(?:(\.[0-9][0-9_]*|\.(?![.A-Za-z_]))?(?:[eE][+-]?[0-9_]+)?)/y
const RAW_STRING = /(#+)"([\s\S]*?)"\1(?!#)/y
const NOT_IN = /!in(?![A-Za-z0-9_])/y

class Lexer {
  readonly #source: string
  #at = 0
  #line = 1
  #lineStart = 0

  constructor(source: string) {
    this.#source = source
  }

  /** Tokens up to the end of the text or, inside a template, up to the brace that closes the part. */
  tokens(isInTemplate: boolean): Token[] {
    const tokens: Token[] = []
    let openBraces = 0
    for (;;) {
      this.#skipSpaceAndComments()
      const place = this.#place()
      if (this.#at >= this.#source.length) {
        if (isInTemplate) throw this.#fault('the template is not closed', place)
        tokens.push({ kind: 'end', place })
        return tokens
      }
      if (isInTemplate && openBraces === 0 && this.#source[this.#at] === '}') {
        this.#at++
        tokens.push({ kind: 'end', place })
        return tokens
      }
      const token = this.#token(place)
      if (token.kind === 'symbol') {
        if (token.text === '{' || token.text === '#{') openBraces++
        else if (token.text === '}') openBraces--
      }
      tokens.push(token)
    }
  }

  #token(place: Place): Token {
    const first = this.#source[this.#at]!
    if (first === '"') return { kind: 'literal', value: this.#string('"', place), place }
    if (first === "'") return this.#char(place)
    if (first === '`') return this.#template(place)
    if (first >= '0' && first <= '9') return { kind: 'literal', value: this.#number(place), place }
    const raw = first === '#' ? this.#match(RAW_STRING) : null
    if (raw !== null) {
      this.#countLines(raw[0].length)
      return { kind: 'literal', value: raw[2]!, place }
    }
    const name = this.#match(NAME)
    if (name !== null) return nameToken(name[0], place)
    if (this.#match(NOT_IN) !== null) return { kind: 'symbol', text: '!in', place }
    for (const text of SYMBOLS) {
      if (this.#source.startsWith(text, this.#at)) {
        this.#at += text.length
        return { kind: 'symbol', text, place }
      }
    }
    throw this.#fault(`unexpected character ${JSON.stringify(first)}`, place)
  }

  #number(place: Place): Value {
    const radix = this.#match(RADIX_NUMBER)
    if (radix !== null) {
      const digits = radix[0].replaceAll('_', '')
      const value = digits.length > 2 ? BigInt(digits.toLowerCase()) : 2n ** 64n
      if (value >= 2n ** 64n) throw this.#fault(`the number ${radix[0]} does not fit`, place)
      return BigInt.asIntN(64, value)
    }
    const [text] = this.#match(NUMBER)!
    const digits = text.replaceAll('_', '')
    if (/^[0-9]+$/.test(digits)) {
      const value = BigInt(digits)
      return value <= INT_MAX ? value : Number(digits)
    }
    return Number(digits)
  }

  #char(place: Place): Token {
    const text = this.#string("'", place)
    if (Array.from(text).length !== 1)
      throw this.#fault('a char literal holds exactly one char', place)
    return { kind: 'literal', value: new CharValue(text), place }
  }

  #string(quote: string, place: Place): string {
    this.#at++
    let text = ''
    for (;;) {
      const char = this.#source[this.#at]
      if (char === undefined || char === '\n') throw this.#fault('the string is not closed', place)
      if (char === quote) {
        this.#at++
        if (quote !== '"' || this.#source[this.#at] !== quote) return text
        // A doubled quote stands for itself.
        text += quote
        this.#at++
      } else if (char === '\\') text += this.#escape()
      else {
        text += char
        this.#at++
      }
    }
  }

  #escape(): string {
    const place = this.#place()
    const letter = this.#source[this.#at + 1] ?? ''
    this.#at += 2
    const plain = PLAIN_ESCAPES.get(letter)
    if (plain !== undefined) return plain
    if (letter === '\n') {
      // The string goes on in the next line, without its indentation.
      this.#newLine(this.#at)
      while (/[ \t]/.test(this.#source[this.#at] ?? '')) this.#at++
      return ''
    }
    const digitCount = HEX_ESCAPES.get(letter)
    const digits = this.#source.slice(this.#at, this.#at + (digitCount ?? 0))
    const code = Number.parseInt(digits, 16)
    const isValid = digits.length === digitCount && /^[0-9A-Fa-f]+$/.test(digits)
    if (!isValid || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      throw this.#fault('unknown escape in a string', place)
    }
    this.#at += digits.length
    return String.fromCodePoint(code)
  }

  #template(place: Place): Token {
    this.#at++
    const parts: (string | readonly Token[])[] = []
    let text = ''
    // A line break right after the opening mark is for the reader only.
    if (this.#source[this.#at] === '\r') this.#at++
    if (this.#source[this.#at] === '\n') this.#newLine(++this.#at)
    for (;;) {
      const char = this.#source[this.#at]
      if (char === undefined) throw this.#fault('the template is not closed', place)
      if (char === '`') {
        this.#at++
        if (this.#source[this.#at] !== '`') break
        text += '`'
        this.#at++
      } else if (char === '$' && this.#source[this.#at + 1] === '{') {
        this.#at += 2
        parts.push(text, this.tokens(true))
        text = ''
      } else {
        text += char
        this.#at++
        if (char === '\n') this.#newLine(this.#at)
      }
    }
    parts.push(text)
    return { kind: 'template', parts, place }
  }

  #skipSpaceAndComments(): void {
    const source = this.#source
    for (;;) {
      const space = this.#match(SPACE)
      if (space !== null) this.#countLines(space[0].length)
      else if (source.startsWith('//', this.#at)) {
        const end = source.indexOf('\n', this.#at)
        this.#at = end < 0 ? source.length : end
      } else if (source.startsWith('/*', this.#at)) this.#skipBlockComment()
      else return
    }
  }

  #skipBlockComment(): void {
    const place = this.#place()
    let depth = 0
    do {
      if (this.#source.startsWith('/*', this.#at)) {
        depth++
        this.#at += 2
      } else if (this.#source.startsWith('*/', this.#at)) {
        depth--
        this.#at += 2
      } else {
        const char = this.#source[this.#at]
        if (char === undefined) throw this.#fault('the comment is not closed', place)
        this.#at++
        if (char === '\n') this.#newLine(this.#at)
      }
    } while (depth > 0)
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#source)
    if (match !== null) this.#at += match[0].length
    return match
  }

  /** Notes the line breaks in the characters just passed. */
  #countLines(length: number): void {
    for (let at = this.#at - length; at < this.#at; at++) {
      if (this.#source[at] === '\n') this.#newLine(at + 1)
    }
  }

  #newLine(start: number): void {
    this.#line++
    this.#lineStart = start
  }

  #place(): Place {
    return { line: this.#line, column: this.#at - this.#lineStart + 1 }
  }

  #fault(fault: string, place: Place): ScriptError {
    return new ScriptError('syntax', fault, place)
  }
}

function nameToken(text: string, place: Place): Token {
  if (text === 'true') return { kind: 'literal', value: true, place }
  if (text === 'false') return { kind: 'literal', value: false, place }
  if (KEYWORDS.has(text)) return { kind: 'keyword', text, place }
  return { kind: 'name', text, place }
}

const PLAIN_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
])
const HEX_ESCAPES: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])
