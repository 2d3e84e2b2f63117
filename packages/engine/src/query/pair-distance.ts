// How near two words stand in a document (relevancy 2.5): the smallest forward distance within one field, 1 to 3.

import { rawWords } from '../bits/scratch.ts'
import type { PositionBuffer, Postings, Searcher } from '../index/searcher.ts'
import { intersectDocs, locatePostings } from './intersect-postings.ts'
import { DOCS_PER_CHECK, type TimeLimit } from './time-limit.ts'

/** Any distance beyond the window of 3, or none at all. */
export const FAR = 9

/**
 * The smallest step from a position of `left` to a later one of `right` in the same field, or FAR beyond 3. Positions
 * are `fieldId << 16 | position`, ascending.
 */
export function forwardDistance(
  left: Uint32Array,
  leftCount: number,
  right: Uint32Array,
  rightCount: number,
): number {
  let best = 4
  let j = 0
  for (let i = 0; i < leftCount; i++) {
    const position = left[i]!
    while (j < rightCount && right[j]! <= position) j++
    if (j === rightCount) break
    const gap = right[j]! - position
    // the next later position is the nearest one; in another field it is no neighbour
    if (gap < best && right[j]! >>> 16 === position >>> 16) {
      if (gap === 1) return 1
      best = gap
    }
  }
  return best > 3 ? FAR : best
}

/** Whether two field sets have a field in common; both are ascending. */
export function sharesField(a: Uint16Array, b: Uint16Array): boolean {
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const x = a[i]!
    const y = b[j]!
    if (x === y) return true
    if (x < y) i++
    else j++
  }
  return false
}

// Read at once by whoever has them filled.
const leftBuffer: PositionBuffer = { values: new Uint32Array(64) }
const rightBuffer: PositionBuffer = { values: new Uint32Array(64) }

/** Finds the documents in which two words stand near each other; throws OutOfTime when there is no time for it. */
export class PairFinder {
  #searcher: Searcher
  #isByAttribute: boolean

  constructor(searcher: Searcher) {
    this.#searcher = searcher
    this.#isByAttribute = searcher.settings.proximityPrecision === 'byAttribute'
  }

  /** Documents, dead ones included, where `right` follows `left` at most `distanceMax` later, ascending. */
  find(left: Postings, right: Postings, distanceMax: number, time: TimeLimit): Uint32Array {
    time.check()
    const common = intersectDocs(left.docs, left.count, right.docs, right.count)
    return this.#near(
      common.count,
      left,
      common.leftAt.slice(0, common.count),
      right,
      common.rightAt.slice(0, common.count),
      distanceMax,
      time,
    )
  }

  /** The same among `slots`, all of which hold both words. */
  filter(
    slots: Uint32Array,
    left: Postings,
    right: Postings,
    distanceMax: number,
    time: TimeLimit,
  ): Uint32Array {
    const { slotCount } = this.#searcher
    const inLeft = locatePostings(slots, left, slotCount)
    const leftAt = inLeft.rightAt.slice(0, inLeft.count)
    const inRight = locatePostings(slots, right, slotCount)
    const rightAt = inRight.rightAt.slice(0, inRight.count)
    return this.#near(slots.length, left, leftAt, right, rightAt, distanceMax, time)
  }

  #near(
    count: number,
    left: Postings,
    leftAt: Uint32Array,
    right: Postings,
    rightAt: Uint32Array,
    distanceMax: number,
    time: TimeLimit,
  ): Uint32Array {
    const { fieldSets } = this.#searcher
    const docs = rawWords(count)
    let found = 0
    for (let i = 0; i < count; i++) {
      if (i % DOCS_PER_CHECK === DOCS_PER_CHECK - 1) time.check()
      const a = leftAt[i]!
      const b = rightAt[i]!
      // words without a common field are far apart whatever their positions
      const setA = left.fieldSets[a]!
      const setB = right.fieldSets[b]!
      if (setA !== setB && !sharesField(fieldSets[setA]!, fieldSets[setB]!)) continue
      if (!this.#isByAttribute && this.#distance(left, a, right, b) > distanceMax) continue
      docs[found++] = left.docs[a]!
    }
    return docs.subarray(0, found)
  }

  #distance(left: Postings, a: number, right: Postings, b: number): number {
    const leftCount = this.#searcher.readPositions(left, a, leftBuffer)
    const rightCount = this.#searcher.readPositions(right, b, rightBuffer)
    return forwardDistance(leftBuffer.values, leftCount, rightBuffer.values, rightCount)
  }
}
