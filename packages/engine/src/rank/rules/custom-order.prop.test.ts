import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { listBuckets } from '../../../test/list-buckets.ts'
import {
  asSearcher,
  flattenDocument,
  naiveColumnSearcher,
} from '../../../test/naive/naive-columns.ts'
import type { NaiveDocument } from '../../../test/naive/naive-columns.ts'
import { DocSet } from '../../bits/doc-set.ts'
import { compareWords } from '../../bits/word-order.ts'
import { NO_QUERY } from '../query-state.ts'
import type { Direction } from '../ranking-rule.ts'
import { createCustomOrderRule } from './custom-order.ts'

const leaf = fc.constantFrom<unknown>(
  0,
  1,
  2,
  10,
  -1.5,
  1e300,
  true,
  null,
  '',
  {},
  '1',
  'Red',
  'red',
  'Blue',
  'é',
  '🦊',
  '\uffee',
)
const document = fc.record(
  { v: fc.oneof(leaf, fc.array(leaf, { maxLength: 4 })) },
  { requiredKeys: [] },
)
type Key = number | string | null

it('splits a universe by value, in order, however much of it is wanted', () => {
  fc.assert(
    fc.property(
      fc.array(document, { maxLength: 40 }),
      fc.array(fc.nat(15), { maxLength: 3 }),
      fc.array(fc.nat(39)),
      fc.constantFrom<Direction>('asc', 'desc'),
      fc.constantFrom(0, 1, 1000),
      (all, partSizes, left, direction, neededCount) => {
        const searcher = naiveColumnSearcher(all, { partSizes })
        const slots = all.map((_, slot) => slot).filter((slot) => !left.includes(slot))
        const universe = DocSet.fromSorted(Uint32Array.from(slots))
        const rule = createCustomOrderRule('v', direction)
        const buckets = rule.partition(universe, NO_QUERY, {
          searcher: asSearcher(searcher),
          needsState: false,
          neededCount,
          excluded: null,
        })
        const found = listBuckets(buckets).map(({ docs, score }) => {
          if (score.kind !== 'order') throw new Error(score.kind)
          return [score.value, [...docs.toArray()]]
        })
        expect(found).toEqual(naiveBuckets(all, slots, direction))
      },
    ),
    { numRuns: 1000 },
  )
})

function naiveBuckets(
  all: readonly NaiveDocument[],
  slots: readonly number[],
  direction: Direction,
): [Key, number[]][] {
  const buckets = new Map<Key, number[]>()
  for (const slot of slots) {
    const key = keyOf(all[slot] ?? {}, direction)
    buckets.set(key, [...(buckets.get(key) ?? []), slot])
  }
  return [...buckets].toSorted((a, b) => compareKeys(a[0], b[0], direction))
}

/** The first of the document's values in the order. */
function keyOf(one: NaiveDocument, direction: Direction): Key {
  const field = flattenDocument(one).get('v')
  const values: Key[] = [...(field?.numbers ?? []), ...(field?.strings.keys() ?? [])]
  return values.toSorted((a, b) => compareKeys(a, b, direction))[0] ?? null
}

function compareKeys(a: Key, b: Key, direction: Direction): number {
  const kind = (key: Key): number => (key === null ? 2 : typeof key === 'number' ? 0 : 1)
  if (kind(a) !== kind(b)) return kind(a) - kind(b)
  let order = 0
  if (typeof a === 'number' && typeof b === 'number') order = a - b
  if (typeof a === 'string' && typeof b === 'string') order = compareWords(a, b)
  return direction === 'asc' ? order : -order
}
