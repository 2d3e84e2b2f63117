import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { StringInterner } from './string-interner.ts'

const strings = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.integer().map(String),
)

test('strings get the numbers that a map would give them', () => {
  fc.assert(
    fc.property(fc.array(strings, { maxLength: 300 }), strings, (given, other) => {
      const interner = new StringInterner()
      const numbers = new Map<string, number>()
      for (const text of given) {
        expect(interner.find(text)).toBe(numbers.get(text) ?? -1)
        if (!numbers.has(text)) numbers.set(text, numbers.size)
        expect(interner.intern(text)).toBe(numbers.get(text))
      }
      expect(interner.find(other)).toBe(numbers.get(other) ?? -1)
      expect(interner.count).toBe(numbers.size)
      const { bytes, starts } = interner.strings
      const kept = [...numbers.keys()].map((_, i) =>
        Buffer.from(bytes.subarray(starts[i], starts[i + 1])).toString(),
      )
      expect(kept).toEqual([...numbers.keys()])
    }),
  )
})
