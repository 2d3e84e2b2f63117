// Number literals as they stand in the text. `JSON.parse` turns `12.0` and `12` into one value and rounds long integers,
// but the words that a number gives differ: so documents where it could matter are parsed again, keeping the literals.

import { JSON_DEPTH_MAX } from '../limits.ts'

/** A number whose words are not those of its plain value. */
export class NumberLiteral {
  readonly value: number
  /** What is tokenized. */
  readonly text: string

  constructor(literal: string) {
    this.value = Number(literal)
    this.text = literalText(literal, this.value)
  }
}

/** True when the text may hold a number with a fraction, an exponent, or more digits than a double keeps. */
export function hasUnusualNumber(json: string): boolean {
  return UNUSUAL_NUMBER.test(json)
}
const UNUSUAL_NUMBER = /[:,[]\s*-?(?:\d+[.eE]|\d{16})/

/** Parses JSON text that is known to be valid, giving NumberLiteral for every number that is not a plain integer. */
export function parseExact(json: string): unknown {
  return new ExactParser(json).parse()
}

function literalText(literal: string, value: number): string {
  if (!/[.eE]/.test(literal) || !Number.isFinite(value)) return literal
  // floats print with a fraction: 100 becomes 100.0; from 17 digits or five zeros on with an exponent, 1e21 and not 1e+21
  const scientific = value.toExponential()
  const exponent = Number(scientific.slice(scientific.indexOf('e') + 1))
  if (exponent < -5 || exponent > 15) return scientific.replace('e+', 'e')
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

class ExactParser {
  readonly #json: string
  #at = 0
  #depth = 0

  constructor(json: string) {
    this.#json = json
  }

  parse(): unknown {
    this.#skipSpace()
    const code = this.#json.charCodeAt(this.#at)
    if (code === 0x7b) return this.#object()
    if (code === 0x5b) return this.#array()
    if (code === 0x22) return this.#string()
    const literal = /[-+\w.]+/y
    literal.lastIndex = this.#at
    const text = literal.exec(this.#json)?.[0] ?? ''
    this.#at += text.length
    if (text === 'true') return true
    if (text === 'false') return false
    if (text === 'null') return null
    return /^-?\d{1,15}$/.test(text) ? Number(text) : new NumberLiteral(text)
  }

  #object(): Record<string, unknown> {
    this.#enter()
    const entries: [string, unknown][] = []
    while (this.#skipSpace() !== 0x7d) {
      if (this.#json.charCodeAt(this.#at) === 0x2c) {
        this.#at++
        this.#skipSpace()
      }
      const key = this.#string()
      this.#skipSpace()
      this.#at++
      entries.push([key, this.parse()])
    }
    this.#leave()
    return Object.fromEntries(entries)
  }

  #array(): unknown[] {
    this.#enter()
    const items: unknown[] = []
    while (this.#skipSpace() !== 0x5d) {
      if (this.#json.charCodeAt(this.#at) === 0x2c) this.#at++
      items.push(this.parse())
    }
    this.#leave()
    return items
  }

  #string(): string {
    const start = this.#at
    let end = start + 1
    for (;;) {
      const code = this.#json.charCodeAt(end)
      if (code === 0x22) break
      if (Number.isNaN(code)) throw new SyntaxError('the text ends inside a string')
      end += code === 0x5c ? 2 : 1
    }
    this.#at = end + 1
    return JSON.parse(this.#json.slice(start, end + 1)) as string
  }

  #enter(): void {
    this.#at++
    if (++this.#depth > JSON_DEPTH_MAX) throw new SyntaxError('the text is nested too deeply')
  }

  #leave(): void {
    this.#at++
    this.#depth--
  }

  #skipSpace(): number {
    for (;;) {
      const code = this.#json.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) {
        if (Number.isNaN(code)) throw new SyntaxError('the text ends too early')
        return code
      }
      this.#at++
    }
  }
}
