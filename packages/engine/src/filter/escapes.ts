// Escapes inside quoted texts of a filter.

import { errorAt } from './filter-source.ts'
import type { FilterPlace } from './filter-source.ts'

const SIMPLE: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  '/': '/',
  "'": "'",
  '"': '"',
}

/** Decodes the text between two quotes; `place` is where it stands, for errors. */
export function unescape(inner: string, delimiter: string, place: FilterPlace): string {
  // the surrounding quote first, then every other escape over the result
  const text = inner.replaceAll(`\\${delimiter}`, delimiter)
  let out = ''
  let from = 0
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', from)) {
    out += text.slice(from, at)
    const escape = decode(text, at + 1)
    if (typeof escape === 'string') throw errorAt(place, escape)
    out += escape.character
    from = escape.end
  }
  return out + text.slice(from)
}

/** One escape from just after its backslash, or what is wrong with it. */
function decode(text: string, at: number): { character: string; end: number } | string {
  const letter = text[at]
  if (letter === undefined) return 'Malformed value: nothing follows the last backslash.'
  const simple = SIMPLE[letter]
  if (simple !== undefined) return { character: simple, end: at + 1 }
  if (letter === 'x') return numeric(text, at + 1, 2, 16)
  if (letter === 'u' && text[at + 1] === '{') {
    const close = text.indexOf('}', at + 2)
    if (close === -1) return 'Incomplete filter: an escape `\\u{` has no closing brace.'
    const read = numeric(text, at + 2, close - at - 2, 16)
    return typeof read === 'string' ? read : { character: read.character, end: close + 1 }
  }
  if (letter === 'u') return numeric(text, at + 1, 4, 16)
  if (letter >= '0' && letter <= '7') return numeric(text, at, 3, 8)
  return `Malformed value: \`\\${letter}\` is not an escape.`
}

function numeric(
  text: string,
  start: number,
  length: number,
  base: 8 | 16,
): { character: string; end: number } | string {
  const digits = text.slice(start, start + length)
  if (digits.length < length) return 'Incomplete filter: an escape is cut short.'
  const isNumber = base === 16 ? /^[0-9a-fA-F]+$/.test(digits) : /^[0-7]+$/.test(digits)
  const value = isNumber ? Number.parseInt(digits, base) : Number.NaN
  const isCharacter = value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff)
  if (!isCharacter) return `Invalid number in an escape: \`${digits.slice(0, 20)}\`.`
  return { character: String.fromCodePoint(value), end: start + length }
}
