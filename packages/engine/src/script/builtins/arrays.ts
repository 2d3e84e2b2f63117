// Built-in functions on arrays. Callbacks take `(item)` or `(item, index)`; one without parameters finds the item in `this`.

import { compareValues, isEqual } from '../operators.ts'
import { ElementReference, TemporaryReference } from '../references.ts'
import { FunctionValue, RangeValue } from '../values.ts'
import type { Value } from '../values.ts'
import {
  clampPosition,
  findPosition,
  functionArgument,
  intArgument,
  spanArgument,
  truthOf,
} from './arguments.ts'
import { mutating, reading } from './method.ts'
import type { Method, MethodContext, MethodTable } from './method.ts'

/** Functions on arrays. */
export const ARRAY_METHODS: MethodTable = new Map<string, Method>([
  ['len', reading<Value[]>(0, 0, (self) => BigInt(self.length))],
  ['is_empty', reading<Value[]>(0, 0, (self) => self.length === 0)],
  ['get', reading<Value[]>(1, 1, get)],
  [
    'contains',
    reading<Value[]>(1, 1, (self, [item], context) => indexOf(self, [item ?? null], context) >= 0n),
  ],
  ['index_of', reading<Value[]>(1, 2, indexOf)],
  ['find', reading<Value[]>(1, 2, find)],
  ['find_map', reading<Value[]>(1, 2, findMap)],
  ['map', reading<Value[]>(1, 1, (self, [f], context) => each(self, f, context))],
  ['filter', reading<Value[]>(1, 1, filter)],
  ['some', reading<Value[]>(1, 1, (self, [f], context) => self.some(test(f, context)))],
  ['all', reading<Value[]>(1, 1, (self, [f], context) => self.every(test(f, context)))],
  ['reduce', reading<Value[]>(1, 2, (self, args, context) => reduce(self, args, context))],
  [
    'reduce_rev',
    reading<Value[]>(1, 2, (self, args, context) => reduce(self.toReversed(), args, context)),
  ],
  ['extract', reading<Value[]>(1, 2, extract)],
  ['zip', reading<Value[]>(2, 2, zip)],
  ['for_each', mutating<Value[]>(1, 1, forEach)],
  ['set', mutating<Value[]>(2, 2, set)],
  ['push', mutating<Value[]>(1, 1, push)],
  ['append', mutating<Value[]>(1, 1, append)],
  ['pop', mutating<Value[]>(0, 0, (self) => self.pop() ?? null)],
  ['shift', mutating<Value[]>(0, 0, (self) => self.shift() ?? null)],
  ['insert', mutating<Value[]>(2, 2, insert)],
  ['remove', mutating<Value[]>(1, 1, remove)],
  ['clear', mutating<Value[]>(0, 0, (self) => cut(self, 0, self.length))],
  [
    'truncate',
    mutating<Value[]>(1, 1, (self, [n], context) =>
      cut(self, Math.max(0, intArgument(n, context)), self.length),
    ),
  ],
  [
    'chop',
    mutating<Value[]>(1, 1, (self, [n], context) =>
      cut(self, 0, self.length - Math.max(0, intArgument(n, context))),
    ),
  ],
  ['splice', mutating<Value[]>(2, 3, splice)],
  ['split', mutating<Value[]>(1, 1, split)],
  ['drain', mutating<Value[]>(1, 2, (self, args, context) => takeOut(self, args, context, true))],
  ['retain', mutating<Value[]>(1, 2, (self, args, context) => takeOut(self, args, context, false))],
  ['pad', mutating<Value[]>(2, 2, pad)],
  ['reverse', mutating<Value[]>(0, 0, reverse)],
  ['sort', mutating<Value[]>(0, 1, sort)],
  ['sort_desc', mutating<Value[]>(0, 0, sortDescending)],
  ['dedup', mutating<Value[]>(0, 1, dedup)],
])

type Args = readonly Value[]

function test(
  f: Value | undefined,
  context: MethodContext,
): (item: Value, index: number) => boolean {
  const target = functionArgument(f, context)
  return (item, index) => truthOf(context.call(target, [item, BigInt(index)]), context)
}

/** What the callback gives for each item. */
function each(self: Value[], f: Value | undefined, context: MethodContext): Value[] {
  const target = functionArgument(f, context)
  return self.map((item, index) => context.copy(context.call(target, [item, BigInt(index)])))
}

function get(self: Value[], [position]: Args, context: MethodContext): Value {
  return self[findPosition(intArgument(position, context), self.length)] ?? null
}

function indexOf(self: Value[], [sought, from]: Args, context: MethodContext): bigint {
  const start = from === undefined ? 0 : clampPosition(intArgument(from, context), self.length)
  context.chargeEntries(self.length)
  const isSought =
    sought instanceof FunctionValue
      ? test(sought, context)
      : (item: Value) => isEqual(item, sought ?? null)
  for (let index = start; index < self.length; index++) {
    if (isSought(self[index]!, index)) return BigInt(index)
  }
  return -1n
}

function find(self: Value[], [f, from]: Args, context: MethodContext): Value {
  const index = indexOf(
    self,
    from === undefined ? [functionArgument(f, context)] : [functionArgument(f, context), from],
    context,
  )
  return self[Number(index)] ?? null
}

function findMap(self: Value[], [f, from]: Args, context: MethodContext): Value {
  const target = functionArgument(f, context)
  const start = from === undefined ? 0 : clampPosition(intArgument(from, context), self.length)
  for (let index = start; index < self.length; index++) {
    const item = self[index]!
    const found = context.call(target, [item, BigInt(index)])
    if (found !== null) return found
  }
  return null
}

function filter(self: Value[], [f]: Args, context: MethodContext): Value {
  return self.filter(test(f, context)).map((item) => context.copy(item))
}

function reduce(self: Value[], [f, start]: Args, context: MethodContext): Value {
  const target = functionArgument(f, context)
  let total: Value = start ?? null
  for (const [index, item] of self.entries()) {
    total = context.call(target, [total, item, BigInt(index)], new TemporaryReference(item))
  }
  return total
}

function extract(self: Value[], args: Args, context: MethodContext): Value {
  const { start, end } = spanArgument(args, self.length, context)
  return self.slice(start, end).map((item) => context.copy(item))
}

function zip(self: Value[], [other, f]: Args, context: MethodContext): Value {
  if (!Array.isArray(other)) throw context.fault('expected an array')
  const target = functionArgument(f, context)
  return self
    .slice(0, other.length)
    .map((item, index) => context.copy(context.call(target, [item, other[index]!])))
}

/** The callback may change the item through `this`. */
function forEach(self: Value[], [f]: Args, context: MethodContext): Value {
  const target = functionArgument(f, context)
  for (let index = 0; index < self.length; index++) {
    const item = new ElementReference(self, index, false)
    context.call(target, [item.get(), BigInt(index)], item)
  }
  return null
}

function set(self: Value[], [position, value]: Args, context: MethodContext): Value {
  const index = findPosition(intArgument(position, context), self.length)
  if (index >= 0) self[index] = context.copy(value ?? null)
  return null
}

function push(self: Value[], [item]: Args, context: MethodContext): Value {
  context.checkSize(self.length + 1)
  self.push(context.copy(item ?? null))
  return null
}

function append(self: Value[], [other]: Args, context: MethodContext): Value {
  if (!Array.isArray(other)) throw context.fault('expected an array')
  insertItems(self, self.length, 0, other, context)
  return null
}

function insert(self: Value[], [position, item]: Args, context: MethodContext): Value {
  const at = clampPosition(intArgument(position, context), self.length)
  insertItems(self, at, 0, [item ?? null], context)
  return null
}

function remove(self: Value[], [position]: Args, context: MethodContext): Value {
  const index = findPosition(intArgument(position, context), self.length)
  return index < 0 ? null : (self.splice(index, 1)[0] ?? null)
}

function cut(self: Value[], start: number, end: number): Value {
  if (end > start) self.splice(start, end - start)
  return null
}

/** `splice(start, length, items)` or `splice(range, items)`. */
function splice(self: Value[], args: Args, context: MethodContext): Value {
  const items = args.at(-1)
  if (!Array.isArray(items)) throw context.fault('expected an array')
  const { start, end } = spanArgument(args.slice(0, -1), self.length, context)
  insertItems(self, start, end - start, items, context)
  return null
}

function insertItems(
  self: Value[],
  start: number,
  removedCount: number,
  items: readonly Value[],
  context: MethodContext,
): void {
  context.checkSize(self.length - removedCount + items.length)
  self.splice(start, removedCount, ...items.map((item) => context.copy(item)))
}

/** Cuts off and gives everything from a position on. */
function split(self: Value[], [position]: Args, context: MethodContext): Value {
  return self.splice(clampPosition(intArgument(position, context), self.length))
}

/** Takes the chosen items out (`drain`) or leaves only them (`retain`); gives what was taken out. */
function takeOut(self: Value[], args: Args, context: MethodContext, takesChosen: boolean): Value {
  let isChosen: (item: Value, index: number) => boolean
  if (args[0] instanceof FunctionValue) isChosen = test(args[0], context)
  else {
    const isSpan = args.length === 2 || args[0] instanceof RangeValue
    if (!isSpan) throw context.fault('expected a function, a range, or a start and a length')
    const { start, end } = spanArgument(args, self.length, context)
    context.chargeEntries(self.length)
    isChosen = (_, index) => index >= start && index < end
  }
  const left: Value[] = []
  const taken: Value[] = []
  for (const [index, item] of self.slice().entries()) {
    if (isChosen(item, index) === takesChosen) taken.push(item)
    else left.push(item)
  }
  self.length = 0
  for (const item of left) self.push(item)
  return taken
}

function pad(self: Value[], [length, item]: Args, context: MethodContext): Value {
  const wanted = intArgument(length, context)
  context.checkSize(Math.max(self.length, wanted))
  while (self.length < wanted) self.push(context.copy(item ?? null))
  return null
}

function reverse(self: Value[], _: Args, context: MethodContext): Value {
  context.chargeEntries(self.length)
  self.reverse()
  return null
}

function sort(self: Value[], [f]: Args, context: MethodContext): Value {
  const target = f === undefined ? null : functionArgument(f, context)
  context.chargeEntries(self.length)
  const sorted = self.toSorted((a, b) => {
    if (target === null) return naturalOrder(a, b, context)
    const order = context.call(target, [a, b])
    if (typeof order !== 'bigint') throw context.fault('a comparison gives an integer')
    return Number(order)
  })
  for (const [index, item] of sorted.entries()) self[index] = item
  return null
}

function sortDescending(self: Value[], _: Args, context: MethodContext): Value {
  sort(self, [], context)
  self.reverse()
  return null
}

function naturalOrder(a: Value, b: Value, context: MethodContext): number {
  const order = compareValues(a, b)
  if (order === null) throw context.fault('the items have no common order')
  return order
}

/** Drops items equal to the one before them. */
function dedup(self: Value[], [f]: Args, context: MethodContext): Value {
  const target = f === undefined ? null : functionArgument(f, context)
  context.chargeEntries(self.length)
  const kept = self.filter((item, index) => {
    if (index === 0) return true
    const before = self[index - 1]!
    return target === null
      ? !isEqual(item, before)
      : !truthOf(context.call(target, [before, item]), context)
  })
  self.length = 0
  for (const item of kept) self.push(item)
  return null
}
