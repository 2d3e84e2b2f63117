// JSON text ↔ values. Integers and floats are told apart by how they are written: `2` is an integer, `2.0` a float.

import { decodeString, scanColon, scanString, scanValue, skipSpace } from '../bits/json-scan.ts'
import { CharValue, INT_MAX, INT_MIN, sortedEntries, typeName } from './values.ts'
import type { MapValue, Value } from './values.ts'

/** Reads JSON text that is known to be valid. Integers beyond 64 bits become floats. */
export function readJson(text: string): Value {
  return new Reader(text).read()
}

/** Writes a value as JSON: unit as null, a char as text, keys in text order. `fault` makes the error for other kinds. */
export function jsonText(value: Value, fault: (message: string) => Error): string {
  if (value === null) return 'null'
  switch (typeof value) {
    case 'boolean':
    case 'bigint':
      return String(value)
    case 'number':
      return floatText(value)
    case 'string':
      return JSON.stringify(value)
    default:
      break
  }
  if (value instanceof CharValue) return JSON.stringify(value.char)
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item, fault)).join(',')}]`
  if (value instanceof Map) return objectText(sortedEntries(value), fault)
  throw fault(`a value of kind ${typeName(value)} cannot be stored`)
}

/** Writes entries as a JSON object, in the order given. */
export function objectText(
  entries: readonly (readonly [string, Value])[],
  fault: (message: string) => Error,
): string {
  const members = entries.map(([key, value]) => `${JSON.stringify(key)}:${jsonText(value, fault)}`)
  return `{${members.join(',')}}`
}

/** A float always shows a fraction or an exponent; JSON has no word for the ones that are not finite. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) return 'null'
  const text = Object.is(value, -0) ? '-0' : String(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): Value {
    const text = this.#text
    const start = skipSpace(text, this.#at)
    switch (text[start]) {
      case '{':
        return this.#object(start)
      case '[':
        return this.#array(start)
      case '"':
        this.#at = scanString(text, start)
        return decodeString(text, start, this.#at)
      default:
        this.#at = scanValue(text, start)
        return scalar(text.slice(start, this.#at))
    }
  }

  #object(start: number): MapValue {
    const text = this.#text
    const map: MapValue = new Map()
    this.#at = skipSpace(text, start + 1)
    while (text[this.#at] !== '}') {
      const keyEnd = scanString(text, this.#at)
      const key = decodeString(text, this.#at, keyEnd)
      this.#at = scanColon(text, keyEnd)
      map.set(key, this.read())
      this.#passComma()
    }
    this.#at++
    return map
  }

  #array(start: number): Value[] {
    const text = this.#text
    const items: Value[] = []
    this.#at = skipSpace(text, start + 1)
    while (text[this.#at] !== ']') {
      items.push(this.read())
      this.#passComma()
    }
    this.#at++
    return items
  }

  #passComma(): void {
    this.#at = skipSpace(this.#text, this.#at)
    if (this.#text[this.#at] === ',') this.#at = skipSpace(this.#text, this.#at + 1)
  }
}

function scalar(text: string): Value {
  if (text === 'null') return null
  if (text === 'true') return true
  if (text === 'false') return false
  if (!/^-?[0-9]+$/.test(text)) return Number(text)
  const value = BigInt(text)
  return value >= INT_MIN && value <= INT_MAX ? value : Number(text)
}
