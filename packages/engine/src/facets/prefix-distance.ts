/**
 * True when some prefix of `value` is at most `typosMax` edits from `query`: a char put in, left out or replaced, or two
 * neighbours swapped. Chars are code points.
 */
export function hasPrefixWithin(
  query: readonly string[],
  value: string,
  typosMax: number,
): boolean {
  // rows of the usual matrix, one per char of the value: before[i] is the distance of query[0 … i) to the prefix so far
  let before = Array.from({ length: query.length + 1 }, (_, i) => i)
  if (before[query.length]! <= typosMax) return true
  let beforeThat: number[] | null = null
  let last = ''
  let row = 0
  for (const char of value) {
    row++
    const current = [row]
    let least = row
    for (let i = 1; i <= query.length; i++) {
      const isSame = query[i - 1] === char
      let cost = Math.min(before[i - 1]! + (isSame ? 0 : 1), before[i]! + 1, current[i - 1]! + 1)
      if (beforeThat !== null && i > 1 && query[i - 1] === last && query[i - 2] === char) {
        cost = Math.min(cost, beforeThat[i - 2]! + 1)
      }
      current.push(cost)
      if (cost < least) least = cost
    }
    if (current[query.length]! <= typosMax) return true
    if (least > typosMax) return false
    beforeThat = before
    before = current
    last = char
  }
  return false
}
