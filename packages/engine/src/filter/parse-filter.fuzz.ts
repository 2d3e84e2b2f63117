// Random texts out of the pieces of the language: every one is parsed or refused with a typed error that points into it.
// Replay a failure with the seed that fast-check prints.

import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { InputError } from '../errors.ts'
import { parseFilter } from './parse-filter.ts'

const piece = fc.oneof(
  fc.constantFrom(
    'AND',
    'OR',
    'NOT',
    'IN',
    'TO',
    'EXISTS',
    'IS',
    'NULL',
    'EMPTY',
    'CONTAINS',
    'STARTS WITH',
    '=',
    '!=',
    '<',
    '<=',
    '>',
    '>=',
    '(',
    ')',
    '[',
    ']',
    ',',
    "'",
    '"',
    '\\',
    '!',
    ' ',
    '  ',
    '\n',
    '_geoRadius(',
    '_geoBoundingBox([',
    '_geoPolygon(',
    '_geoPoint',
    '_geo',
    '1',
    '-2.5e3',
    '+',
    'a',
    "'b c'",
    '"d\\"e"',
    "'\\u00e9'",
    '\\x4',
    '🦊',
    'é',
    '\ud800',
    '\u00a0',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const text = fc
  .tuple(fc.array(piece, { maxLength: 40 }), fc.constantFrom('', ' '))
  .map(([pieces, gap]) => pieces.join(gap))

it('a text is parsed, or refused with a place inside it', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.array(fc.oneof(text, fc.array(text)))), (input) => {
      try {
        parseFilter(input, { code: 'bad', features: { containsFilter: true } })
      } catch (error) {
        if (!(error instanceof InputError)) throw error
        const { code, message } = error
        expect(code).toBe('bad')
        const place = /\n(\d+):(\d+) /.exec(message)
        expect(place).not.toBeNull()
        const longest = [input]
          .flat(2)
          .reduce((length, one) => Math.max(length, Array.from(one).length), 0)
        expect(Number(place![1])).toBeGreaterThanOrEqual(1)
        expect(Number(place![2])).toBeGreaterThanOrEqual(Number(place![1]))
        expect(Number(place![2])).toBeLessThanOrEqual(longest + 1)
      }
    }),
    { numRuns: 200_000 },
  )
})
