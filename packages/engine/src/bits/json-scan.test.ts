import { describe, expect, it } from 'vitest'
import { JSON_DEPTH_MAX } from '../limits.ts'
import {
  JsonSyntaxError,
  decodeString,
  minifyJson,
  scanValue,
  topLevelEntries,
} from './json-scan.ts'

function nested(levels: number): string {
  return '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
}

function slices(text: string): [string, string][] {
  return topLevelEntries(text).map((entry) => [
    entry.key,
    text.slice(entry.valueStart, entry.valueEnd),
  ])
}

describe('topLevelEntries', () => {
  it('gives every value as the characters it was written with', () => {
    expect(slices('{"a":1.0,"b":9007199254740993,"c":[1, 2],"d":{"e":null}}')).toEqual([
      ['a', '1.0'],
      ['b', '9007199254740993'],
      ['c', '[1, 2]'],
      ['d', '{"e":null}'],
    ])
  })

  it('passes over white space around every part', () => {
    expect(slices(' {\n\t"a" : "x" , "b":true\r\n} ')).toEqual([
      ['a', '"x"'],
      ['b', 'true'],
    ])
  })

  it('decodes escapes in keys and points at the key as written', () => {
    const text = '{"\\u0061\\"":1}'
    const [entry] = topLevelEntries(text)
    expect(entry?.key).toBe('a"')
    expect(entry?.keyStart).toBe(1)
  })

  it('is not misled by braces, commas and quotes inside strings', () => {
    expect(slices('{"a":"},\\"{","b":"\\\\"}')).toEqual([
      ['a', '"},\\"{"'],
      ['b', '"\\\\"'],
    ])
  })

  it('lists a repeated key as often as it stands', () => {
    expect(slices('{"a":1,"a":2}')).toEqual([
      ['a', '1'],
      ['a', '2'],
    ])
  })

  it('finds nothing in an empty object', () => {
    expect(slices('{ }')).toEqual([])
  })

  it.each(['', '[]', '{', '{"a"}', '{"a":}', '{"a":1,}', '{"a":01}', '{"a":1.}', '{"a":+1}'])(
    'refuses %j',
    (text) => {
      expect(() => topLevelEntries(text)).toThrow(JsonSyntaxError)
    },
  )

  it.each(['{"a":"\\x"}', '{"a":"\\u12g4"}', '{"a":"\n"}', '{"a":1} x', '{"a":"b', '{"a":tru}'])(
    'refuses %j',
    (text) => {
      expect(() => topLevelEntries(text)).toThrow(JsonSyntaxError)
    },
  )

  it('follows nesting down to the limit and no further', () => {
    expect(topLevelEntries(nested(JSON_DEPTH_MAX))).toHaveLength(1)
    expect(() => topLevelEntries(nested(JSON_DEPTH_MAX + 1))).toThrow(JsonSyntaxError)
  })

  it('says where the text stops making sense', () => {
    const error = (() => {
      try {
        topLevelEntries('{"a":1 "b":2}')
      } catch (thrown) {
        return thrown
      }
      return null
    })()
    expect(error).toMatchObject({ offset: 7 })
  })
})

describe('scanValue', () => {
  it('ends just after the value', () => {
    const text = '[{"a":[]},-1.5e+3]'
    expect(scanValue(text, 1)).toBe(9)
    expect(scanValue(text, 10)).toBe(17)
  })
})

describe('decodeString', () => {
  it('reads a string with and without escapes', () => {
    expect(decodeString('"né"', 0, 4)).toBe('né')
    expect(decodeString('"\\ud83c\\udf5e"', 0, 14)).toBe('🍞')
  })
})

describe('minifyJson', () => {
  it('drops white space outside strings only', () => {
    expect(minifyJson(' { "a b" : [ 1 ,\n2.0 ] }\n')).toBe('{"a b":[1,2.0]}')
  })

  it('returns the text itself when there is nothing to drop', () => {
    expect(minifyJson('{"a":" x "}')).toBe('{"a":" x "}')
  })
})
