// Tables of body fields: what is read is JSON.

import { InputError } from '@sextant/engine'

import type { ErrorCode } from '../errors/codes.ts'
import { suggestion } from './did-you-mean.ts'
import { type Field, type Kind, readFields, type ReadFields, unknownField } from './fields.ts'
import { isJsonObject, jsonText, type JsonValue, kindOf } from './json-value.ts'
import { quoteAll, shorten } from './quoting.ts'

/** How values of one kind are read. `at` is the place of the value, `.queries[0].limit`. */
export type BodyKind<T> = Kind<JsonValue, T>

/** One field of a body. */
export type BodyField<T> = Field<JsonValue, T>

/** Fields by name, in the order of the documentation. */
export type BodyFields = Readonly<Record<string, BodyField<unknown>>>

/** What reading a body gives: absent fields stay absent. */
export type BodyOf<F extends BodyFields> = ReadFields<JsonValue, F>

/** The table for a type: one field per member. */
export type FieldsFor<T> = {
  readonly [Name in keyof T]-?: BodyField<Exclude<T[Name], undefined>>
}

/** How an object as a whole is read. */
export interface ObjectRules {
  /** For unknown fields and for a value that is no object. */
  readonly code: ErrorCode
  /** Fields that exist but may not be changed. */
  readonly immutable?: Readonly<Record<string, ErrorCode>>
  readonly ignoreUnknown?: boolean
}

/** Reads an object by its table. Fields are visited in the order of the payload, so the first mistake is reported. */
export function readObject<F extends BodyFields>(
  value: JsonValue,
  fields: F,
  at: string,
  { code, immutable = {}, ignoreUnknown = false }: ObjectRules,
): BodyOf<F> {
  if (!isJsonObject(value)) throw wrongKind(value, 'an object', at, code)
  return readFields(Object.entries(value), fields, {
    noun: 'Field',
    at,
    place: (name) => `${at}.${name}`,
    onUnknown(name) {
      if (Object.hasOwn(immutable, name)) {
        throw new InputError(
          immutable[name] ?? code,
          `Field \`${name}\` cannot be changed. Fields open to change: ${quoteAll(Object.keys(fields))}.`,
        )
      }
      if (ignoreUnknown) return
      throw unknownField(name, Object.keys(fields), { noun: 'Field', at, code })
    },
  })
}

/** The error for a value of a kind that is not accepted. */
export function wrongKind(
  value: JsonValue,
  expected: string,
  at: string,
  code: ErrorCode,
): InputError {
  const place =
    at === '' ? `The body should be ${expected}` : `At \`${at}\` ${expected} was expected`
  const shown = value === null ? '' : `: \`${shorten(jsonText(value))}\``
  return new InputError(code, `${place}, but the value is ${kindOf(value)}${shown}.`)
}

/** The error for a text outside an enumeration. */
export function notAccepted(
  text: string,
  accepted: readonly string[],
  at: string,
  code: ErrorCode,
): InputError {
  return new InputError(
    code,
    `Value \`${shorten(text)}\` at \`${at}\` is not accepted.${suggestion(text, accepted)} Accepted values: ${quoteAll(accepted)}.`,
  )
}
