import fc from 'fast-check'
import { expect, it } from 'vitest'
import { afterSpace, endOfString, endOfValue } from './json-bytes.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

it('finds the end of every value, whatever stands after it', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom(',', '}', ']', ' ', '\n'),
      fc.constantFrom(0, 2),
      (value, after, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(endOfValue(bytesOf(`[${text}${after}1]`), 1)).toBe(1 + bytesOf(text).length)
      },
    ),
  )
})

it('passes over white space and strings', () => {
  const bytes = bytesOf(' \t\n"a\\"b\\\\", 1')
  expect(afterSpace(bytes, 0)).toBe(3)
  expect(endOfString(bytes, 3)).toBe(11)
  expect(endOfValue(bytes, 3)).toBe(11)
})

it('refuses to walk on at the end', () => {
  expect(() => endOfValue(bytesOf('[1'), 2)).toThrow('ends too early')
  expect(() => endOfString(bytesOf('{'), 1)).toThrow('ends too early')
})

it('refuses strings, objects and arrays that are cut off', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (value, share) => {
        const whole = bytesOf(JSON.stringify(value))
        const cut = whole.subarray(0, Math.max(1, Math.floor(whole.length * share)))
        expect(() => endOfValue(cut, 0)).toThrow('ends too early')
      },
    ),
  )
})
