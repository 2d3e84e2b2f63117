/** Writes one line to the terminal. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** A markdown table with aligned columns; the first one to the left, the others to the right. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const widths = headings.map((heading, column) =>
    Math.max(3, heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]): string => {
    const padded = widths.map((width, column) => {
      const cell = cells[column] ?? ''
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    return `| ${padded.join(' | ')} |`
  }
  print(line(headings))
  print(line(widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))))
  for (const row of rows) print(line(row))
  print()
}
