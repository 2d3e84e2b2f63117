import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTokenizer } from '../text/tokenizer.ts'
import { createMatchSieve } from './match-sieve.ts'

const TOKENIZER = createTokenizer({})
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '1', ' ', '.', "'", 'é', '-') })
const words = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'b', '1', 'e'), minLength: 1, maxLength: 4 }),
)

describe('createMatchSieve', () => {
  it('lets every text through that has a token starting with a word', () => {
    fc.assert(
      fc.property(letters, words, (text, starts) => {
        const tokens = TOKENIZER.tokenize(text)
        const isMatch = tokens.some((token) =>
          starts.some((start) => token.lemma.startsWith(start)),
        )
        if (isMatch) expect(createMatchSieve(starts).mayMatch(text)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('sorts out plain texts without any of the words', () => {
    const sieve = createMatchSieve(['sunflower', 'se', 'crème'])
    expect(sieve.mayMatch('Ines Breadwell, 12 Mill Rd')).toBe(false)
    expect(sieve.mayMatch('a SUNny day')).toBe(true)
    expect(sieve.mayMatch('the sea')).toBe(true)
    expect(sieve.mayMatch('brûlée')).toBe(true)
    expect(createMatchSieve([]).mayMatch('anything')).toBe(false)
  })
})
