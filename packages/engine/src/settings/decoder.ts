// Typed reading of unknown JSON: every function checks one kind of value and throws InputError with the place's code and
// a message that names where, what was expected and what was found.

import { editDistance } from '../bits/edit-distance.ts'
import { InputError } from '../errors.ts'

/** Where a value stands in the body (`.faceting.maxValuesPerFacet`, empty for the body itself) and the code its errors carry. */
export interface Place {
  readonly path: string
  readonly code: string
}

/** Reads one value or throws InputError. */
export type Decoder<Value> = (value: unknown, place: Place) => Value

/** The place of a member of an object. */
export function memberPlace(place: Place, name: string): Place {
  return { path: `${place.path}.${name}`, code: place.code }
}

/** The place of an element of an array. */
export function elementPlace(place: Place, position: number): Place {
  return { path: `${place.path}[${position}]`, code: place.code }
}

/** Reads a string. */
export function readString(value: unknown, place: Place): string {
  if (typeof value === 'string') return value
  throw wrongKind(value, place, 'a string')
}

/** Reads `true` or `false`. */
export function readBoolean(value: unknown, place: Place): boolean {
  if (typeof value === 'boolean') return value
  throw wrongKind(value, place, 'a boolean')
}

/** Reads an integer from `min` to `max`, both included. */
export function readInteger(
  value: unknown,
  place: Place,
  range: { readonly min: number; readonly max?: number } = { min: 0 },
): number {
  const max = range.max ?? Number.MAX_SAFE_INTEGER
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw wrongKind(value, place, 'a positive integer')
  }
  if (value >= range.min && value <= max) return value
  const accepted =
    range.max === undefined ? `${range.min} or more` : `from \`${range.min}\` to \`${max}\``
  throw problem(place, `an integer ${accepted} is expected, but the value is \`${value}\`.`)
}

/** Reads any number from `min` to `max`, both included. */
export function readNumber(
  value: unknown,
  place: Place,
  range: { readonly min: number; readonly max: number },
): number {
  if (typeof value !== 'number') throw wrongKind(value, place, 'a number')
  if (value >= range.min && value <= range.max) return value
  throw problem(
    place,
    `a number from \`${range.min}\` to \`${range.max}\` is expected, but the value is \`${value}\`.`,
  )
}

/** Reads one of the accepted words. */
export function readWord<Word extends string>(
  value: unknown,
  place: Place,
  accepted: readonly Word[],
): Word {
  const text = readString(value, place)
  const found = accepted.find((word) => word === text)
  if (found !== undefined) return found
  throw problem(
    place,
    `value \`${shorten(text)}\` is not accepted.${didYouMean(text, accepted)} Accepted values: ${quoteAll(accepted)}.`,
  )
}

/** Reads an array, element by element. */
export function readArray<Item>(value: unknown, place: Place, readItem: Decoder<Item>): Item[] {
  if (!Array.isArray(value)) throw wrongKind(value, place, 'an array')
  return value.map((item: unknown, position) => readItem(item, elementPlace(place, position)))
}

/** Reads an array of strings. */
export function readStrings(value: unknown, place: Place): string[] {
  return readArray(value, place, readString)
}

/** Reads an object whose names are the user's, member by member, in the order given. */
export function readMap<Value>(
  value: unknown,
  place: Place,
  readValue: Decoder<Value>,
): Map<string, Value> {
  const map = new Map<string, Value>()
  for (const [name, member] of Object.entries(readObject(value, place))) {
    map.set(name, readValue(member, memberPlace(place, name)))
  }
  return map
}

/** Reads an object that may only have the accepted names; unknown ones are refused with the place's code. */
export function readFields(
  value: unknown,
  place: Place,
  accepted: readonly string[],
): Readonly<Record<string, unknown>> {
  const object = readObject(value, place)
  for (const name of Object.keys(object)) {
    if (!accepted.includes(name)) throw unknownField(name, place, accepted)
  }
  return object
}

/** The error of a field that nobody knows. */
export function unknownField(name: string, place: Place, accepted: readonly string[]): InputError {
  const where = place.path === '' ? '' : ` inside \`${place.path}\``
  return new InputError(
    place.code,
    `Field \`${shorten(name)}\` is not known${where}.${didYouMean(name, accepted)} Accepted fields: ${quoteAll(accepted)}.`,
  )
}

/** The error of a required field that is not there. */
export function missingField(name: string, place: Place): InputError {
  const where = place.path === '' ? '' : ` inside \`${place.path}\``
  return new InputError(place.code, `Field \`${name}\` is required${where}.`)
}

/** The error of a value of another kind than the expected one. */
export function wrongKind(value: unknown, place: Place, expected: string): InputError {
  const shown = value === null || value === undefined ? '' : `: \`${shorten(toJson(value))}\``
  return problem(place, `${expected} was expected, but the value is ${kindOf(value)}${shown}.`)
}

/** An error with the place's code; `text` goes on after the place (``At `.path` …``), or starts the message. */
export function problem(place: Place, text: string): InputError {
  const message =
    place.path === ''
      ? text.slice(0, 1).toUpperCase() + text.slice(1)
      : `At \`${place.path}\` ${text}`
  return new InputError(place.code, message)
}

/** Names in backticks, separated by commas. */
export function quoteAll(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function readObject(value: unknown, place: Place): Record<string, unknown> {
  if (isObject(value)) return value
  throw wrongKind(value, place, 'an object')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return 'a boolean'
  if (typeof value === 'string') return 'a string'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return 'a number'
    return value < 0 ? 'a negative integer' : 'a positive integer'
  }
  return 'an object'
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}

const SHOWN_CHARS_MAX = 100

function shorten(text: string): string {
  return text.length <= SHOWN_CHARS_MAX ? text : `${text.slice(0, SHOWN_CHARS_MAX)}…`
}

const SUGGESTION_DISTANCE_MAX = 3

function didYouMean(given: string, accepted: readonly string[]): string {
  let best: string | null = null
  let bestDistance = SUGGESTION_DISTANCE_MAX + 1
  for (const name of accepted) {
    if (Math.abs(name.length - given.length) > SUGGESTION_DISTANCE_MAX) continue
    const distance = editDistance(given, name)
    if (distance < bestDistance && distance * 2 < name.length) {
      best = name
      bestDistance = distance
    }
  }
  return best === null ? '' : ` Did you mean \`${best}\`?`
}
