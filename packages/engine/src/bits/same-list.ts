/** Whether two lists hold the same texts in the same order; null is only like null. */
export function isSameList(a: readonly string[] | null, b: readonly string[] | null): boolean {
  if (a === b) return true
  if (a === null || b === null || a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
