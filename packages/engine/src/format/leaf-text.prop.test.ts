import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { createTokenizer } from '../text/tokenizer.ts'
import { leafKernel } from './leaf-kernel.ts'
import { CANDIDATE_WORDS, CANDIDATES_MAX, DOCUMENT_BYTES_MAX } from './leaf-module.ts'
import { LeafText } from './leaf-text.ts'
import { createMatchSieve, type MatchSieve } from './match-sieve.ts'

const TRAITS = [
  createTokenizer({}),
  createTokenizer({ separatorTokens: ['ab', 'z'], nonSeparatorTokens: ['#', '"', '\\', '\n'] }),
].map(({ byteTraits }) => byteTraits)
const encoder = new TextEncoder()

const piece = fc.constantFrom(
  ...['a', 'B', 'abc', 'ABC', 'zz', 'x1', '12', 'someword', 'a word of many letters', 'é', '日本'],
  ...[' ', ' ', ' ', '. ', ', ', '-', '"', '\\', '\n', '\t', '\u0001', '#', '\u007f'],
)
/** JSON as it may be stored: not always as this runtime writes it. */
const written = fc
  .array(fc.oneof({ weight: 9, arbitrary: piece.map(quoted) }, fc.constantFrom('\\/', '\\u0041')), {
    maxLength: 60,
  })
  .map((pieces) => pieces.join(''))
const starts = fc.array(
  fc.constantFrom('a', 'ab', 'abc', 'b', 'x1', '1', 'so', 'someword', 'let', 'é', 'w'),
  { maxLength: 4 },
)

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

interface Read {
  readonly end: number
  readonly text: string | null
  readonly isEscaped: boolean
  /** Start, end, hash and number of each word. */
  readonly candidates: number[][]
}

function read(
  document: Uint8Array,
  start: number,
  traits: Uint8Array,
  sieve: MatchSieve,
  hasKernel: boolean,
): Read {
  const text = new LeafText(traits, sieve, hasKernel ? leafKernel() : null)
  text.open(document)
  const end = text.readString(start)
  if (text.isOdd) return { end, text: null, isEscaped: text.isEscaped, candidates: [] }
  return {
    end,
    text: Buffer.from(text.bytes.subarray(text.base, text.base + text.length)).toString(),
    isEscaped: text.isEscaped,
    candidates: Array.from({ length: text.candidateCount }, (_, i) => [
      ...text.candidates.subarray(i * CANDIDATE_WORDS, (i + 1) * CANDIDATE_WORDS),
    ]),
  }
}

it('has a kernel to be compared', () => {
  expect(leafKernel()).not.toBeNull()
})

it('reads in the kernel what it reads without', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TRAITS),
      starts,
      fc.array(written, { minLength: 1, maxLength: 3 }),
      (traits, words, texts) => {
        const sieve = createMatchSieve(words)
        const document = encoder.encode(`"${texts.join('","')}"`)
        let start = 1
        for (const one of texts) {
          const kernel = read(document, start, traits, sieve, true)
          const plain = read(document, start, traits, sieve, false)
          expect({ ...kernel, candidates: [] }).toEqual({ ...plain, candidates: [] })
          // what stands behind a text may make its last word a candidate
          const ends = new Set(kernel.candidates.map(([, end]) => end))
          expect(kernel.candidates).toEqual(expect.arrayContaining(plain.candidates))
          expect(ends.size).toBe(kernel.candidates.length)
          const length = plain.text?.length ?? 0
          const extra = kernel.candidates.length - plain.candidates.length
          expect(extra).toBeLessThanOrEqual(length === 0 ? 0 : 2)
          start += encoder.encode(one).length + 3
        }
      },
    ),
    { numRuns: 1000 },
  )
})

it('reads a number', () => {
  for (const kernel of [leafKernel(), null]) {
    const text = new LeafText(TRAITS[0]!, createMatchSieve(['12']), kernel)
    text.open(encoder.encode('[-3.1234]'))
    text.readNumber(1, 8)
    expect(text.length).toBe(7)
    expect(text.isOdd).toBe(false)
    expect(text.candidateCount).toBe(1)
    const [start, end, , word] = text.candidates
    expect([start, end, word]).toEqual([3, 7, 1])
  }
})

it('reads what is too much for the kernel without it', () => {
  const traits = TRAITS[0]!
  const sieve = createMatchSieve(['a'])
  const words = 'a '.repeat(CANDIDATES_MAX + 1)
  for (const text of [words, words + 'b'.repeat(DOCUMENT_BYTES_MAX)]) {
    const document = encoder.encode(`"${text}"`)
    expect(read(document, 1, traits, sieve, true)).toEqual(read(document, 1, traits, sieve, false))
    expect(read(document, 1, traits, sieve, true).candidates.length).toBe(CANDIDATES_MAX + 1)
  }
})

it.each(['"never ends', '"never ends\\', '"never ends\\"', '"'])(
  'ends with the document %s',
  (json) => {
    // what stood in the memory before must not be taken for the end
    const sieve = createMatchSieve(['a'])
    for (const hasKernel of [true, false]) {
      read(
        encoder.encode('"a text that ends somewhere behind that"'),
        1,
        TRAITS[0]!,
        sieve,
        hasKernel,
      )
      expect(() => read(encoder.encode(json), 1, TRAITS[0]!, sieve, hasKernel)).toThrow('too early')
    }
  },
)
