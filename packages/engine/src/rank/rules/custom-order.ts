// Orders documents by the values of a field: numbers, then strings, then documents without a value, in both directions
// (relevancy 7.7). Of several values the first in the order counts, numbers before strings.

import { DocSet } from '../../bits/doc-set.ts'
import { compareNumbers } from '../../bits/number-order.ts'
import type { ColumnView } from '../../index/column-view.ts'
import { compareWords } from '../../bits/word-order.ts'
import { SORTED_SIZE_MAX, SortedValues, WalkedValues } from '../part-values.ts'
import type { PartValues } from '../part-values.ts'
import type { QueryState } from '../query-state.ts'
import {
  type Bucket,
  type Direction,
  ListedBuckets,
  type RankContext,
  type RankingRule,
} from '../ranking-rule.ts'

/** The rule of `path:asc` or `path:desc`, in the ranking rules or in `sort`. */
export function createCustomOrderRule(path: string, direction: Direction): RankingRule {
  return {
    name: 'customOrder',
    partition: (universe, state, context) =>
      new ListedBuckets(partition(universe, state, context, path, direction)),
  }
}

function* partition(
  universe: DocSet,
  state: QueryState,
  context: RankContext,
  path: string,
  direction: Direction,
): Iterable<Bucket> {
  const column = context.searcher.column(path)
  const bucket = (docs: DocSet, value: number | string | null): Bucket => ({
    docs,
    score: { kind: 'order', field: path, direction, value },
    state,
  })
  // the parts of the column, each at its first value that is not done yet
  let open = openParts(universe, column, direction, context.neededCount)
  while (open.length > 0) {
    const first = open.reduce((best, one) => (compare(one, best, direction) < 0 ? one : best))
    const same = open.filter((one) => one === first || compare(one, first, direction) === 0)
    // parts are in the order of their slots, and so are the slots of each
    const slots = same.length === 1 ? first.slots : same.flatMap((one) => [...one.slots])
    yield bucket(DocSet.fromSorted(Uint32Array.from(slots)), first.value)
    const ended = same.filter((one) => !one.advance())
    if (ended.length > 0) open = open.filter((one) => !ended.includes(one))
  }
  const rest = withoutValue(universe, column)
  if (rest.size > 0) yield bucket(rest, null)
}

function openParts(
  universe: DocSet,
  column: ColumnView | null,
  direction: Direction,
  neededCount: number,
): PartValues[] {
  if (column === null) return []
  let entryCount = 0
  for (const part of column.parts) entryCount += part.entries.length
  // walking meets, on average, this many documents per one of the universe; sorting looks at the universe once
  const isWalkShorter = neededCount * entryCount < universe.size * universe.size
  const parts = column.parts.map((part) =>
    isWalkShorter || universe.size > SORTED_SIZE_MAX
      ? new WalkedValues(part, universe.toBits(), direction)
      : new SortedValues(part, universe.toArray(), direction),
  )
  return parts.filter((part) => part.advance())
}

/** Numbers come before strings whichever the direction. */
function compare(a: PartValues, b: PartValues, direction: Direction): number {
  const [left, right] = direction === 'asc' ? [a.value, b.value] : [b.value, a.value]
  if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right)
  if (typeof left === 'string' && typeof right === 'string') return compareWords(left, right)
  return typeof a.value === 'number' ? -1 : 1
}

function withoutValue(universe: DocSet, column: ColumnView | null): DocSet {
  if (column === null) return universe
  const slots = universe.toArray()
  const found = new Uint32Array(slots.length)
  let count = 0
  let at = 0
  for (const { base, docCount, entryStarts } of column.parts) {
    // segments without the column lie between the parts
    while (at < slots.length && slots[at]! < base) found[count++] = slots[at++]!
    for (; at < slots.length && slots[at]! < base + docCount; at++) {
      const doc = slots[at]! - base
      if (entryStarts[doc] === entryStarts[doc + 1]) found[count++] = slots[at]!
    }
  }
  while (at < slots.length) found[count++] = slots[at++]!
  return DocSet.fromSorted(found.subarray(0, count))
}
