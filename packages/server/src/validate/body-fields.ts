// Tables of body fields: one row says the code, the kind and whether it is required; reading a body, its errors and
// its description in the OpenAPI document follow from the row.

import { InputError } from '@sextant/engine'

import type { ErrorCode } from '../errors/codes.ts'
import { didYouMean } from './did-you-mean.ts'
import { isJsonObject, jsonText, type JsonValue, kindOf } from './json-value.ts'

/** A description of values for the OpenAPI document. */
export type ValueSchema = Readonly<Record<string, unknown>>

/** How values of one kind are read. `at` is the place of the value, `.queries[0].limit`. */
export interface BodyKind<T> {
  readonly schema: ValueSchema
  /** Throws InputError with `code`, unless the kind has a code of its own for what is wrong. */
  read(value: JsonValue, at: string, code: ErrorCode): T
}

/** One field of a body. */
export interface BodyField<T> {
  readonly kind: BodyKind<T>
  readonly code: ErrorCode
  /** The code to answer with when the field is absent; optional without it. */
  readonly missing?: ErrorCode
  readonly doc: string
}

/** Fields by name, in the order of the documentation. */
export type BodyFields = Readonly<Record<string, BodyField<unknown>>>

/** What reading a body gives: absent fields stay absent. */
export type BodyOf<F extends BodyFields> = {
  readonly [Name in keyof F]?: F[Name] extends BodyField<infer T> ? T : never
}

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
  rules: ObjectRules,
): BodyOf<F> {
  if (!isJsonObject(value)) throw wrongKind(value, 'an object', at, rules.code)
  const result: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field !== undefined) {
      result[name] = field.kind.read(member, `${at}.${name}`, field.code)
      continue
    }
    const immutable = rules.immutable
    if (immutable !== undefined && Object.hasOwn(immutable, name)) {
      throw new InputError(
        immutable[name] ?? rules.code,
        `Field \`${name}\` cannot be changed. Fields open to change: ${quoteAll(Object.keys(fields))}.`,
      )
    }
    if (rules.ignoreUnknown !== true) throw unknownField(name, Object.keys(fields), at, rules.code)
  }
  for (const [name, field] of Object.entries(fields)) {
    if (field.missing !== undefined && !Object.hasOwn(result, name)) {
      throw new InputError(
        field.missing,
        `Field \`${name}\` is required${at === '' ? '' : ` inside \`${at}\``}.`,
      )
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member was read by the kind of its field
  return result as BodyOf<F>
}

/** The error for a field that the table does not know. */
export function unknownField(
  name: string,
  accepted: readonly string[],
  at: string,
  code: ErrorCode,
): InputError {
  const near = didYouMean(name, accepted)
  const inside = at === '' ? '' : ` inside \`${at}\``
  const hint = near === null ? '' : ` Did you mean \`${near}\`?`
  return new InputError(
    code,
    `Field \`${shorten(name)}\` is not known${inside}.${hint} Accepted fields: ${quoteAll(accepted)}.`,
  )
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
  const near = didYouMean(text, accepted)
  const hint = near === null ? '' : ` Did you mean \`${near}\`?`
  return new InputError(
    code,
    `Value \`${shorten(text)}\` at \`${at}\` is not accepted.${hint} Accepted values: ${quoteAll(accepted)}.`,
  )
}

/** Names in backticks, separated by commas. */
export function quoteAll(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

/** A value as messages quote it: the middle of a long one is left out. */
export function shorten(text: string): string {
  return text.length <= 140 ? text : `${text.slice(0, 50)}…${text.slice(-85)}`
}
