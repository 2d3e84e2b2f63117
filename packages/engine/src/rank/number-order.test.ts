import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { NaiveSearcher } from '../../test/naive/naive-searcher.ts'
import { DocSet } from '../bits/doc-set.ts'
import { sliceByNumber, sliceOfSet } from './number-order.ts'

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

test('slices of a set are those of its list', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(200), { minLength: 1, maxLength: 100 }),
      fc.array(fc.boolean(), { minLength: 100, maxLength: 100 }),
      fc.nat(10),
      fc.nat(10),
      (numbers, members, from, length) => {
        const searcher = new NaiveSearcher(
          numbers.map((id) => ({ id })),
          {},
          numbers,
        )
        const bits = new Uint32Array(4)
        for (const slot of numbers.keys()) {
          if (members[slot]) bits[slot >>> 5]! |= 1 << (slot & 31)
        }
        const set = DocSet.fromBits(bits.slice())
        const list = DocSet.fromBits(bits).toArray()
        expect([...sliceOfSet(searcher, set, from, from + length)]).toEqual([
          ...sliceByNumber(searcher, list, from, from + length),
        ])
      },
    ),
  )
})
