// What operators do with values. Integers stay integers and fail when they leave 64 bits; an integer beside a float becomes one.

import { ScriptError } from './script-error.ts'
import type { Place } from './script-error.ts'
import type { BinaryOperator } from './syntax.ts'
import {
  CharValue,
  INT_MAX,
  INT_MIN,
  RangeValue,
  compareTexts,
  displayValue,
  typeName,
} from './values.ts'
import type { Value } from './values.ts'

/** The value of `left operator right`. Results may share parts with their operands. */
export function applyBinary(
  operator: BinaryOperator,
  left: Value,
  right: Value,
  place: Place,
): Value {
  switch (operator) {
    case '==':
      return isEqual(left, right)
    case '!=':
      return !isEqual(left, right)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return applyOrder(operator, left, right, place)
    case 'in':
      return contains(right, left, place)
    case '!in':
      return !contains(right, left, place)
    case '..':
    case '..=':
      if (typeof left === 'bigint' && typeof right === 'bigint') {
        return new RangeValue(left, right, operator === '..=')
      }
      throw unsupported(operator, left, right, place)
    default:
      return applyArithmetic(operator, left, right, place)
  }
}

/** The value of an operator before its only operand. */
export function applyUnary(operator: '-' | '+' | '!', operand: Value, place: Place): Value {
  if (operator === '!' && typeof operand === 'boolean') return !operand
  if (operator === '+' && isNumber(operand)) return operand
  if (operator === '-' && typeof operand === 'number') return -operand
  if (operator === '-' && typeof operand === 'bigint') return checkedInt(-operand, place)
  throw runtimeError(`the operator ${operator} does not take ${typeName(operand)}`, place)
}

/** Equality of any two values: different kinds are different, except that 1 equals 1.0. */
export function isEqual(left: Value, right: Value): boolean {
  if (left === right) return true
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) === 0
  if (isText(left) && isText(right)) return textOf(left) === textOf(right)
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isEqual(item, right[index]!))
  }
  if (left instanceof Map && right instanceof Map) {
    if (left.size !== right.size) return false
    for (const [key, value] of left) {
      const other = right.get(key)
      if (other === undefined || !isEqual(value, other)) return false
    }
    return true
  }
  if (left instanceof RangeValue && right instanceof RangeValue) {
    return left.start === right.start && left.endExclusive === right.endExclusive
  }
  return false
}

/** Negative, zero or positive, or null when the two kinds have no common order. */
export function compareValues(left: Value, right: Value): number | null {
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right)
  if (isText(left) && isText(right)) return compareTexts(textOf(left), textOf(right))
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right)
  return left === null && right === null ? 0 : null
}

/** True when `container` holds `item`: an element, a key, a part of a text, a number of a range. */
export function contains(container: Value, item: Value, place: Place): boolean {
  if (Array.isArray(container)) return container.some((element) => isEqual(element, item))
  if (container instanceof Map && typeof item === 'string') return container.has(item)
  if (typeof container === 'string' && isText(item)) return container.includes(textOf(item))
  if (container instanceof RangeValue && typeof item === 'bigint') return container.contains(item)
  throw unsupported('in', item, container, place)
}

/** Fails unless the integer fits into 64 bits. */
export function checkedInt(value: bigint, place: Place): bigint {
  if (value >= INT_MIN && value <= INT_MAX) return value
  throw runtimeError('the result does not fit into a 64-bit integer', place)
}

/** A fault that the script can catch. */
export function runtimeError(fault: string, place: Place): ScriptError {
  return new ScriptError('runtime', fault, place)
}

export function isNumber(value: Value): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number'
}

export function isText(value: Value): value is string | CharValue {
  return typeof value === 'string' || value instanceof CharValue
}

/** The text of a string or char. */
export function textOf(value: string | CharValue): string {
  return typeof value === 'string' ? value : value.char
}

/** NaN is neither below nor above nor equal to anything. */
function compareNumbers(left: bigint | number, right: bigint | number): number {
  if (left < right) return -1
  if (left > right) return 1
  // Mixed operands are compared by value, without rounding the integer.
  // oxlint-disable-next-line eqeqeq
  return left == right ? 0 : Number.NaN
}

function applyOrder(
  operator: '<' | '<=' | '>' | '>=',
  left: Value,
  right: Value,
  place: Place,
): boolean {
  const order = compareValues(left, right)
  if (order === null) {
    if (typeName(left) !== typeName(right)) return false
    throw unsupported(operator, left, right, place)
  }
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    default:
      return order >= 0
  }
}

function applyArithmetic(operator: BinaryOperator, left: Value, right: Value, place: Place): Value {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    return applyInts(operator, left, right, place)
  }
  if (isNumber(left) && isNumber(right)) {
    const result = applyFloats(operator, Number(left), Number(right))
    if (result !== null) return result
  } else if (typeof left === 'boolean' && typeof right === 'boolean') {
    if (operator === '&') return left && right
    if (operator === '|') return left || right
    if (operator === '^') return left !== right
  } else if (operator === '+') {
    if (isText(left) || isText(right)) return displayValue(left) + displayValue(right)
    if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right]
    if (left instanceof Map && right instanceof Map) return new Map([...left, ...right])
  }
  throw unsupported(operator, left, right, place)
}

function applyInts(operator: BinaryOperator, left: bigint, right: bigint, place: Place): Value {
  switch (operator) {
    case '+':
      return checkedInt(left + right, place)
    case '-':
      return checkedInt(left - right, place)
    case '*':
      return checkedInt(left * right, place)
    case '/':
    case '%':
      if (right === 0n) throw runtimeError('division by zero', place)
      return checkedInt(operator === '/' ? left / right : left % right, place)
    case '**':
      return intPower(left, right, place)
    case '&':
      return left & right
    case '|':
      return left | right
    case '^':
      return left ^ right
    case '<<':
      return shift(left, right, place)
    case '>>':
      return shift(left, -right, place)
    default:
      throw unsupported(operator, left, right, place)
  }
}

function applyFloats(operator: BinaryOperator, left: number, right: number): number | null {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '%':
      return left % right
    case '**':
      return left ** right
    default:
      return null
  }
}

function intPower(base: bigint, exponent: bigint, place: Place): bigint {
  if (exponent < 0n) throw runtimeError('an integer takes no negative power', place)
  if (base === 0n || base === 1n) return exponent === 0n ? 1n : base
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n
  // Any larger power of two or more leaves 64 bits, so the big one is never computed.
  if (exponent > 63n) throw runtimeError('the result does not fit into a 64-bit integer', place)
  return checkedInt(base ** exponent, place)
}

/** Left for positive counts, right for negative ones. */
function shift(value: bigint, count: bigint, place: Place): bigint {
  if (count > 63n || count < -63n) throw runtimeError('shift by more than 63 bits', place)
  return BigInt.asIntN(64, count >= 0n ? value << count : value >> -count)
}

function unsupported(operator: string, left: Value, right: Value, place: Place): ScriptError {
  const kinds = `${typeName(left)} and ${typeName(right)}`
  return runtimeError(`the operator ${operator} does not take ${kinds}`, place)
}
