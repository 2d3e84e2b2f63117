// The order of many byte strings, by their bytes: four bytes and the string's number make one key that the runtime sorts as
// a number; only strings that agree so far are looked at again, four bytes further on.

/** Keys hold 32 bits of text, and this many strings beside them. */
const COUNT_MAX = 2 ** 21
const INSERTION_MAX = 12

/**
 * The strings by ascending bytes, a beginning of another one first. String i is `bytes[slices[2i] …]`, `slices[2i + 1]` bytes
 * long.
 */
export function orderByBytes(bytes: Uint8Array, slices: Uint32Array, count: number): Uint32Array {
  const order = new Uint32Array(count)
  for (let i = 0; i < count; i++) order[i] = i
  if (count <= COUNT_MAX)
    sortRange({ bytes, slices, order, keys: new Float64Array(count) }, 0, count, 0)
  else order.sort((a, b) => compareSlices(bytes, slices, a, b, 0))
  return order
}

/** Whether two strings hold the same bytes. */
export function isSameSlice(bytes: Uint8Array, slices: Uint32Array, a: number, b: number): boolean {
  return slices[a * 2 + 1] === slices[b * 2 + 1] && compareSlices(bytes, slices, a, b, 0) === 0
}

interface Sorting {
  readonly bytes: Uint8Array
  readonly slices: Uint32Array
  readonly order: Uint32Array
  readonly keys: Float64Array
}

/** Sorts `order[from … to)`, strings that agree in their first `depth` bytes (or as far as they go, if they end before). */
function sortRange(sorting: Sorting, from: number, to: number, depth: number): void {
  const { bytes, slices, order, keys } = sorting
  if (to - from <= INSERTION_MAX) {
    insertionSort(sorting, from, to, Math.max(0, depth - 4))
    return
  }
  let isAtEnd = true
  for (let i = from; i < to; i++) {
    const string = order[i]!
    const start = slices[string * 2]! + depth
    const left = slices[string * 2 + 1]! - depth
    if (left > 0) isAtEnd = false
    const prefix =
      left >= 4
        ? ((bytes[start]! << 24) |
            (bytes[start + 1]! << 16) |
            (bytes[start + 2]! << 8) |
            bytes[start + 3]!) >>>
          0
        : shortPrefix(bytes, start, left)
    keys[i] = prefix * COUNT_MAX + string
  }
  if (isAtEnd) {
    // alike but for zero bytes, which a key cannot tell from nothing
    order.subarray(from, to).sort((a, b) => slices[a * 2 + 1]! - slices[b * 2 + 1]! || a - b)
    return
  }
  keys.subarray(from, to).sort()
  let runStart = from
  let runPrefix = -1
  for (let i = from; i < to; i++) {
    const prefix = Math.floor(keys[i]! / COUNT_MAX)
    order[i] = keys[i]! - prefix * COUNT_MAX
    if (prefix === runPrefix) continue
    if (i - runStart > 1) sortRange(sorting, runStart, i, depth + 4)
    runStart = i
    runPrefix = prefix
  }
  if (to - runStart > 1) sortRange(sorting, runStart, to, depth + 4)
}

function shortPrefix(bytes: Uint8Array, start: number, left: number): number {
  let prefix = 0
  for (let i = 0; i < 4; i++) prefix = prefix * 256 + (i < left ? bytes[start + i]! : 0)
  return prefix
}

function insertionSort(
  { bytes, slices, order }: Sorting,
  from: number,
  to: number,
  depth: number,
): void {
  for (let i = from + 1; i < to; i++) {
    const string = order[i]!
    let at = i
    while (at > from && compareSlices(bytes, slices, order[at - 1]!, string, depth) > 0) {
      order[at] = order[at - 1]!
      at--
    }
    order[at] = string
  }
}

function compareSlices(
  bytes: Uint8Array,
  slices: Uint32Array,
  a: number,
  b: number,
  from: number,
): number {
  const startA = slices[a * 2]!
  const startB = slices[b * 2]!
  const endA = startA + slices[a * 2 + 1]!
  const endB = startB + slices[b * 2 + 1]!
  return compareBytes(bytes, startA + from, endA, bytes, startB + from, endB)
}

/** The order of a[startA … endA) and b[startB … endB) by their bytes, a beginning of another one first. */
export function compareBytes(
  a: Uint8Array,
  startA: number,
  endA: number,
  b: Uint8Array,
  startB: number,
  endB: number,
): number {
  const lengthA = endA - startA
  const lengthB = endB - startB
  const length = lengthA < lengthB ? lengthA : lengthB
  for (let i = 0; i < length; i++) {
    const difference = a[startA + i]! - b[startB + i]!
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}
