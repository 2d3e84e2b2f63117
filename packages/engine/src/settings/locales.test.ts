import { expect, test } from 'vitest'
import { LOCALES, localesFor, parseLocale, requestedLocales } from './locales.ts'

test('two-letter codes become their three-letter form, and case matters', () => {
  expect(parseLocale('de')).toBe('deu')
  expect(parseLocale('deu')).toBe('deu')
  expect(parseLocale('zh')).toBe('zho')
  expect(parseLocale('cmn')).toBe('cmn')
  expect(parseLocale('EN')).toBeNull()
  expect(parseLocale('klingon')).toBeNull()
})

test('a request may name locales by either form, or leave them to the index', () => {
  expect(requestedLocales(['de', 'fra'])).toEqual(['deu', 'fra'])
  expect(requestedLocales([])).toBeNull()
  expect(requestedLocales(null)).toBeNull()
})

test('every alias leads to an accepted code', () => {
  for (const code of LOCALES.values()) expect(LOCALES.get(code)).toBe(code)
  expect(LOCALES.size).toBe(139)
})

test('the first matching rule gives the locales, also when it asks for detection', () => {
  const rules = [
    { attributePatterns: ['t*'], locales: ['eng'] },
    { attributePatterns: ['auto'], locales: [] },
    { attributePatterns: ['*'], locales: ['deu', 'fra'] },
  ]
  expect(localesFor('title', rules)).toEqual(['eng'])
  expect(localesFor('auto', rules)).toBeUndefined()
  expect(localesFor('body', rules)).toEqual(['deu', 'fra'])
  expect(localesFor('body', [])).toBeUndefined()
  expect(localesFor('body', null)).toBeUndefined()
})
