// Documents with a value in some range: by going through the lists of the values, or through the documents that matter,
// whichever are fewer.

import { DocSet, lowerBound } from '../bits/doc-set.ts'
import { rawWords, trimWords, zeroWords } from '../bits/scratch.ts'
import type { ColumnPart } from '../index/column-view.ts'
import { flipPlaces, hasOrderSteps } from './order-steps.ts'
import { setBits, SlotCollector } from './slot-collector.ts'

/** Ordinals from the first up to, not including, the second. */
export type EntryRange = readonly [start: number, end: number]

export const NOTHING: EntryRange = [0, 0]

/** Ranges of the numbers and of the strings of one part. */
export interface PartRange {
  readonly part: ColumnPart
  readonly numbers: EntryRange
  readonly strings: EntryRange
}

/** Looking at a document costs about as much as this many steps through a list. */
const LOOK_COST = 4
/** The same where documents have one value each. */
const SINGLE_LOOK_COST = 1

/** Ranges with more than one document in this many are made of larger pieces where they can be. */
const STEPS_RATIO = 16

/** The documents of `within` with a value in the range of their part. */
export function documentsInRanges(
  ranges: readonly PartRange[],
  within: DocSet,
  slotCount: number,
): DocSet {
  let listed = 0
  let lookCost = SINGLE_LOOK_COST
  for (const range of ranges) {
    listed += listedCount(range)
    if (!range.part.isSingleValued) lookCost = LOOK_COST
  }
  if (within.size * lookCost < listed) return lookAt(ranges, within.toArray())
  if (listed * STEPS_RATIO >= slotCount && ranges.some(({ part }) => hasOrderSteps(part))) {
    return byBits(ranges, slotCount).and(within)
  }
  const found = new SlotCollector(slotCount)
  for (const { part, numbers, strings } of ranges) {
    const { numberStarts, stringStarts } = part
    found.addMixed(part.numberDocs, numberStarts[numbers[0]]!, numberStarts[numbers[1]]!, part.base)
    found.addMixed(part.stringDocs, stringStarts[strings[0]]!, stringStarts[strings[1]]!, part.base)
  }
  return found.toDocSet().and(within)
}

function byBits(ranges: readonly PartRange[], slotCount: number): DocSet {
  const bits = zeroWords((slotCount + 31) >>> 5)
  for (const { part, numbers, strings } of ranges) {
    const { numberStarts, stringStarts } = part
    const start = numberStarts[numbers[0]]!
    const end = numberStarts[numbers[1]]!
    if (hasOrderSteps(part)) flipPlaces(part, start, end, bits)
    else {
      setBits(bits, part.numberDocs, start, end, part.base)
      const { stringDocs } = part
      setBits(bits, stringDocs, stringStarts[strings[0]]!, stringStarts[strings[1]]!, part.base)
    }
  }
  return DocSet.fromBits(bits)
}

/** Whether the values of the ranges are those of half as many documents as there are in `within`, or of more. */
export function isWideRange(ranges: readonly PartRange[], within: DocSet): boolean {
  let listed = 0
  for (const range of ranges) listed += listedCount(range)
  return listed * 2 >= within.size
}

function listedCount({ part, numbers, strings }: PartRange): number {
  return (
    part.numberStarts[numbers[1]]! -
    part.numberStarts[numbers[0]]! +
    part.stringStarts[strings[1]]! -
    part.stringStarts[strings[0]]!
  )
}

function lookAt(ranges: readonly PartRange[], slots: Uint32Array): DocSet {
  const found = rawWords(slots.length)
  let count = 0
  for (const range of ranges) {
    const { base, docCount, isSingleValued } = range.part
    const start = lowerBound(slots, base)
    const end = lowerBound(slots, base + docCount)
    if (start === end) continue
    count = isSingleValued
      ? lookAtOnes(range, slots, start, end, found, count)
      : lookAtSome(range, slots, start, end, found, count)
  }
  return DocSet.fromSorted(trimWords(found, count))
}

/** Puts the slots with a value in the range into `found` from `count` on; returns the place behind them. */
function lookAtSome(
  { part, numbers, strings }: PartRange,
  slots: Uint32Array,
  start: number,
  end: number,
  found: Uint32Array,
  count: number,
): number {
  const { base, entryStarts, entries } = part
  const offset = part.numbers.length
  const [numberStart, numberEnd] = numbers
  const stringStart = offset + strings[0]
  const stringEnd = offset + strings[1]
  let to = count
  for (let i = start; i < end; i++) {
    const doc = slots[i]! - base
    const last = entryStarts[doc + 1]!
    for (let at = entryStarts[doc]!; at < last; at++) {
      const entry = entries[at]!
      const isNumber = entry >= numberStart && entry < numberEnd
      if (!isNumber && (entry < stringStart || entry >= stringEnd)) continue
      found[to++] = slots[i]!
      break
    }
  }
  return to
}

/** The same where every document has one value. */
function lookAtOnes(
  { part, numbers, strings }: PartRange,
  slots: Uint32Array,
  start: number,
  end: number,
  found: Uint32Array,
  count: number,
): number {
  const { base, entries } = part
  const [numberStart, numberEnd] = numbers
  const stringStart = part.numbers.length + strings[0]
  const numberCount = numberEnd - numberStart
  const stringCount = strings[1] - strings[0]
  let to = count
  for (let i = start; i < end; i++) {
    const slot = slots[i]!
    const entry = entries[slot - base]!
    found[to] = slot
    const isIn =
      (entry - numberStart) >>> 0 < numberCount || (entry - stringStart) >>> 0 < stringCount
    to += isIn ? 1 : 0
  }
  return to
}
