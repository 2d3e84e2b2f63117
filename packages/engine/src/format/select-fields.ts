// Cuts a document down to selected fields by copying slices of its text, so that every value keeps its own characters.

import { decodeString, scanColon, scanString, scanValue, skipSpace } from '../bits/json-scan.ts'
import type { Selected, Selection } from './selection.ts'

/**
 * The members of the document that `selected` takes, as JSON text without the outer braces (`"a":1,"b":{}`).
 * Top-level keys in `hidden` are left out whatever is selected.
 */
export function selectFields(
  text: string,
  selected: Selected,
  hidden: ReadonlySet<string>,
): string {
  if (selected === 'none') return ''
  const cutter = new Cutter(text)
  cutter.object(skipSpace(text, 0), selected, hidden)
  return cutter.out.slice(1, -1)
}

const NOTHING: ReadonlySet<string> = new Set()
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
const CLOSE_BRACE = 0x7d
const CLOSE_BRACKET = 0x5d

class Cutter {
  out = ''
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Appends what is selected of the object at `start`; returns the offset after it. */
  object(start: number, selected: 'all' | Selection, hidden: ReadonlySet<string>): number {
    const text = this.#text
    this.out += '{'
    let isFirst = true
    let at = skipSpace(text, start + 1)
    while (text.charCodeAt(at) !== CLOSE_BRACE) {
      const keyEnd = scanString(text, at)
      const valueStart = scanColon(text, keyEnd)
      const key = decodeString(text, at, keyEnd)
      const inner = hidden.has(key) ? 'none' : selected === 'all' ? 'all' : selected.child(key)
      let valueEnd
      if (inner === 'none') valueEnd = scanValue(text, valueStart)
      else {
        if (!isFirst) this.out += ','
        isFirst = false
        this.out += text.slice(at, keyEnd) + ':'
        valueEnd = this.#value(valueStart, inner)
      }
      at = afterComma(text, valueEnd)
    }
    this.out += '}'
    return at + 1
  }

  #value(start: number, selected: 'all' | Selection): number {
    const text = this.#text
    const first = text.charCodeAt(start)
    if (selected !== 'all' && first === OPEN_BRACE) return this.object(start, selected, NOTHING)
    if (selected !== 'all' && first === OPEN_BRACKET) return this.#array(start, selected)
    const end = scanValue(text, start)
    this.out += text.slice(start, end)
    return end
  }

  #array(start: number, selected: Selection): number {
    const text = this.#text
    this.out += '['
    let isFirst = true
    let at = skipSpace(text, start + 1)
    while (text.charCodeAt(at) !== CLOSE_BRACKET) {
      if (!isFirst) this.out += ','
      isFirst = false
      at = afterComma(text, this.#value(at, selected))
    }
    this.out += ']'
    return at + 1
  }
}

/** The start of the next member or element, or the closing bracket. The text is known to be valid JSON. */
export function afterComma(text: string, valueEnd: number): number {
  const at = skipSpace(text, valueEnd)
  return text.charCodeAt(at) === 0x2c ? skipSpace(text, at + 1) : at
}
