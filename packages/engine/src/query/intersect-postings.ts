// Where two ascending lists of documents meet, as places in both lists: the kernel under every per-document look-up.

import { type DenseIndex, denseIndexOf, type DocList } from './dense-postings.ts'

/** Places of common documents: `left[leftAt[i]] === right[rightAt[i]]` for i below count. Valid until the next call. */
export interface CommonDocs {
  readonly count: number
  readonly leftAt: Uint32Array
  readonly rightAt: Uint32Array
}

// Reused by every call: intersections are read before the next one is made, and never leave the calling loop.
const common = { count: 0, leftAt: new Uint32Array(1024), rightAt: new Uint32Array(1024) }

/** A list this many times longer than the other is searched instead of walked. */
const GALLOP_RATIO = 12
/** Fewer documents than this are searched for even in a frequent word. */
const DENSE_MIN = 4

/** Where the first `length` documents of `slots`, strictly ascending, are in `postings`. */
export function locatePostings(
  slots: Uint32Array,
  postings: DocList,
  slotCount: number,
  length: number = slots.length,
): CommonDocs {
  const { docs, count } = postings
  if (length >= DENSE_MIN) {
    const dense = denseIndexOf(postings, slotCount)
    if (dense !== null) {
      reserve(Math.min(length, count))
      common.count = lookUp(slots, length, dense)
      return common
    }
  }
  return intersectDocs(slots, length, docs, count)
}

/** Intersects the first `leftCount` of `left` with the first `rightCount` of `right`; both strictly ascending. */
export function intersectDocs(
  left: Uint32Array,
  leftCount: number,
  right: Uint32Array,
  rightCount: number,
): CommonDocs {
  reserve(Math.min(leftCount, rightCount))
  const { leftAt, rightAt } = common
  common.count =
    leftCount * GALLOP_RATIO < rightCount
      ? gallop(left, leftCount, right, rightCount, leftAt, rightAt)
      : rightCount * GALLOP_RATIO < leftCount
        ? gallop(right, rightCount, left, leftCount, rightAt, leftAt)
        : walk(left, leftCount, right, rightCount)
  return common
}

/** One place more than can be found: kernels write before they know. */
function reserve(countMax: number): void {
  if (common.leftAt.length > countMax) return
  common.leftAt = new Uint32Array(countMax * 2 + 1)
  common.rightAt = new Uint32Array(countMax * 2 + 1)
}

function lookUp(slots: Uint32Array, length: number, { bits, ranks }: DenseIndex): number {
  const { leftAt, rightAt } = common
  let count = 0
  for (let i = 0; i < length; i++) {
    const slot = slots[i]!
    const word = bits[slot >>> 5]!
    const bit = 1 << (slot & 31)
    if ((word & bit) === 0) continue
    // postings of the same 32 documents that come before this one
    let v = word & (bit - 1)
    v -= (v >>> 1) & 0x55555555
    v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
    leftAt[count] = i
    rightAt[count++] =
      ranks[slot >>> 5]! + (Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24)
  }
  return count
}

function walk(
  left: Uint32Array,
  leftCount: number,
  right: Uint32Array,
  rightCount: number,
): number {
  const { leftAt, rightAt } = common
  let count = 0
  let i = 0
  let j = 0
  while (i < leftCount && j < rightCount) {
    const x = left[i]!
    const y = right[j]!
    // without branches: which list is behind is a coin toss
    leftAt[count] = i
    rightAt[count] = j
    count += x === y ? 1 : 0
    i += x <= y ? 1 : 0
    j += y <= x ? 1 : 0
  }
  return count
}

function gallop(
  small: Uint32Array,
  smallCount: number,
  large: Uint32Array,
  largeCount: number,
  smallAt: Uint32Array,
  largeAt: Uint32Array,
): number {
  let count = 0
  let low = 0
  for (let i = 0; i < smallCount; i++) {
    const doc = small[i]!
    // double the step until the doc is passed, then halve
    let step = 1
    while (low + step < largeCount && large[low + step]! < doc) step <<= 1
    let high = low + step < largeCount ? low + step + 1 : largeCount
    low += step >>> 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (large[middle]! < doc) low = middle + 1
      else high = middle
    }
    if (low >= largeCount) break
    if (large[low] === doc) {
      smallAt[count] = i
      largeAt[count++] = low
    }
  }
  return count
}
