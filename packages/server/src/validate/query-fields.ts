// Tables of query parameters, the counterpart of body-fields.ts: what is read is text.

import { InputError } from '@sextant/engine'

import type { ErrorCode } from '../errors/codes.ts'
import { parseJson } from '../http/parse-json.ts'
import { wrongKind } from './body-fields.ts'
import { FILTER } from './body-kinds.ts'
import { suggestion } from './did-you-mean.ts'
import { type Field, type Kind, readFields, type ReadFields, unknownField } from './fields.ts'
import type { JsonValue } from './json-value.ts'
import { quoteAll, shorten } from './quoting.ts'

/** How the text of a parameter is read. */
export type QueryKind<T> = Kind<string, T>

/** One parameter of a query string. */
export type QueryField<T> = Field<string, T>

/** Parameters by name, in the order of the documentation. */
export type QueryFields = Readonly<Record<string, QueryField<unknown>>>

/** What reading a query string gives: absent parameters stay absent. */
export type QueryOf<F extends QueryFields> = ReadFields<string, F>

/** Reads a query string (without its `?`) by its table. The last occurrence of a parameter counts. */
export function readQuery<F extends QueryFields>(text: string, fields: F): QueryOf<F> {
  const given = text === '' ? [] : new Map(new URLSearchParams(text))
  return readFields(given, fields, {
    noun: 'Parameter',
    at: '',
    place: (name) => name,
    onUnknown(name) {
      throw unknownParameter(name, Object.keys(fields))
    },
  })
}

/** The error for a parameter that the table does not know. */
export function unknownParameter(name: string, accepted: readonly string[]): InputError {
  return unknownField(name, accepted, { noun: 'Parameter', at: '', code: 'bad_request' })
}

/** Any text. */
export const TEXT: QueryKind<string> = { schema: { type: 'string' }, read: (text) => text }

/** Decimal digits. */
export const UINT_TEXT: QueryKind<number> = {
  schema: { type: 'integer', minimum: 0 },
  read(text, name, code) {
    if (!/^\+?[0-9]+$/.test(text) || BigInt(text.replace('+', '')) > 18_446_744_073_709_551_615n) {
      throw new InputError(
        code,
        `Parameter \`${name}\`: \`${shorten(text)}\` cannot be read as a positive integer.`,
      )
    }
    return Number(text)
  },
}

/** `true` or `false`. */
export const BOOLEAN_TEXT: QueryKind<boolean> = {
  schema: { type: 'boolean' },
  read(text, name, code) {
    if (text === 'true') return true
    if (text === 'false') return false
    throw new InputError(
      code,
      `Parameter \`${name}\`: \`${shorten(text)}\` is not a boolean, use \`true\` or \`false\`.`,
    )
  },
}

/** `true` or `false` in any letter case. */
export const BOOLEAN_ANY_CASE: QueryKind<boolean> = {
  schema: { type: 'boolean' },
  read: (text, name, code) => BOOLEAN_TEXT.read(text.toLowerCase(), name, code),
}

/** Items separated by commas; an empty text is an empty list. */
export const LIST_TEXT: QueryKind<readonly string[]> = {
  schema: { type: 'string', description: 'Items separated by commas.' },
  read: (text) => text.split(',').filter((item) => item !== ''),
}

/** A decimal number inside closed bounds. */
export function numberText(min: number, max: number): QueryKind<number> {
  return {
    schema: { type: 'number', minimum: min, maximum: max },
    read(text, name, code) {
      if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text)) {
        throw new InputError(
          code,
          `Parameter \`${name}\`: \`${shorten(text)}\` cannot be read as a number.`,
        )
      }
      const number = Number(text)
      if (number < min || number > max) {
        throw new InputError(
          code,
          `Parameter \`${name}\`: a number from \`${min}.0\` to \`${max}.0\` is expected, but it is ${number}.`,
        )
      }
      return number
    },
  }
}

/** One of a few words. */
export function wordOf<T extends string>(accepted: readonly T[]): QueryKind<T> {
  return {
    schema: { type: 'string', enum: accepted },
    read(text, name, code) {
      const found = accepted.find((word) => word === text)
      if (found !== undefined) return found
      throw notAcceptedText(text, name, code, accepted)
    },
  }
}

/** The error for a text outside an enumeration. */
export function notAcceptedText(
  text: string,
  name: string,
  code: ErrorCode,
  accepted: readonly string[],
): InputError {
  return new InputError(
    code,
    `Parameter \`${name}\`: \`${shorten(text)}\` is not accepted.${suggestion(text, accepted)} Accepted values: ${quoteAll(accepted)}.`,
  )
}

/** Exactly one ASCII character. */
export const ASCII_CHARACTER: QueryKind<string> = {
  schema: { type: 'string', minLength: 1, maxLength: 1 },
  read(text, name, code) {
    const length = Array.from(text).length
    if (length !== 1) {
      const found = length === 0 ? 'an empty text' : `${length}: \`${shorten(text)}\``
      throw new InputError(
        code,
        `Parameter \`${name}\` takes exactly one character, found ${found}.`,
      )
    }
    if (text.charCodeAt(0) > 127) {
      throw new InputError(
        code,
        `Parameter \`${name}\` takes an ASCII character, found \`${text}\`.`,
      )
    }
    return text
  },
}

/** A filter in a query string: text that parses as JSON is that JSON, other text is a filter expression. */
export const FILTER_TEXT: QueryKind<unknown> = {
  schema: { type: 'string' },
  read(text, name, code) {
    let value: JsonValue
    try {
      value = parseJson(text)
    } catch {
      return text
    }
    if (value === null) throw wrongKind(value, 'a string or an array', name, code)
    return FILTER.read(value, name, code)
  },
}

/** Sort items separated by commas; the comma inside `_geoPoint(1,2)` does not separate. */
export const SORT_TEXT: QueryKind<readonly string[]> = {
  schema: { type: 'string', description: 'Items separated by commas.' },
  read(text) {
    const items: string[] = []
    for (const part of text.split(',')) {
      const last = items.at(-1)
      if (last !== undefined && last.includes('_geoPoint(') && !last.includes(')')) {
        items[items.length - 1] = `${last},${part}`
      } else items.push(part)
    }
    return items.map((item) => item.replaceAll('"', '').trim())
  },
}
