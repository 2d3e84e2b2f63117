// Properties, elements and items of values.

import { charCount, sliceChars } from './builtins/strings.ts'
import { runtimeError, isText, textOf } from './operators.ts'
import { ComputedReference, ElementReference, KeyReference } from './references.ts'
import type { Reference } from './references.ts'
import type { Place } from './script-error.ts'
import { CharValue, RangeValue, typeName } from './values.ts'
import type { Value } from './values.ts'

/** The key `name` of a map; null for other kinds, whose properties are computed. */
export function propertyOf(object: Reference, name: string, place: Place): Reference | null {
  const value = object.get()
  if (value instanceof Map) return new KeyReference(value, name, object.isConst)
  if (value === null) throw runtimeError(`there is no property ${name} in ()`, place)
  return null
}

/** An element of an array, a key of a map, or a char of a string. Negative positions count from the end. */
export function elementOf(object: Reference, index: Value, place: Place): Reference {
  const value = object.get()
  if (value instanceof Map && typeof index === 'string') {
    return new KeyReference(value, index, object.isConst)
  }
  if (Array.isArray(value) && typeof index === 'bigint') {
    return new ElementReference(value, positionOf(index, value.length, place), object.isConst)
  }
  if (typeof value === 'string') return charOf(object, value, index, place)
  const kinds = `${typeName(value)} by ${typeName(index)}`
  throw runtimeError(`no element of ${kinds}`, place)
}

/** What `for` goes through. An array may be changed meanwhile without an effect on the loop. */
export function itemsOf(value: Value, place: Place): Iterable<Value> {
  if (Array.isArray(value)) return value.slice()
  if (value instanceof RangeValue) return rangeItems(value)
  if (typeof value === 'string') return charItems(value)
  throw runtimeError(`for cannot go through a value of kind ${typeName(value)}`, place)
}

function charOf(object: Reference, text: string, index: Value, place: Place): Reference {
  const length = charCount(text)
  if (index instanceof RangeValue) {
    const start = Math.max(0, Number(index.start))
    const part = sliceChars(text, start, Math.max(start, Number(index.endExclusive)))
    return new ComputedReference(part, true, () => undefined)
  }
  if (typeof index !== 'bigint') {
    throw runtimeError(`no char of a string by ${typeName(index)}`, place)
  }
  const at = positionOf(index, length, place)
  const char = new CharValue(sliceChars(text, at, at + 1))
  return new ComputedReference(char, object.isConst, (changed) => {
    if (!isText(changed)) throw runtimeError('only a char can stand in a string', place)
    const before = sliceChars(text, 0, at)
    object.set(before + textOf(changed) + sliceChars(text, at + 1, length))
  })
}

function positionOf(index: bigint, length: number, place: Place): number {
  const position = index < 0n ? BigInt(length) + index : index
  if (position >= 0n && position < BigInt(length)) return Number(position)
  throw runtimeError(`there is no element ${index} among ${length}`, place)
}

function* rangeItems(range: RangeValue): Iterable<Value> {
  for (let item = range.start; item < range.endExclusive; item++) yield item
}

function* charItems(text: string): Iterable<Value> {
  for (const char of text) yield new CharValue(char)
}
