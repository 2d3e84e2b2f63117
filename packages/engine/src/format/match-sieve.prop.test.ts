import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTokenizer } from '../text/tokenizer.ts'
import { createMatchSieve, isSieved, type MatchSieve } from './match-sieve.ts'

const TOKENIZER = createTokenizer({})
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '1', ' ', '.', "'", '-') })
const words = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'b', '1', 'e', 'é'), minLength: 1, maxLength: 4 }),
)
const mayStart = (sieve: MatchSieve, text: string, at = 0): boolean =>
  isSieved(sieve, new TextEncoder().encode(text), at, text.length)

describe('createMatchSieve', () => {
  it('lets every token through that starts with a word', () => {
    fc.assert(
      fc.property(letters, words, (text, starts) => {
        const sieve = createMatchSieve(starts)
        for (const { lemma, start } of TOKENIZER.tokenize(text)) {
          if (!starts.some((word) => lemma.startsWith(word))) continue
          expect(mayStart(sieve, text, start)).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('sorts out words that start differently', () => {
    const sieve = createMatchSieve(['sunflower', 'se', 'crème'])
    expect(mayStart(sieve, 'Ines')).toBe(false)
    expect(mayStart(sieve, 'a SUNny day', 2)).toBe(true)
    expect(mayStart(sieve, 'the sea', 4)).toBe(true)
    expect(mayStart(sieve, 'se')).toBe(true)
    expect(mayStart(sieve, 's')).toBe(false)
  })
})
