// A set of task uids as sorted, disjoint, inclusive ranges, flat: [first, last, first, last, …]. Matches of a task query are
// mostly long runs, so a million uids stay a short array.

/** Flat list of inclusive ranges, ascending, never touching each other. */
export type UidRanges = readonly number[]

/** Ranges of uids given in ascending order without repeats. */
export function toUidRanges(ascending: Iterable<number>): UidRanges {
  const ranges: number[] = []
  for (const uid of ascending) {
    if (ranges.length > 0 && ranges.at(-1) === uid - 1) ranges[ranges.length - 1] = uid
    else ranges.push(uid, uid)
  }
  return ranges
}

/** Every uid, ascending. */
export function* eachUid(ranges: UidRanges): Generator<number, void> {
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    for (let uid = ranges[i]!; uid <= ranges[i + 1]!; uid++) yield uid
  }
}

/** How many uids there are. */
export function countUids(ranges: UidRanges): number {
  let count = 0
  for (let i = 0; i + 1 < ranges.length; i += 2) count += ranges[i + 1]! - ranges[i]! + 1
  return count
}

/** Whether the set holds `uid`. */
export function hasUid(ranges: UidRanges, uid: number): boolean {
  let low = 0
  let high = ranges.length / 2 - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    if (uid < ranges[middle * 2]!) high = middle - 1
    else if (uid > ranges[middle * 2 + 1]!) low = middle + 1
    else return true
  }
  return false
}
