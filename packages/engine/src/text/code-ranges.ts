/** Visits every code point of a list such as `21-23 2c 3000`: hexadecimal, inclusive, blank-separated. */
export function forEachCodePoint(ranges: string, visit: (codePoint: number) => void): void {
  for (const range of ranges.trim().split(/\s+/)) {
    const [first = '', last = first] = range.split('-')
    const end = Number.parseInt(last, 16)
    for (let codePoint = Number.parseInt(first, 16); codePoint <= end; codePoint++) visit(codePoint)
  }
}
