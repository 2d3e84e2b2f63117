// Finds values in one part of a column.

import { compareNumbers } from '../bits/number-order.ts'
import type { ColumnPart } from '../index/column-view.ts'

/** First index whose number is not below `value`, -0 being below 0. */
export function numberLowerBound(numbers: Float64Array, value: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareNumbers(numbers[middle]!, value) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** First index whose number is above `value`. */
export function numberUpperBound(numbers: Float64Array, value: number): number {
  const at = numberLowerBound(numbers, value)
  return at < numbers.length && Object.is(numbers[at], value) ? at + 1 : at
}

/** First ordinal whose string is not below `value`. */
export function stringLowerBound(part: ColumnPart, value: string): number {
  const found = part.findString(value)
  return found < 0 ? -1 - found : found
}

/** First ordinal whose string is above `value`. */
export function stringUpperBound(part: ColumnPart, value: string): number {
  const found = part.findString(value)
  return found < 0 ? -1 - found : found + 1
}

/** Ordinals of the strings that start with `prefix`: from the first, up to and without the last. */
export function stringPrefixRange(part: ColumnPart, prefix: string): [start: number, end: number] {
  const start = stringLowerBound(part, prefix)
  let low = start
  let high = part.stringCount
  while (low < high) {
    const middle = (low + high) >>> 1
    if (part.string(middle).startsWith(prefix)) low = middle + 1
    else high = middle
  }
  return [start, low]
}
