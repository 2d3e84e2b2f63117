import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameSlice, orderByBytes } from './byte-order.ts'

function packed(strings: readonly Uint8Array[]): { bytes: Uint8Array; slices: Uint32Array } {
  const slices = new Uint32Array(strings.length * 2)
  let at = 0
  for (const [i, string] of strings.entries()) {
    slices[i * 2] = at
    slices[i * 2 + 1] = string.length
    at += string.length
  }
  return { bytes: Buffer.concat(strings), slices }
}

// few letters and long common beginnings, so that strings agree for many bytes; zero bytes look like missing ones
const letters = fc.uint8Array({ min: 0, max: 2, maxLength: 14 })
const strings = fc.array(fc.oneof(letters, fc.uint8Array({ maxLength: 6 })), { maxLength: 120 })

test('strings come in the order of their bytes', () => {
  fc.assert(
    fc.property(strings, (list) => {
      const { bytes, slices } = packed(list)
      const order = [...orderByBytes(bytes, slices, list.length)]
      expect(order.toSorted((a, b) => a - b)).toEqual(list.map((_, i) => i))
      const expected = list.toSorted((a, b) => Buffer.compare(a, b))
      expect(order.map((i) => list[i])).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

test('strings are the same when their bytes are', () => {
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      const { bytes, slices } = packed([a, b])
      expect(isSameSlice(bytes, slices, 0, 1)).toBe(Buffer.compare(a, b) === 0)
    }),
  )
})
