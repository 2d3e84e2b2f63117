import { describe, expect, it } from 'vitest'

import { DocSet, lowerBound } from './doc-set.ts'

const of = (...docs: number[]): DocSet => DocSet.fromSorted(Uint32Array.from(docs))

describe('DocSet', () => {
  it('keeps its members in ascending order', () => {
    expect([...of(3, 7, 900).toArray()]).toEqual([3, 7, 900])
    expect(of(3, 7, 900).size).toBe(3)
  })

  it('answers membership outside its span', () => {
    const dense = DocSet.range(5, 40)
    expect([dense.has(4), dense.has(5), dense.has(39), dense.has(40), dense.has(5000)]).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })

  it('fills ranges that start and end inside one word', () => {
    expect([...DocSet.range(33, 36).toArray()]).toEqual([33, 34, 35])
    expect([...DocSet.range(31, 33).toArray()]).toEqual([31, 32])
    expect(DocSet.range(0, 32).size).toBe(32)
    expect(DocSet.range(4, 4)).toBe(DocSet.EMPTY)
  })

  it('reads the highest bit of a word as a member', () => {
    expect([...DocSet.fromBits(Uint32Array.of(0x80000001)).toArray()]).toEqual([0, 31])
  })

  it('intersects a short list with a long one, the last member included', () => {
    const long = DocSet.fromSorted(Uint32Array.from({ length: 1000 }, (_, i) => i * 1000))
    expect([...of(0, 500, 2000, 999_000).and(long).toArray()]).toEqual([0, 2000, 999_000])
    expect([...long.and(of(998_000, 998_001)).toArray()]).toEqual([998_000])
  })

  it('leaves its operands unchanged', () => {
    const a = DocSet.range(0, 100)
    const b = DocSet.range(50, 150)
    expect(a.andNot(b).size).toBe(50)
    expect([a.size, b.size, a.and(b).size, a.or(b).size]).toEqual([100, 100, 50, 150])
  })

  it('is the same set as an array and as bits', () => {
    const set = of(1, 64, 1_000_000)
    set.toBits()
    expect([...set.toArray()]).toEqual([1, 64, 1_000_000])
    expect(set.and(DocSet.range(0, 65)).size).toBe(2)
  })
})

describe('lowerBound', () => {
  it('is the first index whose value is not below', () => {
    const array = Uint32Array.of(2, 4, 6)
    expect([0, 2, 3, 6, 7].map((value) => lowerBound(array, value))).toEqual([0, 0, 1, 2, 3])
  })
})
