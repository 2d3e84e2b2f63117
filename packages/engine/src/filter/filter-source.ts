// Places inside filter texts, and errors that point at them.

import { InputError } from '../errors.ts'

/** One filter text as the user gave it. Every string of the array form is a source of its own. */
export interface FilterSource {
  readonly text: string
  /** The public code of errors in this filter: `invalid_search_filter`, or that of another route. */
  readonly code: string
}

/** A part of a source: UTF-16 offsets, `end` not included. */
export interface FilterPlace {
  readonly source: FilterSource
  readonly start: number
  readonly end: number
}

/** UTF-16 units of a filter repeated in an error; longer filters are cut. */
const SHOWN_LENGTH_MAX = 4_000

/** An error whose second line gives the place in characters, from 1, and the filter. */
export function errorAt(
  place: FilterPlace,
  reason: string,
  code: string = place.source.code,
): InputError {
  const { text } = place.source
  const start = characterCount(text, 0, place.start) + 1
  const end = start + characterCount(text, place.start, place.end)
  return new InputError(code, `${reason}\n${start}:${end} ${cut(text, SHOWN_LENGTH_MAX)}`)
}

/** A piece of the user's text for use inside a message: in backticks, shortened, without control characters. */
export function quote(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the control characters are what must not be shown raw
  const shown = cut(text, 100).replaceAll(/[\u0000-\u001f\u007f"'\\]/g, escapeCharacter)
  return `\`${shown}\``
}

function escapeCharacter(character: string): string {
  if (character === '\n') return '\\n'
  if (character === '\t') return '\\t'
  if (character === '\r') return '\\r'
  if (character >= ' ' && character !== '\u007f') return `\\${character}`
  return `\\u{${character.charCodeAt(0).toString(16)}}`
}

function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  // never between the halves of a surrogate pair
  const last = text.charCodeAt(lengthMax - 1)
  return `${text.slice(0, last >= 0xd800 && last < 0xdc00 ? lengthMax - 1 : lengthMax)}…`
}

function characterCount(text: string, start: number, end: number): number {
  let count = end - start
  for (let at = start + 1; at < end; at++) {
    const unit = text.charCodeAt(at)
    const before = text.charCodeAt(at - 1)
    if (unit >= 0xdc00 && unit < 0xe000 && before >= 0xd800 && before < 0xdc00) count--
  }
  return count
}
