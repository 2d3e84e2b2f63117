const RESERVED_FIELDS = ['_geo', '_geojson', '_vectors']

/**
 * Whether an attribute pattern selects a flattened field path: `*` (all but the reserved fields), `prefix*`,
 * `*suffix`, `*middle*`, or the exact path. A `*` elsewhere is an ordinary char.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  if (pattern === '*') return !RESERVED_FIELDS.some((field) => isAtOrBelow(path, field))
  const isOpenStart = pattern.startsWith('*')
  const isOpenEnd = pattern.endsWith('*')
  if (isOpenStart && isOpenEnd) return path.includes(pattern.slice(1, -1))
  if (isOpenStart) return path.endsWith(pattern.slice(1))
  if (isOpenEnd) return path.startsWith(pattern.slice(0, -1))
  return path === pattern
}

function isAtOrBelow(path: string, field: string): boolean {
  return path.startsWith(field) && (path.length === field.length || path[field.length] === '.')
}
