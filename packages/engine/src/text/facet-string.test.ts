import { Buffer } from 'node:buffer'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldFacetString, normalizeFacetString } from './facet-string.ts'

test.each([
  ['  Café ', 'cafe\u0301'],
  ['ﬁN Ａ', 'fin a'],
  ['\u00a0x\u3000', 'x'],
  ['ΣΊΣΥΦΟΣ', 'σι\u0301συφος'],
  ['plain', 'plain'],
  [' ', ''],
])('%j is compared as %j', (value, expected) => {
  expect(normalizeFacetString(value)).toBe(expected)
})

test('the cut keeps whole chars within 468 bytes', () => {
  expect(normalizeFacetString('x'.repeat(468))).toHaveLength(468)
  expect(normalizeFacetString('x'.repeat(469))).toHaveLength(468)
  expect(normalizeFacetString(`${'x'.repeat(467)}ж`)).toBe('x'.repeat(467))
  expect(normalizeFacetString(`${'x'.repeat(465)}🎉`)).toBe('x'.repeat(465))
  expect(normalizeFacetString(`${'x'.repeat(464)}🎉z`)).toBe(`${'x'.repeat(464)}🎉`)
})

test('it is the longest beginning that fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 80, maxLength: 600 }), (value) => {
      const folded = foldFacetString(value)
      const cut = normalizeFacetString(value)
      expect(folded.startsWith(cut)).toBe(true)
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(468)
      const next = folded.codePointAt(cut.length)
      if (next === undefined) return
      const longer = cut + String.fromCodePoint(next)
      expect(Buffer.byteLength(longer)).toBeGreaterThan(468)
    }),
    { numRuns: 200 },
  )
})
