import { describe, expect, test } from 'vitest'

import {
  ASCII_CHARACTER,
  BOOLEAN_TEXT,
  FILTER_TEXT,
  LIST_TEXT,
  numberText,
  readQuery,
  SORT_TEXT,
  TEXT,
  UINT_TEXT,
} from './query-fields.ts'

const CODE = 'bad_request'
const FIELDS = {
  q: { kind: TEXT, code: CODE, doc: '' },
  limit: { kind: UINT_TEXT, code: 'invalid_search_limit', doc: '' },
} as const

describe('query strings', () => {
  test('the last of repeated parameters counts', () => {
    expect(readQuery('limit=x&limit=1&&q=a+b%20c', FIELDS)).toEqual({ limit: 1, q: 'a b c' })
  })

  test('a parameter without a value is empty', () => {
    expect(readQuery('q', FIELDS)).toEqual({ q: '' })
  })

  test('an unknown parameter is refused', () => {
    expect(() => readQuery('Q=1', FIELDS)).toThrow('Parameter `Q` is not known.')
  })

  test('a required parameter must be there', () => {
    const fields = { id: { kind: TEXT, code: CODE, doc: '', missing: 'bad_request' } } as const
    expect(() => readQuery('', fields)).toThrow('Parameter `id` is required.')
  })
})

describe('kinds', () => {
  test.each(['', '-1', '1.5', 'x', '1e3', '99999999999999999999'])('%j is no integer', (text) => {
    expect(() => UINT_TEXT.read(text, 'limit', CODE)).toThrow('`limit`')
  })

  test.each(['', '1', 'TRUE', 'yes'])('%j is no boolean', (text) => {
    expect(() => BOOLEAN_TEXT.read(text, 'reverse', CODE)).toThrow('`true` or `false`')
  })

  test.each(['', 'x', '1.1', '-0.1', 'Infinity', '0x1'])('%j is not between 0 and 1', (text) => {
    expect(() => numberText(0, 1).read(text, 'ratio', CODE)).toThrow('`ratio`')
  })

  test('a list skips empty items', () => {
    expect(LIST_TEXT.read('a,,b,', 'fields', CODE)).toEqual(['a', 'b'])
    expect(LIST_TEXT.read('', 'fields', CODE)).toEqual([])
  })

  test('the comma of a point does not separate sort items', () => {
    expect(SORT_TEXT.read('price:asc,_geoPoint(1,2):desc,"name:asc"', 'sort', CODE)).toEqual([
      'price:asc',
      '_geoPoint(1,2):desc',
      'name:asc',
    ])
  })

  test('a filter is JSON when it can be', () => {
    expect(FILTER_TEXT.read('["a = 1",["b = 2"]]', 'filter', CODE)).toEqual(['a = 1', ['b = 2']])
    expect(FILTER_TEXT.read('a = 1', 'filter', CODE)).toBe('a = 1')
    expect(FILTER_TEXT.read('[a = 1]', 'filter', CODE)).toBe('[a = 1]')
    for (const text of ['3', 'null', 'true', '{"a":1}', '[1]']) {
      expect(() => FILTER_TEXT.read(text, 'filter', CODE)).toThrow('filter')
    }
  })

  test.each(['', 'ab', 'é'])('%j is not one ASCII character', (text) => {
    expect(() => ASCII_CHARACTER.read(text, 'csvDelimiter', CODE)).toThrow('`csvDelimiter`')
  })
})
