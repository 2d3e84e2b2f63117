import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTokenizer } from '../text/tokenizer.ts'
import { createMatchSieve } from './match-sieve.ts'

const TOKENIZER = createTokenizer({})
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '1', ' ', '.', "'", '-') })
const words = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'b', '1', 'e', 'é'), minLength: 1, maxLength: 4 }),
)
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('createMatchSieve', () => {
  it('lets every token through that starts with a word', () => {
    fc.assert(
      fc.property(letters, words, (text, starts) => {
        const sieve = createMatchSieve(starts)
        for (const { lemma, start } of TOKENIZER.tokenize(text)) {
          if (!starts.some((word) => lemma.startsWith(word))) continue
          expect(sieve.mayStart(bytesOf(text), start, text.length)).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('sorts out words that start differently', () => {
    const sieve = createMatchSieve(['sunflower', 'se', 'crème'])
    const mayStart = (text: string, start = 0): boolean =>
      sieve.mayStart(bytesOf(text), start, text.length)
    expect(mayStart('Ines')).toBe(false)
    expect(mayStart('a SUNny day', 2)).toBe(true)
    expect(mayStart('the sea', 4)).toBe(true)
    expect(mayStart('se')).toBe(true)
    expect(mayStart('s')).toBe(false)
  })
})
