// The kinds of values that bodies hold.

import { InputError } from '@sextant/engine'

import type { ErrorCode } from '../errors/codes.ts'
import {
  type BodyFields,
  type BodyKind,
  type BodyOf,
  notAccepted,
  type ObjectRules,
  readObject,
  wrongKind,
} from './body-fields.ts'
import { isInteger, isJsonObject, type JsonValue, numberOf, plainJson } from './json-value.ts'

/** A string. */
export const STRING: BodyKind<string> = {
  schema: { type: 'string' },
  read(value, at, code) {
    if (typeof value !== 'string') throw wrongKind(value, 'a string', at, code)
    return value
  },
}

/** `true` or `false`. */
export const BOOLEAN: BodyKind<boolean> = {
  schema: { type: 'boolean' },
  read(value, at, code) {
    if (typeof value !== 'boolean') throw wrongKind(value, 'a boolean', at, code)
    return value
  },
}

/** An integer from zero up. Values past 2^53 are read as the nearest double: all of them mean "everything". */
export const UINT: BodyKind<number> = {
  schema: { type: 'integer', minimum: 0 },
  read(value, at, code) {
    const number = isInteger(value) ? numberOf(value) : null
    if (number === null || number < 0) throw wrongKind(value, 'a positive integer', at, code)
    return number
  },
}

/** Any JSON, numbers made plain. */
export const ANY: BodyKind<unknown> = {
  schema: {},
  read: (value) => plainJson(value),
}

/** An array of strings. */
export const STRINGS: BodyKind<readonly string[]> = listOf(STRING)

/** A number inside closed bounds. */
export function numberBetween(min: number, max: number): BodyKind<number> {
  return {
    schema: { type: 'number', minimum: min, ...(max === Infinity ? {} : { maximum: max }) },
    read(value, at, code) {
      const number = numberOf(value)
      if (number === null) throw wrongKind(value, 'a number', at, code)
      if (number < min || number > max) {
        const range =
          max === Infinity ? `of at least \`${min}.0\`` : `from \`${min}.0\` to \`${max}.0\``
        throw new InputError(
          code,
          `At \`${at}\` a number ${range} is expected, but it is ${number}.`,
        )
      }
      return number
    },
  }
}

/** One of a few texts. */
export function oneOf<T extends string>(accepted: readonly T[]): BodyKind<T> {
  return {
    schema: { type: 'string', enum: accepted },
    read(value, at, code) {
      const text = STRING.read(value, at, code)
      const found = accepted.find((name) => name === text)
      if (found === undefined) throw notAccepted(text, accepted, at, code)
      return found
    },
  }
}

/** An array of values of one kind. */
export function listOf<T>(item: BodyKind<T>): BodyKind<readonly T[]> {
  return {
    schema: { type: 'array', items: item.schema },
    read(value, at, code) {
      if (!Array.isArray(value)) throw wrongKind(value, 'an array', at, code)
      return value.map((member, position) => item.read(member, `${at}[${position}]`, code))
    },
  }
}

/** An object whose names are free and whose values are of one kind. */
export function mapOf<T>(item: BodyKind<T>): BodyKind<Readonly<Record<string, T>>> {
  return {
    schema: { type: 'object', additionalProperties: item.schema },
    read(value, at, code) {
      if (!isJsonObject(value)) throw wrongKind(value, 'an object', at, code)
      const entries = Object.entries(value).map(
        ([name, member]) => [name, item.read(member, `${at}.${name}`, code)] as const,
      )
      return Object.fromEntries(entries)
    },
  }
}

/** The kind, or null. */
export function nullable<T>(kind: BodyKind<T>): BodyKind<T | null> {
  return {
    schema: { anyOf: [kind.schema, { type: 'null' }] },
    read: (value, at, code) => (value === null ? null : kind.read(value, at, code)),
  }
}

/** An object with a table of its own. `rules.code` is left out when the field's code covers it. */
export function objectOf<F extends BodyFields>(
  fields: F,
  rules?: Partial<ObjectRules>,
): BodyKind<BodyOf<F>> {
  return {
    schema: objectSchema(fields),
    read: (value, at, code) => readObject(value, fields, at, { code, ...rules }),
  }
}

/** The schema of an object with a table. */
export function objectSchema(fields: BodyFields): Readonly<Record<string, unknown>> {
  const required = Object.entries(fields).flatMap(([name, field]) =>
    field.missing === undefined ? [] : [name],
  )
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        { ...field.kind.schema, description: field.doc },
      ]),
    ),
    ...(required.length === 0 ? {} : { required }),
  }
}

/** A filter: text, or an array of texts and arrays of texts. Its grammar is the engine's business. */
export const FILTER: BodyKind<unknown> = {
  schema: {
    anyOf: [
      { type: 'string' },
      {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      },
      { type: 'null' },
    ],
  },
  read(value, at, code) {
    checkFilter(value, at, code, 0)
    return value
  },
}

function checkFilter(value: JsonValue, at: string, code: ErrorCode, depth: number): void {
  if (typeof value === 'string' || (value === null && depth === 0)) return
  if (!Array.isArray(value) || depth > 1) {
    throw wrongKind(value, depth > 1 ? 'a string' : 'a string or an array', at, code)
  }
  for (const [position, member] of value.entries()) {
    checkFilter(member, `${at}[${position}]`, code, depth + 1)
  }
}
