// Where two ascending lists of documents meet, as places in both lists: the kernel under every per-document look-up.

/** Places of common documents: `left[leftAt[i]] === right[rightAt[i]]` for i below count. Valid until the next call. */
export interface CommonDocs {
  readonly count: number
  readonly leftAt: Uint32Array
  readonly rightAt: Uint32Array
}

// Reused by every call: intersections are read before the next one is made, and never leave the calling loop.
let leftScratch = new Uint32Array(1024)
let rightScratch = new Uint32Array(1024)

/** A list this many times longer than the other is searched instead of walked. */
const GALLOP_RATIO = 12

/** Intersects the first `leftCount` of `left` with the first `rightCount` of `right`; both strictly ascending. */
export function intersectPostings(
  left: Uint32Array,
  leftCount: number,
  right: Uint32Array,
  rightCount: number,
): CommonDocs {
  const countMax = Math.min(leftCount, rightCount)
  if (leftScratch.length < countMax) {
    leftScratch = new Uint32Array(countMax * 2)
    rightScratch = new Uint32Array(countMax * 2)
  }
  const count =
    leftCount * GALLOP_RATIO < rightCount
      ? gallop(left, leftCount, right, rightCount, leftScratch, rightScratch)
      : rightCount * GALLOP_RATIO < leftCount
        ? gallop(right, rightCount, left, leftCount, rightScratch, leftScratch)
        : walk(left, leftCount, right, rightCount)
  return { count, leftAt: leftScratch, rightAt: rightScratch }
}

function walk(
  left: Uint32Array,
  leftCount: number,
  right: Uint32Array,
  rightCount: number,
): number {
  const leftAt = leftScratch
  const rightAt = rightScratch
  let count = 0
  let i = 0
  let j = 0
  while (i < leftCount && j < rightCount) {
    const x = left[i]!
    const y = right[j]!
    if (x === y) {
      leftAt[count] = i++
      rightAt[count++] = j++
    } else if (x < y) i++
    else j++
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
