import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { NaiveSearcher } from '../../test/naive/naive-searcher.ts'
import { sliceByNumber } from './number-order.ts'

test('slices are those of the sorted list, whatever the order of slots', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(100), { minLength: 1, maxLength: 40 }),
      fc.nat(40),
      fc.nat(10),
      (numbers, from, length) => {
        const searcher = new NaiveSearcher(
          numbers.map((id) => ({ id })),
          {},
          numbers,
        )
        const slots = searcher.live.toArray()
        const sorted = [...slots].toSorted((a, b) => numbers[a]! - numbers[b]!)
        expect([...sliceByNumber(searcher, slots, from, from + length)]).toEqual(
          sorted.slice(from, from + length),
        )
      },
    ),
  )
})
