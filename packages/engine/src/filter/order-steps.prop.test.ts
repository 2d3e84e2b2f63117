import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { naiveColumnSearcher } from '../../test/naive/naive-columns.ts'
import { evaluateFilter } from './evaluate.ts'
import { hasOrderSteps } from './order-steps.ts'
import { parseFilter } from './parse-filter.ts'

const DOC_COUNT = 1500

it('finds the documents of wide ranges, whichever steps they lie between', () => {
  fc.assert(
    fc.property(
      fc.infiniteStream(fc.nat(40)),
      fc.constantFrom([], [33], [1200], [32, 1100]),
      fc.array(fc.nat(DOC_COUNT - 1), { maxLength: 3 }),
      fc.array(fc.tuple(fc.nat(41), fc.nat(41)), { minLength: 20, maxLength: 20 }),
      (numbers, partSizes, dead, ranges) => {
        const values = [...numbers.take(DOC_COUNT)]
        const searcher = naiveColumnSearcher(
          values.map((v) => ({ v })),
          { settings: { filterableAttributes: ['v'] }, partSizes, dead },
        )
        const hasSteps = searcher.column('v')!.parts.some(hasOrderSteps)
        expect(hasSteps).toBe(partSizes[0] !== 33)
        for (const [from, to] of ranges) {
          expectFound(`v ${from} TO ${to}`, (v) => v >= from && v <= to)
          expectFound(`v < ${to}`, (v) => v < to)
          expectFound(`v >= ${from} AND v != 7`, (v) => v >= from && v !== 7)
        }

        function expectFound(text: string, matches: (value: number) => boolean): void {
          const node = parseFilter(text, { code: 'x', features: {} })!
          const expected = [...searcher.live.toArray()].filter((slot) => matches(values[slot]!))
          expect([...evaluateFilter(node, searcher).toArray()]).toEqual(expected)
        }
      },
    ),
    { numRuns: 20 },
  )
})
