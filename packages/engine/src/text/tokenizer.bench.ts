// `npx vitest bench packages/engine/src/text`: the indexing path against tokens plus position rules, on 2 MB of
// made-up package texts (fixed seed), some with an accent.

import { bench, describe } from 'vitest'
import { createTokenizer } from './tokenizer.ts'

const values = madeUpValues(10_000)
const plain = createTokenizer({})
const withSettings = createTokenizer({
  stopWords: ['the', 'of', 'and', 'a'],
  separatorTokens: ['|', '<br>'],
  dictionary: ['back-end'],
})

describe('words of mostly ASCII values', () => {
  bench('forEachWord', () => countWords(plain))
  bench('forEachWord, with stop words, separators and a dictionary', () => countWords(withSettings))
  bench('tokenize', () => {
    let count = 0
    for (const value of values) count += plain.tokenize(value).length
    if (count === 0) throw new Error('no tokens')
  })
})

function countWords(tokenizer: typeof plain): void {
  let count = 0
  for (const value of values) tokenizer.forEachWord(value, 0, undefined, () => count++)
  if (count === 0) throw new Error('no words')
}

function madeUpValues(count: number): string[] {
  const words =
    'the library Provides a fast parser of JSON and text files for C++ 1.2 café back-end'.split(' ')
  const gaps = [' ', ' ', ' ', ' ', ', ', '. ', '-', '/', ' (']
  let seed = 7
  const pick = (choices: readonly string[]): string => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return choices[(seed >>> 8) % choices.length] ?? ''
  }
  return Array.from({ length: count }, () => {
    let value = ''
    for (let i = 0; i < 35; i++) value += pick(words) + pick(gaps)
    return value
  })
}
