import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { DocSet } from '../bits/doc-set.ts'
import { UNSATISFIED } from './cost-column.ts'
import { CostGroups } from './cost-groups.ts'

const cost = fc.oneof(
  { weight: 5, arbitrary: fc.nat(6) },
  fc.constantFrom(3, 700, UNSATISFIED, 2 * UNSATISFIED),
)

it('groups documents by cost, cheapest first, less those that pay too much', () => {
  fc.assert(
    fc.property(
      fc.array(cost, { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      (costs, asksOnly) => {
        // documents are not their places
        const slots = costs.map((_, place) => place * 3 + 1)
        const universe = DocSet.fromSorted(Uint32Array.from(slots))
        const groups = new CostGroups(universe, Int32Array.from(costs))
        const found: [number, number[]][] = []
        while (groups.next()) {
          const places = Array.from({ length: groups.size }, (_, i) => groups.placeAt(i))
          const only = asksOnly ? groups.only : -1
          const docs = [...groups.docs.toArray()]
          expect(places.map((place) => slots[place])).toEqual(docs)
          // asked before the documents or after them
          if (docs.length === 1) expect(groups.only).toBe(docs[0])
          if (docs.length === 1 && asksOnly) expect(only).toBe(docs[0])
          if (docs.length > 1) expect(groups.only).toBe(-1)
          found.push([groups.cost, docs])
        }
        expect(groups.next()).toBe(false)
        expect(found).toEqual(naiveGroups(slots, costs))
      },
    ),
  )
})

function naiveGroups(slots: readonly number[], costs: readonly number[]): [number, number[]][] {
  const paid = new Set(costs.filter((each) => each < UNSATISFIED))
  return [...paid]
    .toSorted((a, b) => a - b)
    .map((each) => [each, slots.filter((_, place) => costs[place] === each)])
}
