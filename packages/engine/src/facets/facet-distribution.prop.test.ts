import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { flattenDocument, naiveColumnSearcher } from '../../test/naive/naive-columns.ts'
import type { NaiveDocument } from '../../test/naive/naive-columns.ts'
import { DocSet } from '../bits/doc-set.ts'
import type { FacetOrder } from '../settings/faceting.ts'
import { normalizeFacetString } from '../text/facet-string.ts'
import { compareWords } from '../bits/word-order.ts'
import { facetDistribution } from './facet-distribution.ts'

const leaf = fc.constantFrom<unknown>(
  0,
  -0,
  1,
  2,
  10,
  -1.5,
  1e21,
  true,
  null,
  '',
  '1',
  'Red',
  'red',
  ' RED',
  'Blue',
  'green',
  'é',
  '🦊',
  '\uffee',
  'olive',
  'pink',
  'teal',
  'navy',
  'gold',
  'grey',
)
const document = fc.record(
  { f: fc.oneof(leaf, fc.array(leaf, { maxLength: 5 })) },
  { requiredKeys: [] },
)

it('counts what a walk over the documents counts, in order, cut and spelled', () => {
  fc.assert(
    fc.property(
      fc.array(document, { maxLength: 25 }),
      fc.array(fc.nat(10), { maxLength: 3 }),
      fc.array(fc.nat(24)),
      fc.infiniteStream(fc.nat(1000)),
      fc.nat(8),
      fc.constantFrom<FacetOrder>('alpha', 'count'),
      (all, partSizes, left, stream, maxValuesPerFacet, order) => {
        const numbers = documentNumbers(all.length, partSizes, stream)
        const searcher = naiveColumnSearcher(all, {
          settings: {
            filterableAttributes: ['f'],
            faceting: { maxValuesPerFacet, sortFacetValuesBy: { '*': order } },
          },
          partSizes,
          numbers,
        })
        const slots = all.map((_, slot) => slot).filter((slot) => !left.includes(slot))
        const found = facetDistribution(['f'], DocSet.fromSorted(Uint32Array.from(slots)), searcher)
        const byNumber = slots.toSorted((a, b) => numbers[a]! - numbers[b]!)
        const expected = naiveFacet(
          byNumber.map((slot) => all[slot]!),
          order,
          maxValuesPerFacet,
        )
        expect([...(found.distribution.get('f') ?? [])]).toEqual(expected.values)
        expect(found.stats.get('f') ?? null).toEqual(expected.stats)
      },
    ),
    { numRuns: 1000 },
  )
})

/** Numbers that ascend inside each part and are mixed between parts. */
function documentNumbers(
  count: number,
  partSizes: readonly number[],
  stream: fc.Stream<number>,
): number[] {
  const keys = [...stream.take(count)].map((key, slot) => key * 100 + slot)
  const numbers: number[] = []
  for (const size of [...partSizes, count]) {
    numbers.push(...keys.slice(numbers.length, numbers.length + size).toSorted((a, b) => a - b))
  }
  return numbers
}

function naiveFacet(
  documents: readonly NaiveDocument[],
  order: FacetOrder,
  countMax: number,
): { values: [string, number][]; stats: { min: number; max: number } | null } {
  const numbers = new Map<string, { value: number; count: number }>()
  const strings = new Map<string, { spelling: string; count: number }>()
  for (const one of documents) {
    const field = flattenDocument(one).get('f')
    for (const value of field?.numbers ?? []) {
      const text = Object.is(value, -0)
        ? '-0'
        : value === 1e21
          ? '1' + '0'.repeat(21)
          : String(value)
      numbers.set(text, { value, count: (numbers.get(text)?.count ?? 0) + 1 })
    }
    for (const [value, spelling] of field?.strings ?? []) {
      const known = strings.get(value)
      strings.set(value, { spelling: known?.spelling ?? spelling, count: (known?.count ?? 0) + 1 })
    }
  }
  const sortedNumbers = [...numbers].toSorted((a, b) =>
    order === 'alpha'
      ? compareWords(a[0], b[0])
      : b[1].count - a[1].count || b[1].value - a[1].value || (b[0] === '-0' ? -1 : 1),
  )
  const sortedStrings = [...strings].toSorted((a, b) =>
    order === 'alpha'
      ? compareWords(a[0], b[0])
      : b[1].count - a[1].count || compareWords(b[0], a[0]),
  )
  const values = new Map<string, number>()
  for (const [text, { count }] of sortedNumbers) if (values.size < countMax) values.set(text, count)
  for (const [value, { spelling, count }] of sortedStrings) {
    expect(normalizeFacetString(spelling)).toBe(value)
    if (values.size < countMax) values.set(spelling, count)
  }
  const all = [...numbers.values()].map(({ value }) => value)
  const stats = all.length === 0 ? null : { min: Math.min(...all), max: Math.max(...all) }
  return { values: [...values], stats }
}
