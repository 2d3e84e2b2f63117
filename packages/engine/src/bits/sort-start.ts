/** Longer lists are left to the library's sort; merged lists of positions hold a handful. */
const INSERTION_MAX = 32

/** Sorts the first `count` values in place. Insertion, for they mostly come as a few short ascending runs. */
export function sortStart(values: Uint32Array, count: number): void {
  if (count > INSERTION_MAX) {
    values.subarray(0, count).sort()
    return
  }
  for (let i = 1; i < count; i++) {
    const value = values[i]!
    let at = i
    while (at > 0 && values[at - 1]! > value) {
      values[at] = values[at - 1]!
      at--
    }
    values[at] = value
  }
}
