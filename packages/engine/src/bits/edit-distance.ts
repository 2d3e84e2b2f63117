/** Insertions, deletions and substitutions that turn one text into the other. For short texts. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const deleted = (previous[column] ?? 0) + 1
      const inserted = (current[column - 1] ?? 0) + 1
      current.push(Math.min(replaced, deleted, inserted))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
