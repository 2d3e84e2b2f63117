// Which built-in functions there are, by the kind of value they are called on.

import { jsonText } from '../json-values.ts'
import {
  CharValue,
  FunctionValue,
  RangeValue,
  debugValue,
  displayValue,
  typeName,
} from '../values.ts'
import type { Value } from '../values.ts'
import { ARRAY_METHODS } from './arrays.ts'
import { MAP_METHODS } from './maps.ts'
import { reading } from './method.ts'
import type { Method, MethodContext, MethodTable } from './method.ts'
import { FLOAT_METHODS, INT_METHODS } from './numbers.ts'
import { CHAR_METHODS, STRING_METHODS } from './strings.ts'

/** The built-in function of this name for a value; null when there is none. */
export function findMethod(self: Value, name: string): Method | null {
  return methodsOf(self).get(name) ?? ANY_METHODS.get(name) ?? null
}

/** Built-in functions that can be read like properties, without parentheses. */
export const PROPERTIES: ReadonlySet<string> = new Set([
  'len',
  'bytes',
  'is_empty',
  'is_odd',
  'is_even',
  'is_zero',
  'is_nan',
  'is_finite',
  'is_infinite',
  'floor',
  'ceiling',
  'round',
  'int',
  'fraction',
  'start',
  'end',
])

/** Built-in functions without arguments. */
export const CONSTANTS: ReadonlyMap<string, Value> = new Map([
  ['PI', Math.PI],
  ['E', Math.E],
])

const ANY_METHODS: MethodTable = new Map<string, Method>([
  ['type_of', reading(0, 0, (self) => typeName(self))],
  ['to_string', written((self) => displayValue(self))],
  ['to_debug', written((self) => debugValue(self))],
  ['to_json', written((self, context) => jsonText(self, (fault) => context.fault(fault)))],
  // Nobody reads what a function prints while documents are edited.
  ['print', reading(0, 0, () => null)],
  ['debug', reading(0, 0, () => null)],
])

/** A method that writes the value out, which costs as much as the text is long. */
function written(write: (self: Value, context: MethodContext) => string): Method {
  return reading(0, 0, (self, _, context) => {
    const text = write(self, context)
    context.chargeText(text.length)
    return text
  })
}

const RANGE_METHODS: MethodTable = new Map<string, Method>([
  [
    'contains',
    reading<RangeValue>(1, 1, (self, [item]) => typeof item === 'bigint' && self.contains(item)),
  ],
  ['start', reading<RangeValue>(0, 0, (self) => self.start)],
  ['end', reading<RangeValue>(0, 0, (self) => self.end)],
  ['is_empty', reading<RangeValue>(0, 0, (self) => self.endExclusive <= self.start)],
])

const FUNCTION_METHODS: MethodTable = new Map<string, Method>([
  ['name', reading<FunctionValue>(0, 0, (self) => self.name)],
  ['is_anonymous', reading<FunctionValue>(0, 0, (self) => self.closure !== null)],
  [
    'curry',
    reading<FunctionValue>(1, 16, (self, args, context) => {
      const curried = [...self.curried, ...args.map((arg) => context.copy(arg))]
      context.checkSize(curried.length)
      const { closure, name, captured } = self
      return new FunctionValue({ closure, name, captured, curried })
    }),
  ],
])

const NO_METHODS: MethodTable = new Map()

function methodsOf(self: Value): MethodTable {
  switch (typeof self) {
    case 'bigint':
      return INT_METHODS
    case 'number':
      return FLOAT_METHODS
    case 'string':
      return STRING_METHODS
    default:
      break
  }
  if (Array.isArray(self)) return ARRAY_METHODS
  if (self instanceof Map) return MAP_METHODS
  if (self instanceof CharValue) return CHAR_METHODS
  if (self instanceof RangeValue) return RANGE_METHODS
  if (self instanceof FunctionValue) return FUNCTION_METHODS
  return NO_METHODS
}
