// Cuts a filter text into tokens, one at a time and on demand: where a number is expected the parser asks for one, since
// `1e+6` is a number there and two words elsewhere.

import { isWhiteSpace } from '../bits/white-space.ts'
import { unescape } from './escapes.ts'
import type { FilterSource } from './filter-source.ts'

export type TokenKind =
  /** Letters, digits, `_`, `-` and `.`. */
  | 'word'
  /** A text in quotes, escapes decoded. */
  | 'quoted'
  /** An opening quote without its partner; reaches to the end. */
  | 'unclosed'
  /** `= != < <= > >= ( ) [ ] ,` */
  | 'symbol'
  /** Anything else, up to the next white space or one of `( ) = < > !`. */
  | 'illegal'
  | 'end'

export interface FilterToken {
  readonly kind: TokenKind
  /** What it says: a word or symbol as written, a quoted text decoded. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Words of the language: as an attribute or a value they must be quoted. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  'AND',
  'OR',
  'NOT',
  'IN',
  'TO',
  'EXISTS',
  'IS',
  'NULL',
  'EMPTY',
  'CONTAINS',
  'STARTS',
  'WITH',
  '_geoRadius',
  '_geoBoundingBox',
])

const WORD = /[\p{Alphabetic}\p{N}_.-]+/uy
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const ILLEGAL = /[^\p{White_Space}()=<>!]+/uy

/** Reads the tokens of one source. Holds at most one token in advance. */
export class FilterLexer {
  readonly source: FilterSource
  #at = 0
  #peeked: FilterToken | null = null

  constructor(source: FilterSource) {
    this.source = source
  }

  /** The token after the last one taken; the same one until it is taken. */
  peek(): FilterToken {
    return (this.#peeked ??= this.#scan())
  }

  take(): FilterToken {
    const token = this.peek()
    this.#peeked = null
    this.#at = token.end
    return token
  }

  /** Takes the token when it is this unquoted word or symbol. */
  takeIf(text: string): boolean {
    const token = this.peek()
    if (token.text !== text || (token.kind !== 'word' && token.kind !== 'symbol')) return false
    this.take()
    return true
  }

  /** Takes a decimal number; null, and nothing taken, when there is none. */
  takeNumber(): { readonly value: number; readonly start: number; readonly end: number } | null {
    const start = this.peek().start
    NUMBER.lastIndex = start
    const found = NUMBER.exec(this.source.text)
    if (found === null) return null
    this.#peeked = null
    this.#at = start + found[0].length
    return { value: Number(found[0]), start, end: this.#at }
  }

  #scan(): FilterToken {
    const { text } = this.source
    let start = this.#at
    while (start < text.length && isWhiteSpace(text.charCodeAt(start))) start++
    if (start === text.length) return { kind: 'end', text: '', start, end: start }
    const character = text[start]!
    switch (character) {
      case '(':
      case ')':
      case '[':
      case ']':
      case ',':
      case '=':
        return { kind: 'symbol', text: character, start, end: start + 1 }
      case '<':
      case '>':
      case '!':
        if (text[start + 1] === '=') {
          return { kind: 'symbol', text: `${character}=`, start, end: start + 2 }
        }
        if (character !== '!') return { kind: 'symbol', text: character, start, end: start + 1 }
        return { kind: 'illegal', text: '!', start, end: start + 1 }
      case "'":
      case '"':
        return this.#scanQuoted(start, character)
      default:
        return this.#scanWord(start)
    }
  }

  #scanWord(start: number): FilterToken {
    const { text } = this.source
    WORD.lastIndex = start
    const word = WORD.exec(text)
    if (word !== null) return { kind: 'word', text: word[0], start, end: start + word[0].length }
    ILLEGAL.lastIndex = start
    const run = ILLEGAL.exec(text)?.[0] ?? text[start]!
    return { kind: 'illegal', text: run, start, end: start + run.length }
  }

  #scanQuoted(start: number, delimiter: string): FilterToken {
    const { text } = this.source
    let at = start + 1
    let hasEscape = false
    while (at < text.length && text[at] !== delimiter) {
      if (text[at] === '\\') {
        hasEscape = true
        at++
      }
      at++
    }
    if (at >= text.length) {
      return { kind: 'unclosed', text: text.slice(start), start, end: text.length }
    }
    const inner = text.slice(start + 1, at)
    const place = { source: this.source, start: start + 1, end: at }
    const value = hasEscape ? unescape(inner, delimiter, place) : inner
    return { kind: 'quoted', text: value, start, end: at + 1 }
  }
}
