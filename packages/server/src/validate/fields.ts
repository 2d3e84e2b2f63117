// Tables of fields, of bodies and of query strings alike: one row says the code, the kind and whether it is required; reading,
// its errors and the description in the OpenAPI document follow from the row.

import { InputError } from '@sextant/engine'

import type { ErrorCode } from '../errors/codes.ts'
import { suggestion } from './did-you-mean.ts'
import { quoteAll, shorten } from './quoting.ts'

/** A description of values for the OpenAPI document. */
export type ValueSchema = Readonly<Record<string, unknown>>

/** How values of one kind are read from what is given. `at` is the place of the value: a name, or `.queries[0].limit`. */
export interface Kind<Given, T> {
  readonly schema: ValueSchema
  /** Throws InputError with `code`, unless the kind has a code of its own for what is wrong. */
  read(value: Given, at: string, code: ErrorCode): T
}

/** One field. */
export interface Field<Given, T> {
  readonly kind: Kind<Given, T>
  readonly code: ErrorCode
  /** The code to answer with when the field is absent; optional without it. */
  readonly missing?: ErrorCode
  readonly doc: string
}

/** Fields by name, in the order of the documentation. */
export type Fields<Given> = Readonly<Record<string, Field<Given, unknown>>>

/** What reading gives: absent fields stay absent. */
export type ReadFields<Given, F extends Fields<Given>> = {
  readonly [Name in keyof F]?: F[Name] extends Field<Given, infer T> ? T : never
}

/** What goes with a table to read by it. */
export interface Reading {
  /** What a field is called in messages. */
  readonly noun: 'Field' | 'Parameter'
  /** Where the fields are; empty at the outside. */
  readonly at: string
  /** The place of the value of a field. */
  readonly place: (name: string) => string
  /** Throws for a field that the table does not have, or lets it pass. */
  readonly onUnknown: (name: string) => void
}

/** Reads what is given by a table, in the order given, so that the first mistake is reported. */
export function readFields<Given, F extends Fields<Given>>(
  given: Iterable<readonly [string, Given]>,
  fields: F,
  { noun, at, place, onUnknown }: Reading,
): ReadFields<Given, F> {
  const result: Record<string, unknown> = {}
  for (const [name, value] of given) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) onUnknown(name)
    else result[name] = field.kind.read(value, place(name), field.code)
  }
  for (const [name, missing] of requiredOf(fields)) {
    if (Object.hasOwn(result, name)) continue
    throw new InputError(missing, `${noun} \`${name}\` is required${inside(at)}.`)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member was read by the kind of its field
  return result as ReadFields<Given, F>
}

/** The required fields of each table that has been read by, with the code for their absence. */
const required = new WeakMap<object, readonly (readonly [name: string, missing: ErrorCode])[]>()

function requiredOf<Given>(fields: Fields<Given>): readonly (readonly [string, ErrorCode])[] {
  let found = required.get(fields)
  if (found === undefined) {
    found = Object.entries(fields).flatMap(([name, { missing }]) =>
      missing === undefined ? [] : [[name, missing] as const],
    )
    required.set(fields, found)
  }
  return found
}

/** The error for a field that a table does not have. */
export function unknownField(
  name: string,
  accepted: readonly string[],
  { noun, at, code }: Pick<Reading, 'noun' | 'at'> & { readonly code: ErrorCode },
): InputError {
  return new InputError(
    code,
    `${noun} \`${shorten(name)}\` is not known${inside(at)}.${suggestion(name, accepted)} Accepted ${noun.toLowerCase()}s: ${quoteAll(accepted)}.`,
  )
}

function inside(at: string): string {
  return at === '' ? '' : ` inside \`${at}\``
}
