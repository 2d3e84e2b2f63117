/**
 * Distance of a word of the index from a word of the query: insertion, deletion, substitution and swap of neighbours
 * cost one each (optimal string alignment). For a prefix, the distance to the first prefix of `candidate` that no beginning
 * of the query is nearer to than the query; without such a prefix, to `candidate` itself.
 */
export function typoDistance(query: string, candidate: string, isPrefix: boolean): number {
  const a = [...query]
  const b = [...candidate]
  const rows: number[][] = [a.map((_, i) => i + 1)]
  rows[0]!.unshift(0)
  for (let j = 1; j <= b.length; j++) {
    const row = [j]
    for (let i = 1; i <= a.length; i++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min(
        rows[j - 1]![i]! + 1,
        row[i - 1]! + 1,
        rows[j - 1]![i - 1]! + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, rows[j - 2]![i - 2]! + 1)
      }
      row.push(cost)
    }
    rows.push(row)
  }
  const settled = rows.find((row) => row[a.length]! <= Math.min(...row))
  return ((isPrefix ? settled : undefined) ?? rows.at(-1)!)[a.length]!
}
