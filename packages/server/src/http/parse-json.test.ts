import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { JsonNumber, jsonText, plainJson } from '../validate/json-value.ts'
import { JsonSyntaxError, parseJson } from './parse-json.ts'

test('any JSON is read as the runtime reads it', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat({ max: 3 }), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent)
      expect(plainJson(parseJson(spaced))).toEqual(JSON.parse(spaced))
    }),
  )
})

test('numbers that a double cannot tell apart keep their text', () => {
  for (const text of ['1.0', '1e2', '-0', '9007199254740993', '0.10']) {
    expect(parseJson(text)).toEqual(new JsonNumber(text))
    expect(jsonText(parseJson(`{"a":[${text}]}`))).toBe(`{"a":[${text}]}`)
  }
})

test('other numbers are plain', () => {
  expect(parseJson('[0.5, 12, -3]')).toEqual([0.5, 12, -3])
})

test('the last of two members with one name wins', () => {
  expect(plainJson(parseJson('{"a":1.5,"a":2}'))).toEqual({ a: 2 })
})

test('a member named __proto__ is a member', () => {
  const value = plainJson(parseJson('{"__proto__":{"x":1.50}}'))
  expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1.5}}')
})

describe('mistakes', () => {
  test.each([
    ['', 'unexpected the end of the text at line 1, column 1'],
    ['{"a":1} x', 'unexpected `x` at line 1, column 9'],
    ['{"a":1,}', 'expected a field name, found `}` at line 1, column 8'],
    ["{'a':1}", "expected a field name, found `'` at line 1, column 2"],
    ['[1\n,2\n,]', 'unexpected `]` at line 3, column 2'],
    ['"open', 'a string is not closed at line 1, column 6'],
    ['"\\x41"', 'an escape inside a string is not valid at line 1, column 7'],
    ['"\\ud800"', 'a string holds half of a surrogate pair at line 1, column 9'],
    ['"a\nb"', 'a control character inside a string must be escaped at line 1, column 3'],
    ['\uFEFF{}', 'unexpected `\uFEFF` at line 1, column 1'],
    ['01', 'unexpected `1` at line 1, column 2'],
    ['nul', 'unexpected `n` at line 1, column 1'],
  ])('%j: %s', (text, message) => {
    expect(() => parseJson(text)).toThrow(JsonSyntaxError)
    expect(() => parseJson(text)).toThrow(message)
  })

  test('whatever the runtime refuses is refused with a position', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...'{ } [ ] " , : 0 . e - t n \\ u \n'.split(' '), ' '),
        }),
        (text) => {
          let isJson = true
          try {
            JSON.parse(text)
          } catch {
            isJson = false
          }
          if (isJson) expect(plainJson(parseJson(text))).toEqual(JSON.parse(text))
          else expect(() => parseJson(text)).toThrow(/at line \d+, column \d+$/)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
