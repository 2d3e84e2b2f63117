import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { countOnes, listOnes } from './one-bits.ts'
import { kernelsOf, rawWords, withScratch } from './scratch.ts'

const words = fc.array(fc.oneof(fc.constantFrom(0, 0xffffffff), fc.nat(0xffffffff)), {
  maxLength: 40,
})

it('counts and lists the bits of any words, in scratch memory and elsewhere', () => {
  fc.assert(
    fc.property(words, fc.nat(3), (list, offset) => {
      const naive = list.flatMap((word, at) =>
        Array.from({ length: 32 }, (_, bit) => bit)
          .filter((bit) => Math.floor(word / 2 ** bit) % 2 === 1)
          .map((bit) => at * 32 + bit),
      )
      const elsewhere = Uint32Array.from(list)
      expect(countOnes(elsewhere)).toBe(naive.length)
      expect([...listOnes(elsewhere, new Uint32Array(naive.length))]).toEqual(naive)
      withScratch(() => {
        rawWords(offset)
        const bits = rawWords(list.length)
        bits.set(list)
        expect(kernelsOf(bits)).not.toBe(null)
        const behind = rawWords(4).fill(0xffffffff)
        expect(countOnes(bits)).toBe(naive.length)
        expect([...listOnes(bits, rawWords(naive.length))]).toEqual(naive)
        expect([...listOnes(bits, new Uint32Array(naive.length))]).toEqual(naive)
        expect([...behind]).toEqual(Array.from(behind, () => 0xffffffff))
      })
    }),
  )
})
