// Long runs over arbitrary UTF-16, lone surrogates included: nothing throws, tokens cover the text, lemmas are
// well-formed, and both ways to the words agree.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { locales, mixedText, tokenizerOptions } from './tokenizer.arbitraries.ts'
import { createTokenizer } from './tokenizer.ts'

const rawUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
  .map((units) => String.fromCharCode(...units))
const text = fc.oneof(rawUnits, mixedText, fc.string({ unit: 'binary', maxLength: 200 }))

test('the tokenizer survives any string', () => {
  fc.assert(
    fc.property(text, tokenizerOptions, locales, (value, options, allowed) => {
      const tokenizer = createTokenizer(options)
      let end = 0
      let wordCount = 0
      for (const token of tokenizer.tokenize(value, allowed)) {
        if (token.start !== end || token.end <= end) throw new Error('tokens leave a gap')
        end = token.end
        if (/\p{Surrogate}/u.test(token.lemma)) throw new Error('a lemma holds half a pair')
        const original = value.slice(token.start, token.end)
        tokenizer.originalLength(original, 2, allowed)
        const word = token.lemma.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '')
        if (token.kind === 'word' && word !== '' && Buffer.byteLength(word) <= 250) wordCount++
      }
      expect(end).toBe(value.length)
      let visitCount = 0
      tokenizer.forEachWord(value, 0, allowed, () => visitCount++)
      expect(visitCount).toBe(wordCount)
    }),
    { numRuns: 30_000, seed: Number(process.env['SEXTANT_SEED'] ?? 1) },
  )
})
