// Sizes as people write and read them: `100 MB` is decimal, `64MiB` binary.

const UNITS: readonly (readonly [string, number])[] = [
  ['b', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
  ['tb', 1e12],
  ['kib', 2 ** 10],
  ['mib', 2 ** 20],
  ['gib', 2 ** 30],
  ['tib', 2 ** 40],
]

/** Reads a size such as `100000`, `100 MB` or `1.5GiB`; null when it is none. */
export function parseByteSize(text: string): number | null {
  const [, digits, unit] = /^\s*([0-9]+(?:\.[0-9]+)?)\s*([A-Za-z]*)\s*$/.exec(text) ?? []
  if (digits === undefined || unit === undefined) return null
  const name = unit === '' ? 'b' : unit.toLowerCase()
  const factor = UNITS.find(([known]) => known === name || known === `${name}b`)?.[1]
  return factor === undefined ? null : Math.round(Number(digits) * factor)
}

/** A limit for a message: binary units when it is a multiple of 1024, decimal otherwise. */
export function formatByteLimit(bytes: number): string {
  const isBinary = bytes >= 1024 && bytes % 1024 === 0
  const units = isBinary ? ['B', 'KiB', 'MiB', 'GiB', 'TiB'] : ['B', 'KB', 'MB', 'GB', 'TB']
  return scaled(bytes, isBinary ? 1024 : 1000, units, (value) =>
    String(Math.round(value * 100) / 100),
  )
}

/** A size for people: two decimals and a binary unit, `1.50 MiB`. */
export function formatByteSize(bytes: number): string {
  return scaled(bytes, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB'], (value) => value.toFixed(2))
}

function scaled(
  bytes: number,
  step: number,
  units: readonly string[],
  format: (value: number) => string,
): string {
  let value = bytes
  let unitIndex = 0
  while (value >= step && unitIndex < units.length - 1) {
    value /= step
    unitIndex++
  }
  return `${format(value)} ${units[unitIndex] ?? ''}`
}
