// Wide ranges of numbers as bits. For some places in the order of a column's numbers it is remembered which documents stand
// there or later; a range is the difference of two such sets, corrected for the documents between its ends and those places.

import type { ColumnPart } from '../index/column-view.ts'

/** As many sets are remembered of a column: two bytes per document. */
const STEP_COUNT = 16
/** Columns with less are read in no time, those with more are not worth the memory. */
const DOC_COUNT_MIN = 1024
const DOC_COUNT_MAX = 1 << 20

/** The sets behind one another, by the list they are made of. */
const remembered = new WeakMap<Uint32Array, Uint32Array>()

/** Whether each document of the part stands in exactly one place of the order, and bits of it can be copied. */
export function hasOrderSteps(part: ColumnPart): boolean {
  return (
    part.isSingleValued &&
    part.stringCount === 0 &&
    part.docCount >= DOC_COUNT_MIN &&
    part.docCount <= DOC_COUNT_MAX &&
    (part.base & 31) === 0
  )
}

/** Turns over the bits of the documents in places `start` … `end` − 1 of the order, which is that of `numberDocs`. */
export function flipPlaces(part: ColumnPart, start: number, end: number, bits: Uint32Array): void {
  flipFrom(part, start, bits)
  flipFrom(part, end, bits)
}

/** Turns over the bits of the documents in this place and all later ones. */
function flipFrom(
  { numberDocs, docCount, base }: ColumnPart,
  place: number,
  bits: Uint32Array,
): void {
  const stepSize = Math.ceil(docCount / STEP_COUNT)
  const step = Math.round(place / stepSize)
  const stepPlace = Math.min(step * stepSize, docCount)
  if (stepPlace < docCount) {
    const steps = stepsOf(numberDocs)
    const wordCount = (docCount + 31) >>> 5
    const from = step * wordCount
    const to = base >>> 5
    for (let i = 0; i < wordCount; i++) bits[to + i] = bits[to + i]! ^ steps[from + i]!
  }
  const last = Math.max(place, stepPlace)
  for (let i = Math.min(place, stepPlace); i < last; i++) {
    const slot = base + numberDocs[i]!
    bits[slot >>> 5] = bits[slot >>> 5]! ^ (1 << (slot & 31))
  }
}

function stepsOf(order: Uint32Array): Uint32Array {
  let steps = remembered.get(order)
  if (steps === undefined) {
    steps = makeSteps(order)
    remembered.set(order, steps)
  }
  return steps
}

function makeSteps(order: Uint32Array): Uint32Array {
  const stepSize = Math.ceil(order.length / STEP_COUNT)
  const wordCount = (order.length + 31) >>> 5
  const steps = new Uint32Array(STEP_COUNT * wordCount)
  for (let step = STEP_COUNT - 1; step >= 0; step--) {
    const at = step * wordCount
    const later = at + wordCount
    // whoever stands after the next step stands after this one
    if (step + 1 < STEP_COUNT) steps.copyWithin(at, later, later + wordCount)
    const end = Math.min((step + 1) * stepSize, order.length)
    for (let i = step * stepSize; i < end; i++) {
      const doc = order[i]!
      steps[at + (doc >>> 5)] = steps[at + (doc >>> 5)]! | (1 << (doc & 31))
    }
  }
  return steps
}
