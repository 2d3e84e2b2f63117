// Built-in functions on numbers. Rounding and analysis are for floats only: an integer is converted with `to_float()` first.

import { compareValues, isNumber } from '../operators.ts'
import { INT_MAX, INT_MIN } from '../values.ts'
import type { Value } from '../values.ts'
import { floatArgument } from './arguments.ts'
import { reading } from './method.ts'
import type { Method, MethodContext, MethodTable } from './method.ts'

/** Functions on integers. */
export const INT_METHODS: MethodTable = new Map<string, Method>([
  [
    'abs',
    reading<bigint>(0, 0, (self, _, context) => intResult(self < 0n ? -self : self, context)),
  ],
  ['sign', reading<bigint>(0, 0, (self) => (self > 0n ? 1n : self < 0n ? -1n : 0n))],
  ['is_zero', reading<bigint>(0, 0, (self) => self === 0n)],
  ['is_odd', reading<bigint>(0, 0, (self) => self % 2n !== 0n)],
  ['is_even', reading<bigint>(0, 0, (self) => self % 2n === 0n)],
  ['to_int', reading<bigint>(0, 0, (self) => self)],
  ['to_float', reading<bigint>(0, 0, (self) => Number(self))],
  ['min', reading<bigint>(1, 1, (self, [other], context) => pick(self, other, -1, context))],
  ['max', reading<bigint>(1, 1, (self, [other], context) => pick(self, other, 1, context))],
])

/** Functions on floats. */
export const FLOAT_METHODS: MethodTable = new Map<string, Method>([
  ['abs', float(Math.abs)],
  ['sign', reading<number>(0, 0, (self) => (self > 0 ? 1n : self < 0 ? -1n : 0n))],
  ['is_zero', reading<number>(0, 0, (self) => self === 0)],
  ['is_nan', reading<number>(0, 0, (self) => Number.isNaN(self))],
  ['is_finite', reading<number>(0, 0, (self) => Number.isFinite(self))],
  ['is_infinite', reading<number>(0, 0, (self) => Math.abs(self) === Infinity)],
  ['floor', float(Math.floor)],
  ['ceiling', float(Math.ceil)],
  ['round', float(roundHalfAway)],
  ['int', float(Math.trunc)],
  ['fraction', float((self) => self - Math.trunc(self))],
  ['sqrt', float(Math.sqrt)],
  ['sin', float(Math.sin)],
  ['cos', float(Math.cos)],
  ['tan', float(Math.tan)],
  ['asin', float(Math.asin)],
  ['acos', float(Math.acos)],
  ['atan', float(Math.atan)],
  ['sinh', float(Math.sinh)],
  ['cosh', float(Math.cosh)],
  ['tanh', float(Math.tanh)],
  ['to_degrees', float((self) => (self * 180) / Math.PI)],
  ['to_radians', float((self) => (self * Math.PI) / 180)],
  ['exp', float(Math.exp)],
  ['ln', float(Math.log)],
  ['log', reading<number>(0, 1, logarithm)],
  ['to_float', float((self) => self)],
  ['to_int', reading<number>(0, 0, (self, _, context) => floatToInt(self, context))],
  ['min', reading<number>(1, 1, (self, [other], context) => pick(self, other, -1, context))],
  ['max', reading<number>(1, 1, (self, [other], context) => pick(self, other, 1, context))],
])

/** Reads an integer from text, in base 10 unless another one from 2 to 36 is given. */
export function parseInteger(text: string, radix: number, context: MethodContext): bigint {
  const digits = text.trim()
  const sign = digits.startsWith('-') ? -1n : 1n
  const body = digits.replace(/^[+-]/, '').toLowerCase()
  if (!(radix >= 2 && radix <= 36)) throw context.fault('a base is an integer from 2 to 36')
  let value = 0n
  for (const char of body) {
    const digit = Number.parseInt(char, radix)
    if (Number.isNaN(digit)) throw notANumber(text, 'an integer', context)
    value = intResult(value * BigInt(radix) + sign * BigInt(digit), context)
  }
  if (body === '') throw notANumber(text, 'an integer', context)
  return value
}

/** Reads a float from text. */
export function parseFloatText(text: string, context: MethodContext): number {
  const digits = text.trim()
  if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(digits)) {
    throw notANumber(text, 'a number', context)
  }
  return Number(digits)
}

function float(compute: (self: number) => number): Method {
  return reading<number>(0, 0, (self) => compute(self))
}

/** Halves go away from zero, on both sides. */
function roundHalfAway(value: number): number {
  const whole = Math.trunc(value)
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole
}

function logarithm(self: number, [base]: readonly Value[], context: MethodContext): number {
  if (base === undefined) return Math.log10(self)
  return Math.log(self) / Math.log(floatArgument(base, context))
}

function floatToInt(value: number, context: MethodContext): bigint {
  if (!Number.isFinite(value)) throw context.fault(`${value} is no integer`)
  return intResult(BigInt(Math.trunc(value)), context)
}

function intResult(value: bigint, context: MethodContext): bigint {
  if (value < INT_MIN || value > INT_MAX) {
    throw context.fault('the result does not fit into a 64-bit integer')
  }
  return value
}

/** The smaller (`side` -1) or larger (`side` 1) of two numbers; a float when either is one. */
function pick(
  self: bigint | number,
  other: Value | undefined,
  side: -1 | 1,
  context: MethodContext,
): Value {
  if (other === undefined || !isNumber(other)) throw context.fault('expected two numbers')
  const order = compareValues(self, other) ?? 0
  const chosen = order * side >= 0 ? self : other
  const isMixed = typeof self !== typeof other
  return isMixed ? Number(chosen) : chosen
}

function notANumber(text: string, kind: string, context: MethodContext): Error {
  return context.fault(`${JSON.stringify(text.slice(0, 40))} is not ${kind}`)
}
