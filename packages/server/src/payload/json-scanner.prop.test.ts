import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { JSON_DEPTH_MAX } from '@sextant/engine'

import { IS_OPEN, IS_WRONG, JsonScanner } from './json-scanner.ts'

/** Scans in parts of these sizes; true when the object ends and nothing but space follows. */
function accepts(text: string, sizes: readonly number[]): boolean {
  const bytes = Buffer.from(text)
  const scanner = new JsonScanner()
  scanner.start()
  let at = 0
  for (const size of [...sizes, bytes.length]) {
    const part = bytes.subarray(at, at + size)
    const words = new Uint32Array((part.length + 3) >> 2)
    new Uint8Array(words.buffer).set(part)
    const end = scanner.scan(part, words, 0)
    if (end === IS_WRONG) return false
    if (end !== IS_OPEN)
      return (
        bytes
          .subarray(at + end)
          .toString()
          .trim() === ''
      )
    at += part.length
  }
  return false
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const objects = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4 }))
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 })
const inserted = fc.constantFrom(
  ...['', '"', '\\', '\\u00e9', '\\n', '}', ']', '{', '[', ',', ':', ' ', '\n', '\t', '\x01'],
  ...['0', '-', '.5', 'e', 'E+1', '1.', 'true', 'nul', 'a'],
)

test('an object is accepted however it is cut', () => {
  fc.assert(
    fc.property(objects, fc.constantFrom(0, 1, '\t'), cuts, (value, indent, sizes) => {
      expect(accepts(JSON.stringify(value, null, indent), sizes)).toBe(true)
    }),
  )
})

test('a damaged object is accepted exactly when the runtime reads it', () => {
  fc.assert(
    fc.property(
      objects,
      fc.nat(),
      fc.nat({ max: 2 }),
      inserted,
      cuts,
      (value, at, cut, text, sizes) => {
        const whole = JSON.stringify(value)
        const place = 1 + (at % whole.length)
        const damaged = whole.slice(0, place) + text + whole.slice(place + cut)
        expect(accepts(damaged, sizes)).toBe(isJson(damaged))
      },
    ),
    { numRuns: 2000 },
  )
})

test('nesting is followed down to the limit and no further', () => {
  const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
  expect(accepts(nested(JSON_DEPTH_MAX), [])).toBe(true)
  expect(accepts(nested(JSON_DEPTH_MAX + 1), [])).toBe(false)
})
