// The values of the edit-function language. Integers are 64 bits wide and kept as bigint, floats are numbers, so that the two
// never mix by accident. Arrays and maps belong to one place at a time: storing one copies it.

import type { Cell } from './scope.ts'
import type { ClosureNode } from './syntax.ts'

/** `null` is the unit value `()`. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | CharValue
  | Value[]
  | MapValue
  | RangeValue
  | FunctionValue

/** An object map. Keys are visited in text order, whatever order they were set in. */
export type MapValue = Map<string, Value>

/** One char, a kind of its own. */
export class CharValue {
  readonly char: string

  constructor(char: string) {
    this.char = char
  }
}

/** Integers from `start` up to `end`. */
export class RangeValue {
  readonly start: bigint
  readonly end: bigint
  readonly isInclusive: boolean

  constructor(start: bigint, end: bigint, isInclusive: boolean) {
    this.start = start
    this.end = end
    this.isInclusive = isInclusive
  }

  /** The first integer after the range. */
  get endExclusive(): bigint {
    return this.isInclusive ? this.end + 1n : this.end
  }

  contains(value: bigint): boolean {
    return value >= this.start && value < this.endExclusive
  }
}

/** Something to call: a closure with the variables it captured, or the name of a script function. */
export class FunctionValue {
  readonly closure: ClosureNode | null
  readonly name: string
  readonly captured: ReadonlyMap<string, Cell>
  /** Arguments already given. */
  readonly curried: readonly Value[]

  constructor(parts: {
    closure: ClosureNode | null
    name: string
    captured: ReadonlyMap<string, Cell>
    curried: readonly Value[]
  }) {
    this.closure = parts.closure
    this.name = parts.name
    this.captured = parts.captured
    this.curried = parts.curried
  }
}

export const INT_MIN: bigint = -(2n ** 63n)
export const INT_MAX: bigint = 2n ** 63n - 1n

/** The name of a value's kind, as `type_of` gives it. */
export function typeName(value: Value): string {
  if (value === null) return '()'
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'i64'
    case 'number':
      return 'f64'
    case 'string':
      return 'string'
    default:
      break
  }
  if (value instanceof CharValue) return 'char'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Map) return 'map'
  if (value instanceof RangeValue) return value.isInclusive ? 'range=' : 'range'
  return 'Fn'
}

/** The entries of a map in text order of their keys. */
export function sortedEntries(map: MapValue): [string, Value][] {
  return [...map].toSorted(([a], [b]) => compareTexts(a, b))
}

/** Negative, zero or positive: the order of two texts by their chars. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const difference = a.charCodeAt(at) - b.charCodeAt(at)
    if (difference === 0) continue
    // Halves of surrogate pairs stand for chars above all others.
    const isHighA = isSurrogate(a.charCodeAt(at))
    const isHighB = isSurrogate(b.charCodeAt(at))
    return isHighA === isHighB ? difference : isHighA ? 1 : -1
  }
  return a.length - b.length
}

function isSurrogate(code: number): boolean {
  return (code & 0xf800) === 0xd800
}

/** The text of a value, as templates and `to_string` write it. */
export function displayValue(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (value instanceof CharValue) return value.char
  return debugValue(value)
}

/** The text of a value inside arrays and maps: texts are quoted there. */
export function debugValue(value: Value): string {
  if (value === null) return '()'
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return displayFloat(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof CharValue) return `'${value.char}'`
  if (Array.isArray(value)) return `[${value.map((item) => debugValue(item)).join(', ')}]`
  if (value instanceof Map) {
    const entries = sortedEntries(value).map(
      ([key, item]) => `${JSON.stringify(key)}: ${debugValue(item)}`,
    )
    return `#{${entries.join(', ')}}`
  }
  if (value instanceof RangeValue) {
    return `${value.start}${value.isInclusive ? '..=' : '..'}${value.end}`
  }
  return `Fn(${value.name})`
}

/** Floats always show that they are floats: `2.0`; very large and very small ones in powers of ten. */
function displayFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const size = Math.abs(value)
  if (size === 0) return '0.0'
  if (size > 1e13 || size < 1e-7) return value.toExponential().replace('+', '')
  const text = String(value)
  return text.includes('.') || text.includes('e') ? text : `${text}.0`
}
