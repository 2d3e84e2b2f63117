import { describe, expect, it } from 'vitest'

import { InputError } from '../errors.ts'
import { parseFilter } from './parse-filter.ts'

const OPTIONS = { code: 'invalid_search_filter' }
const parse = (input: unknown) => parseFilter(input, OPTIONS)
const value = (text: string) => parse(`a = ${text}`)
const nested = (depth: number): string => '('.repeat(depth) + 'a = 1' + ')'.repeat(depth)

/** The error of a filter, as its code and `from:to`. */
function errorOf(input: unknown): { code: string; reason: string; place: string } {
  try {
    parse(input)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const [reason, place] = error.message.split('\n')
    return { code: error.code, reason: reason!, place: place?.split(' ')[0] ?? '' }
  }
  throw new Error(`accepted: ${JSON.stringify(input)}`)
}
const placeOf = (text: string): string => errorOf(text).place

describe('parseFilter', () => {
  it('binds NOT tighter than AND and AND tighter than OR', () => {
    expect(parse('a = 1 OR NOT b = 2 AND c = 3')).toMatchObject({
      kind: 'or',
      members: [
        { kind: 'equal' },
        { kind: 'and', members: [{ kind: 'not', member: { kind: 'equal' } }, { kind: 'equal' }] },
      ],
    })
  })

  it('cancels two negations', () => {
    expect(parse('NOT NOT a EXISTS')).toMatchObject({ kind: 'exists' })
    expect(parse('NOT a NOT EXISTS')).toMatchObject({ kind: 'exists' })
  })

  it('reads a value as a text, and as a number when it is a complete decimal', () => {
    expect(value("'12.50'")).toMatchObject({ value: { folded: '12.50', number: 12.5 } })
    expect(value('.5')).toMatchObject({ value: { number: 0.5 } })
    for (const text of ["' 7'", '0x1F', "'1_000'", 'inf', 'NaN', '1e400', "''"]) {
      expect(value(text)).toMatchObject({ value: { number: null } })
    }
  })

  it('joins the elements of an array with AND and of arrays inside with OR', () => {
    expect(parse(['a = 1', ['b = 2', 'c = 3']])).toMatchObject({
      kind: 'and',
      members: [{ kind: 'equal' }, { kind: 'or', members: [{}, {}] }],
    })
  })

  it('is no filter when nothing is left', () => {
    for (const input of [null, undefined, '', ' \n', [], [[]], ['', ['\t']]]) {
      expect(parse(input)).toBeNull()
    }
    expect(parse([[], ['', 'a = 1']])).toMatchObject({ kind: 'equal' })
  })

  it('tells what it accepts at each level of the array form', () => {
    expect(errorOf(3).reason).toContain('a string or an array here, found `3`')
    expect(errorOf([{ a: 1 }]).reason).toContain('a string or an array of strings')
    expect(errorOf([[['a = 1']]]).reason).toMatch(/a string here, found `\["a = 1"\]`/)
  })

  it('refuses to filter by vectors where that is switched off', () => {
    const parse = () =>
      parseFilter('a = 1 OR NOT _vectors.e EXISTS', {
        code: 'invalid_search_filter',
        features: { vectorFilter: false },
      })
    expect(parse).toThrow('`multimodal`')
    expect(parse).toThrow(expect.objectContaining({ code: 'feature_not_enabled' }))
  })

  it('refuses CONTAINS unless it is switched on, pointing at the keyword', () => {
    const features = { containsFilter: true }
    expect(parseFilter('a CONTAINS b', { ...OPTIONS, features })).toMatchObject({
      kind: 'contains',
    })
    expect(errorOf('x = 1 AND a NOT CONTAINS b')).toMatchObject({
      code: 'feature_not_enabled',
      place: '17:25',
    })
    // what is wrong with the text comes first
    expect(errorOf('a CONTAINS b AND').code).toBe('invalid_search_filter')
  })

  it('gives errors the code of the route', () => {
    expect(() => parseFilter('a', { code: 'invalid_document_filter' })).toThrow(
      expect.objectContaining({ code: 'invalid_document_filter' }),
    )
  })
})

describe('a filter error points at its place', () => {
  it.each([
    // trailing text
    ['size = 40 hue = red', '11:20'],
    ['a = b)', '6:7'],
    ['a = b = c', '7:10'],
    // operator
    ['hue teal', '1:9'],
    ['a = 1 AND hue IS NIL', '11:21'],
    ['a = 1 OR', '9:9'],
    ['x 1 TO2', '1:8'],
    ['name STARTS  WITH m', '1:20'],
    // value
    ['hue =   ', '9:9'],
    ['hue = 🦊 AND a = 1', '7:8'],
    ["a = '🦊🦊' b", '10:11'],
    ['x = EMPTY', '5:10'],
    ['TO = 9', '1:3'],
    ['NOT IN EXISTS', '5:7'],
    // delimiters
    ["hue = 'red", '7:11'],
    ['a = 1 AND (b = 2', '11:17'],
    // lists
    ['hue IN red', '8:11'],
    ['hue IN [red', '12:12'],
    ['hue IN [red, AND]', '14:18'],
    ['hue IN [red green]', '13:19'],
    // places
    ['a = 1 AND _geoDistance < 3', '11:27'],
    ['a = _geoRadius(1, 2, 3)', '5:24'],
    ['_geoRadius 1, 2, 3', '12:19'],
    ['_geoRadius(1, 2)', '12:17'],
    ['_geoBoundingBox([1, 2, 3], [3, 4])', '18:19'],
    ['_geoBoundingBox([1, 2], [3])', '26:27'],
    ['_geoBoundingBox(1, 2, 3, 4)', '17:28'],
  ])('%s', (text, place) => {
    expect(placeOf(text)).toBe(place)
  })

  it('counts from the start of the text of an array that is wrong', () => {
    expect(errorOf(['a = 1', 'b']).place).toBe('1:2')
  })

  it('repeats the filter on its second line', () => {
    expect(() => parse('hue teal')).toThrow(/\n1:9 hue teal$/)
  })
})

describe('quoted texts', () => {
  it.each([
    ["'O\\'Hara'", "o'hara"],
    ['"C:\\\\tmp"', 'c:\\tmp'],
    ['"a\\x20b"', 'a b'],
    ["'sn\\u00f8\\u{f8}\\370'", 'snøøø'],
    ['"say \\"hi\\""', 'say "hi"'],
    ["'a\\tb\\/c'", 'a\tb/c'],
  ])('decode %s', (text, folded) => {
    expect(value(text)).toMatchObject({ value: { folded } })
  })

  it.each(["'a\\qb'", "'a\\u12'", "'a\\xZZ'", "'a\\u{110000}'", "'a\\u{d800}'", "'a\\u{12'"])(
    'refuse %s',
    (text) => {
      expect(errorOf(`a = ${text}`).code).toBe('invalid_search_filter')
    },
  )

  it('stand for attributes too', () => {
    expect(parse(`'shoe size' = 3`)).toMatchObject({ attribute: { path: 'shoe size' } })
  })
})

describe('size and depth', () => {
  it('follows 36 parentheses and 147 negations, and not one more', () => {
    expect(parse(nested(36))).not.toBeNull()
    expect(errorOf(nested(37)).reason).toContain('nested too deeply')
    expect(parse('NOT '.repeat(147) + 'a = 1')).toMatchObject({ kind: 'not' })
    expect(errorOf('NOT '.repeat(148) + 'a = 1').reason).toContain('nested too deeply')
  })

  it('takes 100,000 members without recursion, within a second', () => {
    const members = Array.from({ length: 100_000 }, (_, i) => `id = ${i}`)
    const start = performance.now()
    expect(parse(members.join(' OR '))).toMatchObject({ kind: 'or' })
    expect(parse([members])).toMatchObject({ kind: 'or' })
    expect(parse(`id IN [${members.map((_, i) => i).join(',')}]`)).toMatchObject({ kind: 'in' })
    expect(performance.now() - start).toBeLessThan(3000)
  })

  it('answers a megabyte of nonsense within a second', () => {
    for (const piece of [
      '(',
      'NOT ',
      "'",
      '"a',
      '\\',
      '[',
      'a',
      '🦊',
      'a = 1 ',
      '_geoRadius(',
      'a IN [',
    ]) {
      const text = piece.repeat(Math.ceil(2 ** 20 / piece.length))
      const start = performance.now()
      expect(errorOf(text).code).toBe('invalid_search_filter')
      // alone it takes a tenth; the bound leaves room for a busy machine
      expect(performance.now() - start).toBeLessThan(1000)
    }
  })
})
