import { expect, test } from 'vitest'
import { createTokenizer } from '../text/tokenizer.ts'
import { createSynonymTable } from './synonyms.ts'

const tokenizer = createTokenizer({ stopWords: ['the'] })

test('keys and values are normalized, merged, sorted and freed of repeats', () => {
  const table = createSynonymTable(
    { Phone: ['mobile', 'Cell phone'], phone: ['mobile', 'handset'] },
    tokenizer,
  )
  expect(table.ofWord('phone')).toEqual([['cell', 'phone'], ['handset'], ['mobile']])
  expect(table.ofWord('mobile')).toEqual([])
})

test('keys of several words are found by their words, without stop words', () => {
  const table = createSynonymTable({ 'the new york': ['nyc'] }, tokenizer)
  expect(table.ofWords(['new', 'york'])).toEqual([['nyc']])
  expect(table.ofWord('newyork')).toEqual([])
})

test('keys and values without words are dropped', () => {
  const table = createSynonymTable({ the: ['x'], y: ['the', '!'] }, tokenizer)
  expect(table.ofWord('the')).toEqual([])
  expect(table.ofWord('y')).toEqual([])
})

test('one word has at most fifty synonyms and a hundred words in them', () => {
  const many = Array.from({ length: 60 }, (_, i) => `w${i}`)
  expect(createSynonymTable({ x: many }, tokenizer).ofWord('x')).toHaveLength(50)
  const long = Array.from({ length: 40 }, (_, i) => `a${i} b c`)
  expect(createSynonymTable({ x: long }, tokenizer).ofWord('x')).toHaveLength(33)
  expect(createSynonymTable({ 'x y': long }, tokenizer).ofWords(['x', 'y'])).toHaveLength(40)
})
