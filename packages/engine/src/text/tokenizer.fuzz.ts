// Long runs over arbitrary UTF-16, lone surrogates included. Replay one with SEXTANT_SEED=<seed>.

import * as fc from 'fast-check'
import { test } from 'vitest'
import { expectTokenizerLaws, locales, mixedText, tokenizerOptions } from './tokenizer.contract.ts'
import { createTokenizer } from './tokenizer.ts'

const rawUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
  .map((units) => String.fromCharCode(...units))
const text = fc.oneof(rawUnits, mixedText, fc.string({ unit: 'binary', maxLength: 200 }))

test('the tokenizer survives any string', () => {
  fc.assert(
    fc.property(text, tokenizerOptions, locales, (value, options, allowed) => {
      expectTokenizerLaws(createTokenizer(options), value, allowed, 0)
    }),
    { numRuns: 30_000, seed: Number(process.env['SEXTANT_SEED'] ?? 1) },
  )
})
