// Reading the arguments of built-in functions.

import { isNumber, isText, textOf } from '../operators.ts'
import { FunctionValue, RangeValue, typeName } from '../values.ts'
import type { Value } from '../values.ts'
import type { MethodContext } from './method.ts'

/** A string or char argument, as text. */
export function textArgument(value: Value | undefined, context: MethodContext): string {
  if (value === undefined || !isText(value)) throw wrongKind(value, 'a string', context)
  return textOf(value)
}

/** An integer argument, as a number clamped to what positions need. */
export function intArgument(value: Value | undefined, context: MethodContext): number {
  if (typeof value !== 'bigint') throw wrongKind(value, 'an integer', context)
  return Number(value)
}

/** A number argument, as a float. */
export function floatArgument(value: Value | undefined, context: MethodContext): number {
  if (value === undefined || !isNumber(value)) throw wrongKind(value, 'a number', context)
  return Number(value)
}

/** A closure or function pointer. */
export function functionArgument(value: Value | undefined, context: MethodContext): FunctionValue {
  if (!(value instanceof FunctionValue)) throw wrongKind(value, 'a function', context)
  return value
}

/** What a callback that decides something must give. */
export function truthOf(value: Value, context: MethodContext): boolean {
  if (typeof value !== 'boolean') throw wrongKind(value, 'true or false', context)
  return value
}

/** A part of something with `length` places, from `(start)`, `(start, length)` or `(range)`; always inside. */
export function spanArgument(
  args: readonly Value[],
  length: number,
  context: MethodContext,
): { start: number; end: number } {
  const [first, second] = args
  if (first instanceof RangeValue) {
    const start = clampPosition(Number(first.start), length)
    return { start, end: Math.max(start, Math.min(length, Number(first.endExclusive))) }
  }
  const start = clampPosition(intArgument(first, context), length)
  const count = second === undefined ? length : intArgument(second, context)
  return { start, end: Math.max(start, Math.min(length, start + count)) }
}

/** A position that may count from the end (−1 is the last place), brought inside 0 … length. */
export function clampPosition(position: number, length: number): number {
  return Math.max(0, Math.min(length, position < 0 ? length + position : position))
}

/** A position that may count from the end, or -1 when there is nothing there. */
export function findPosition(position: number, length: number): number {
  const index = position < 0 ? length + position : position
  return index >= 0 && index < length ? index : -1
}

function wrongKind(value: Value | undefined, expected: string, context: MethodContext): Error {
  return context.fault(
    `expected ${expected}, got ${value === undefined ? 'nothing' : typeName(value)}`,
  )
}
