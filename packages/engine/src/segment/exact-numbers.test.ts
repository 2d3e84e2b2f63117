import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasUnusualNumber, NumberLiteral, parseExact } from './exact-numbers.ts'

describe('the text of a number', () => {
  test.each([
    ['12', '12'],
    ['-7', '-7'],
    ['12.0', '12.0'],
    ['12.5', '12.5'],
    ['12.50', '12.5'],
    ['1e2', '100.0'],
    ['1E+2', '100.0'],
    ['-1.5e1', '-15.0'],
    ['0.0', '0.0'],
    ['0.1', '0.1'],
    ['0.00001', '0.00001'],
    ['0.000001', '1e-6'],
    ['1e15', '1000000000000000.0'],
    ['1e16', '1e16'],
    ['1.25e21', '1.25e21'],
    ['9007199254740993', '9007199254740993'],
    ['18446744073709551615', '18446744073709551615'],
  ])('%s is %s', (literal, text) => {
    const number = parseExact(`{"n":[${literal}]}`) as { n: [number | NumberLiteral] }
    const [value] = number.n
    expect(value instanceof NumberLiteral ? value.text : String(value)).toBe(text)
    expect(value instanceof NumberLiteral ? value.value : value).toBe(Number(literal))
  })
})

describe('parsing with literals', () => {
  test('gives what JSON.parse gives, but for the literals', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 3 }), (value, indent) => {
        const json = JSON.stringify(value, null, indent)
        expect(plain(parseExact(json))).toEqual(JSON.parse(json))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    '{"a":1,"a":2.5}',
    '{"__proto__":1.5,"constructor":[2.5]}',
    String.raw`{"\"\\":"\u0041\n","b\/":1.0}`,
    ' [ 1.5 , [ ] , { } , true , false , null , "" ] ',
    '[[[[1.5]]]]',
  ])('reads %s', (json) => {
    expect(plain(parseExact(json))).toEqual(JSON.parse(json))
  })

  test('refuses to go as deep as the stack', () => {
    expect(() => parseExact('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(SyntaxError)
  })
})

describe('unusual numbers', () => {
  test.each([
    ['{"a":1.0}', true],
    ['{"a": -1e5}', true],
    ['[1,2.5]', true],
    ['{"a":9007199254740993}', true],
    ['{"a":12345,"b":"x"}', false],
    ['{"a":-1}', false],
    ['{"a":"1.5"}', false],
  ])('%s: %s', (json, isUnusual) => {
    expect(hasUnusualNumber(json)).toBe(isUnusual)
  })

  test('are never passed over', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify({ value })
        if (!hasUnusualNumber(json)) expect(parseExact(json)).toEqual(JSON.parse(json))
      }),
    )
  })
})

function plain(value: unknown): unknown {
  if (value instanceof NumberLiteral) return value.value
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}
