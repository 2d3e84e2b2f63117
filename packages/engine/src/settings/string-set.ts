import { compareWords } from '../bits/word-order.ts'

/** Distinct strings in word order, which `sort()` alone does not give. */
export function sortedSet(values: Iterable<string>): string[] {
  return [...new Set(values)].toSorted(compareWords)
}

/** The same members, names in word order. */
export function sortByName<Value>(
  entries: Iterable<readonly [string, Value]>,
): Record<string, Value> {
  return Object.fromEntries([...entries].toSorted((a, b) => compareWords(a[0], b[0])))
}
