// Partial changes of an object, with the three states of the interface: an absent member stays, null goes back to the
// default, a value is set.

import { type Decoder, type Place, memberPlace, readFields } from './decoder.ts'

/** A partial change of an object with these members. */
export type Patch<Members> = { readonly [Name in keyof Members]?: Members[Name] | null }

/** One decoder per member, in the order in which members are presented. */
export type Decoders<Members> = { readonly [Name in keyof Members]-?: Decoder<Members[Name]> }

/** Reads a partial change. The first error in the order of the body wins; the result has the order of the decoders. */
export function readPatch<Members extends object>(
  value: unknown,
  place: Place,
  decoders: Decoders<Members>,
): Patch<Members> {
  const body = readFields(value, place, Object.keys(decoders))
  const decoded = new Map<string, unknown>()
  for (const [name, member] of Object.entries(body)) {
    const decode = decoders[name as keyof Members]
    decoded.set(name, member === null ? null : decode(member, memberPlace(place, name)))
  }
  const inOrder = Object.keys(decoders).filter((name) => decoded.has(name))
  // every member came out of the decoder of its own name
  return Object.fromEntries(inOrder.map((name) => [name, decoded.get(name)])) as Patch<Members>
}

/** The object after the change. */
export function mergePatch<Members extends object>(
  current: Members,
  patch: Patch<Members>,
  defaults: Members,
): Members {
  const merged: Members = { ...current }
  for (const name of Object.keys(patch) as (keyof Members)[]) {
    const value = patch[name]
    if (value === undefined) continue
    merged[name] = value === null ? defaults[name] : value
  }
  return merged
}
