import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeDocuments } from './merge-documents.ts'

const STORED = '{"id":1,"a":{"x":1,"y":2},"b":5}'

describe('a partial update', () => {
  test.each([
    [['{"id":1,"a":{"x":9}}'], '{"id":1,"a":{"x":9},"b":5}'],
    [['{"id":1,"b":null}', '{"id":1,"c":1}'], '{"id":1,"a":{"x":1,"y":2},"b":null,"c":1}'],
    [['{"id":"1"}'], '{"id":"1","a":{"x":1,"y":2},"b":5}'],
    [['{"id":1}'], STORED],
    [['{}'], STORED],
    [['{"b":[1,{"c":2}]}'], '{"id":1,"a":{"x":1,"y":2},"b":[1,{"c":2}]}'],
  ])('of %o gives %s', (patches, expected) => {
    expect(patches.reduce(mergeDocuments, STORED)).toBe(expected)
  })

  test('keeps numbers and strings as they are written', () => {
    expect(
      mergeDocuments('{"a":1.0,"b":9007199254740993}', String.raw`{"c":"\u00e9","d":1e2}`),
    ).toBe(String.raw`{"a":1.0,"b":9007199254740993,"c":"\u00e9","d":1e2}`)
  })

  test('takes a key for the same however it is spelled, and the last of several', () => {
    expect(mergeDocuments(String.raw`{"\u0061":1}`, '{"a":2}')).toBe('{"a":2}')
    expect(mergeDocuments('{"a":1,"a":2}', '{"b":3,"b":4}')).toBe('{"a":2,"b":4}')
    expect(mergeDocuments(String.raw`{"a\"b":1}`, '{}')).toBe(String.raw`{"a\"b":1}`)
  })

  test('is that of the objects', () => {
    const object = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', '__proto__', '"', '\n', 'é'),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(object, object, fc.nat({ max: 2 }), (stored, patch, indent) => {
        const merged = mergeDocuments(JSON.stringify(stored, null, indent), JSON.stringify(patch))
        const expected = new Map([...Object.entries(stored), ...Object.entries(patch)])
        expect(JSON.parse(merged)).toEqual(JSON.parse(JSON.stringify(Object.fromEntries(expected))))
      }),
    )
  })
})
