import { Buffer } from 'node:buffer'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareWords, utf8Length } from './word-order.ts'

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))

test('astral chars come after the rest of the basic plane', () => {
  expect(['🎉', '\uff5e'].toSorted()).toEqual(['🎉', '\uff5e'])
  expect(['🎉', '\uff5e'].toSorted(compareWords)).toEqual(['\uff5e', '🎉'])
})

test('words compare as their UTF-8 bytes do', () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b))
      expect(Math.sign(compareWords(a, b))).toBe(bytes)
      expect(compareWords(a, a)).toBe(0)
    }),
  )
})

test('a prefix comes before the longer word', () => {
  expect(compareWords('kit', 'kite')).toBeLessThan(0)
  expect(compareWords('kite', 'kit')).toBeGreaterThan(0)
})

test('bytes are counted as they would be written, broken pairs included', () => {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((u) => String.fromCharCode(...u))
  fc.assert(
    fc.property(fc.oneof(anyText, units), (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text))
    }),
  )
})
