/** Ascending, with -0 before 0 and otherwise by value: the order in which columns keep numbers. */
export function compareNumbers(a: number, b: number): number {
  if (a !== b || a !== 0) return a - b
  return (Object.is(a, -0) ? 0 : 1) - (Object.is(b, -0) ? 0 : 1)
}
