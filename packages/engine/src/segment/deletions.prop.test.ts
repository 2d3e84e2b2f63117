import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Deletions } from './deletions.ts'

const docs = fc.uniqueArray(fc.nat({ max: 2999 }), { maxLength: 80 })

test('deletions come back from the text of the manifest', () => {
  fc.assert(
    fc.property(docs, docs, (first, second) => {
      const all = new Set([...first, ...second])
      const deletions = Deletions.NONE.with(first, 3000).with(second, 3000)
      for (const each of [deletions, Deletions.decode(deletions.encode(), 3000)]) {
        expect(each.count).toBe(all.size)
        const found = Array.from({ length: 3000 }, (_, doc) => doc).filter((doc) => each.has(doc))
        expect(found).toEqual([...all].toSorted((a, b) => a - b))
      }
    }),
    { numRuns: 50 },
  )
})

test('deletions of a whole segment, of none, and of the last document of a word of bits', () => {
  const all = Deletions.NONE.with(
    Array.from({ length: 64 }, (_, doc) => doc),
    64,
  )
  expect(Deletions.decode(all.encode(), 64).count).toBe(64)
  expect(Deletions.NONE.encode()).toBe('')
  expect(Deletions.decode('', 10)).toBe(Deletions.NONE)
  const last = Deletions.decode(Deletions.NONE.with([31, 63], 64).encode(), 64)
  expect([30, 31, 32, 62, 63].map((doc) => last.has(doc))).toEqual([
    false,
    true,
    false,
    false,
    true,
  ])
})

test('a change leaves the deletions that it was made from', () => {
  const before = Deletions.NONE.with([1], 10)
  before.with([2], 10)
  expect(before.has(2)).toBe(false)
  expect(before.with([1], 10).count).toBe(1)
})

test('a document that the segment does not have is refused', () => {
  const text = Deletions.NONE.with([9], 10).encode()
  expect(() => Deletions.decode(text, 9)).toThrow('a dead document 9 of 9')
})
