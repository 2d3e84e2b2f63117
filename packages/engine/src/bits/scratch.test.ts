import { describe, expect, it } from 'vitest'
import {
  isScratch,
  poisonScratch,
  rawBytes,
  rawDoubles,
  rawInts,
  rawWords,
  trimWords,
  withScratch,
  zeroWords,
} from './scratch.ts'

describe('scratch memory', () => {
  it('is given out only while something is read', () => {
    expect(isScratch(zeroWords(8))).toBe(false)
    withScratch(() => expect(isScratch(zeroWords(8))).toBe(true))
    expect(isScratch(zeroWords(8))).toBe(false)
  })

  it('never gives the same memory to two arrays of one read', () => {
    withScratch(() => {
      const arrays = [
        rawWords(5),
        rawDoubles(2),
        rawInts(7),
        rawBytes(3),
        rawDoubles(1),
        rawWords(2),
      ]
      for (const [i, array] of arrays.entries()) array.fill(i + 1)
      for (const [i, array] of arrays.entries()) expect(array.every((x) => x === i + 1)).toBe(true)
    })
  })

  it('begins anew with zeros where zeros are asked for', () => {
    withScratch(() => void rawWords(100).fill(7))
    withScratch(() => expect(zeroWords(100).every((word) => word === 0)).toBe(true))
  })

  it('takes back what the last array does not need', () => {
    withScratch(() => {
      const long = trimWords(rawWords(100).fill(1), 10)
      const next = rawWords(10).fill(2)
      expect(next.byteOffset).toBe(long.byteOffset + 40)
      expect([...long]).toEqual(Array.from({ length: 10 }, () => 1))
    })
  })

  it('takes nothing back behind which something lies', () => {
    withScratch(() => {
      const first = rawWords(100)
      const second = rawWords(100).fill(3)
      trimWords(first, 10)
      rawWords(90).fill(4)
      expect(second.every((word) => word === 3)).toBe(true)
    })
  })

  it('is there for the next read after one that failed', () => {
    const fails = (): void => {
      rawWords(10)
      throw new Error('no')
    }
    expect(() => withScratch(fails)).toThrow('no')
    expect(isScratch(rawWords(10))).toBe(false)
    withScratch(() => expect(rawWords(10).byteOffset).toBe(0))
  })

  it('leaves large arrays, and all when it is used up, to the runtime', () => {
    withScratch(() => {
      expect(isScratch(rawWords(2 ** 20))).toBe(false)
      const all = Array.from({ length: 30 }, () => rawWords(2 ** 16))
      expect(all.some((array) => !isScratch(array))).toBe(true)
      expect(isScratch(all[0]!)).toBe(true)
    })
  })

  it('destroys what a read leaves behind when tests want that', () => {
    poisonScratch()
    let kept: Uint32Array = new Uint32Array(0)
    withScratch(() => void (kept = rawWords(1).fill(1)))
    expect(kept[0]).toBe(0xa5a5a5a5)
  })
})
