// Built-in functions on maps. Keys are always visited in text order; callbacks take `(key)` or `(key, value)`.

import { TemporaryReference } from '../references.ts'
import { sortedEntries } from '../values.ts'
import type { MapValue, Value } from '../values.ts'
import { functionArgument, textArgument, truthOf } from './arguments.ts'
import { mutating, reading } from './method.ts'
import type { Method, MethodContext, MethodTable } from './method.ts'

/** Functions on maps. */
export const MAP_METHODS: MethodTable = new Map<string, Method>([
  ['len', reading<MapValue>(0, 0, (self) => BigInt(self.size))],
  ['is_empty', reading<MapValue>(0, 0, (self) => self.size === 0)],
  ['keys', reading<MapValue>(0, 0, keys)],
  [
    'values',
    reading<MapValue>(0, 0, (self, _, context) =>
      sortedEntries(self).map(([, value]) => context.copy(value)),
    ),
  ],
  [
    'contains',
    reading<MapValue>(1, 1, (self, [key], context) => self.has(textArgument(key, context))),
  ],
  [
    'get',
    reading<MapValue>(1, 1, (self, [key], context) => self.get(textArgument(key, context)) ?? null),
  ],
  ['filter', reading<MapValue>(1, 1, (self, args, context) => chosen(self, args, context))],
  ['set', mutating<MapValue>(2, 2, set)],
  ['remove', mutating<MapValue>(1, 1, remove)],
  ['clear', mutating<MapValue>(0, 0, clear)],
  ['mixin', mutating<MapValue>(1, 1, mixin)],
  ['fill_with', mutating<MapValue>(1, 1, fillWith)],
  ['drain', mutating<MapValue>(1, 1, (self, args, context) => takeOut(self, args, context, true))],
  [
    'retain',
    mutating<MapValue>(1, 1, (self, args, context) => takeOut(self, args, context, false)),
  ],
])

/** Sets every entry of `other` in `self`. */
export function mixInto(self: MapValue, other: MapValue, context: MethodContext): void {
  for (const [key, value] of other) setKey(self, key, value, context)
}

type Args = readonly Value[]

function keys(self: MapValue, _: Args, context: MethodContext): Value {
  context.chargeEntries(self.size)
  return sortedEntries(self).map(([key]) => key)
}

function setKey(self: MapValue, key: string, value: Value, context: MethodContext): void {
  if (!self.has(key)) context.checkSize(self.size + 1)
  self.set(key, context.copy(value))
}

function set(self: MapValue, [key, value]: Args, context: MethodContext): Value {
  setKey(self, textArgument(key, context), value ?? null, context)
  return null
}

function remove(self: MapValue, [key]: Args, context: MethodContext): Value {
  const name = textArgument(key, context)
  const value = self.get(name) ?? null
  self.delete(name)
  return value
}

function clear(self: MapValue): Value {
  self.clear()
  return null
}

function mixin(self: MapValue, [other]: Args, context: MethodContext): Value {
  mixInto(self, mapArgument(other, context), context)
  return null
}

/** Sets the entries whose keys are missing. */
function fillWith(self: MapValue, [other]: Args, context: MethodContext): Value {
  for (const [key, value] of mapArgument(other, context)) {
    if (!self.has(key)) setKey(self, key, value, context)
  }
  return null
}

/** A map of copies of the entries a callback chooses. */
function chosen(self: MapValue, [f]: Args, context: MethodContext): MapValue {
  const target = functionArgument(f, context)
  const result: MapValue = new Map()
  for (const [key, value] of sortedEntries(self)) {
    if (truthOf(context.call(target, [key, value], new TemporaryReference(value)), context)) {
      result.set(key, context.copy(value))
    }
  }
  return result
}

/** Takes the chosen entries out (`drain`) or leaves only them (`retain`); gives what was taken out. */
function takeOut(self: MapValue, args: Args, context: MethodContext, takesChosen: boolean): Value {
  const kept = chosen(self, args, context)
  const taken: MapValue = new Map()
  for (const [key, value] of sortedEntries(self)) {
    if (kept.has(key) === takesChosen) {
      taken.set(key, value)
      self.delete(key)
    }
  }
  return taken
}

function mapArgument(value: Value | undefined, context: MethodContext): MapValue {
  if (!(value instanceof Map)) throw context.fault('expected a map')
  return value
}
