/** Ascending, with -0 before 0 and otherwise by value: the order in which columns keep numbers. */
export function compareNumbers(a: number, b: number): number {
  if (a !== b || a !== 0) return a - b
  return (Object.is(a, -0) ? 0 : 1) - (Object.is(b, -0) ? 0 : 1)
}

/** Below this a library sort is cheaper than counting digits. */
const RADIX_MIN = 2048
const DIGIT_BITS = 11
const DIGIT_COUNT = 1 << DIGIT_BITS

/** Indexes of the numbers in their order (see `compareNumbers`); equal ones stay in the order they came in. */
export function orderOfNumbers(values: Float64Array): Uint32Array {
  const order = new Uint32Array(values.length)
  for (let i = 0; i < order.length; i++) order[i] = i
  if (values.length < RADIX_MIN) {
    return order.sort((a, b) => compareNumbers(values[a]!, values[b]!) || a - b)
  }
  return radixOrder(values, order)
}

/** Six stable passes over 11 bits each. Bits of a double order like the number once the sign is dealt with. */
function radixOrder(values: Float64Array, start: Uint32Array): Uint32Array {
  const count = values.length
  const bits = new Int32Array(values.buffer, values.byteOffset, count * 2)
  const low = new Uint32Array(count)
  const high = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    const top = bits[i * 2 + 1]!
    const flip = top >> 31
    low[i] = bits[i * 2]! ^ flip
    high[i] = top ^ (flip | -0x80000000)
  }
  let from = start
  let to: Uint32Array = new Uint32Array(count)
  const ends = new Uint32Array(DIGIT_COUNT)
  for (let pass = 0; pass < 6; pass++) {
    const keys = pass < 3 ? low : high
    const shift = (pass % 3) * DIGIT_BITS
    ends.fill(0)
    for (let i = 0; i < count; i++) ends[(keys[i]! >>> shift) & (DIGIT_COUNT - 1)]!++
    // every number has the same digit here: nothing moves
    if (ends[(keys[0]! >>> shift) & (DIGIT_COUNT - 1)] === count) continue
    for (let digit = 0, sum = 0; digit < DIGIT_COUNT; digit++) {
      const size = ends[digit]!
      ends[digit] = sum
      sum += size
    }
    for (let i = 0; i < count; i++) {
      const index = from[i]!
      to[ends[(keys[index]! >>> shift) & (DIGIT_COUNT - 1)]!++] = index
    }
    const swap = from
    from = to
    to = swap
  }
  return from
}
