import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/settings-table.ts'
import { createTokenizer } from '../text/tokenizer.ts'
import { countChars, createTypoBudget, isNumericWord } from './typos.ts'

const tokenizer = createTokenizer({})
const settings = DEFAULT_SETTINGS.typoTolerance

test('longer words may have more typos', () => {
  const { typosFor } = createTypoBudget(settings, tokenizer)
  expect(['kite', 'kites', 'mountain', 'mountains'].map(typosFor)).toEqual([0, 1, 1, 2])
})

test('length is counted in chars', () => {
  expect(countChars('naïve😀')).toBe(6)
  expect(createTypoBudget(settings, tokenizer).typosFor('😀😀😀😀')).toBe(0)
})

test('tolerance can be switched off as a whole and for words in any spelling', () => {
  expect(createTypoBudget({ ...settings, enabled: false }, tokenizer).typosFor('mountains')).toBe(0)
  const { typosFor } = createTypoBudget({ ...settings, disableOnWords: ['Mountáin'] }, tokenizer)
  expect(typosFor('mountain')).toBe(0)
  expect(typosFor('mountains')).toBe(2)
})

test('numbers are numeric chars and punctuation only', () => {
  expect(['48213', '1-2', '½'].every(isNumericWord)).toBe(true)
  expect(['12a', '5€', 'a'].some(isNumericWord)).toBe(false)
})
