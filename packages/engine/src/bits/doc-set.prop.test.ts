import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DocSet } from './doc-set.ts'
import { countOnes } from './one-bits.ts'

// Sparse, dense, clustered and nearly full sets: they meet every pair of inner forms.
const members = fc.oneof(
  fc.uniqueArray(fc.nat(100_000), { maxLength: 40 }),
  fc.uniqueArray(fc.nat(300), { maxLength: 250 }),
  fc
    .tuple(fc.nat(5000), fc.nat(400))
    .map(([from, length]) => Array.from({ length }, (_, i) => from + i)),
  fc
    .tuple(fc.nat(400), fc.uniqueArray(fc.nat(400), { maxLength: 5 }))
    .map(([length, gaps]) => Array.from({ length }, (_, i) => i).filter((i) => !gaps.includes(i))),
)

interface Pair {
  readonly set: DocSet
  readonly naive: Set<number>
}

const pair: fc.Arbitrary<Pair> = fc
  .tuple(members, fc.constantFrom('sorted', 'bits', 'both'))
  .map(([docs, form]) => {
    const sorted = Uint32Array.from(docs).toSorted()
    const set = form === 'bits' ? DocSet.fromBits(bitsOf(sorted)) : DocSet.fromSorted(sorted)
    if (form === 'both') {
      set.toBits()
      set.toArray()
    }
    return { set, naive: new Set(docs) }
  })

describe('DocSet agrees with a plain set', () => {
  it('on and, or, andNot, sizes and overlap', () => {
    fc.assert(
      fc.property(pair, pair, (a, b) => {
        const both = [...a.naive].filter((doc) => b.naive.has(doc))
        const left = [...a.naive].filter((doc) => !b.naive.has(doc))
        expectSet(a.set.and(b.set), both)
        expectSet(a.set.or(b.set), [...new Set([...a.naive, ...b.naive])])
        expectSet(a.set.andNot(b.set), left)
        expect(a.set.intersectionSize(b.set)).toBe(both.length)
        expect(a.set.intersects(b.set)).toBe(both.length > 0)
        expectSet(a.set, [...a.naive])
        expectSet(b.set, [...b.naive])
      }),
      { numRuns: 500 },
    )
  })

  it('on the union of many', () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
        const naive = new Set<number>()
        for (const one of pairs) for (const doc of one.naive) naive.add(doc)
        expectSet(DocSet.union(pairs.map((one) => one.set)), [...naive])
      }),
      { numRuns: 200 },
    )
  })

  it('on membership', () => {
    fc.assert(
      fc.property(pair, fc.array(fc.nat(100_100), { maxLength: 50 }), (one, probes) => {
        for (const doc of [...probes, ...one.naive]) {
          expect(one.set.has(doc)).toBe(one.naive.has(doc))
        }
      }),
    )
  })

  it('on the first members of a range', () => {
    fc.assert(
      fc.property(
        pair,
        fc.nat(100_100),
        fc.nat(5000),
        fc.nat(40),
        (one, from, length, countMax) => {
          const to = from + length
          const within = [...one.naive].filter((doc) => doc >= from && doc < to)
          const first = within.toSorted((a, b) => a - b).slice(0, countMax)
          expect([...one.set.firstWithin(from, to, countMax)]).toEqual(first)
          expect([...one.set.firstWithin(0, Infinity, countMax)]).toEqual(
            [...one.naive].toSorted((a, b) => a - b).slice(0, countMax),
          )
        },
      ),
    )
  })

  it('on ranges', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (from, to) => {
        const length = Math.max(0, to - from)
        expectSet(
          DocSet.range(from, to),
          Array.from({ length }, (_, i) => from + i),
        )
      }),
    )
  })
})

function expectSet(set: DocSet, naive: readonly number[]): void {
  const sorted = naive.toSorted((a, b) => a - b)
  expect(set.size).toBe(sorted.length)
  expect([...set.toArray()]).toEqual(sorted)
  expect(countOnes(set.toBits())).toBe(sorted.length)
  expect([...DocSet.fromBits(set.toBits().slice()).toArray()]).toEqual(sorted)
}

function bitsOf(sorted: Uint32Array): Uint32Array {
  const bits = new Uint32Array(((sorted.at(-1) ?? 0) + 32) >>> 5)
  for (const doc of sorted) bits[doc >>> 5] = bits[doc >>> 5]! | (1 << (doc & 31))
  return bits
}
