import { describe, expect, test } from 'vitest'

import { PayloadSyntaxError } from './document-parser.ts'
import { JsonDocuments } from './json-documents.ts'

function parse(format: 'json' | 'ndjson', ...parts: string[]): { lines: string[]; count: number } {
  const parser = new JsonDocuments(format)
  const bytes = parts.map((part) => parser.push(Buffer.from(part)))
  const text = Buffer.concat([...bytes, parser.end()]).toString()
  return { lines: text.split('\n').slice(0, -1), count: parser.documentCount }
}

function refusal(format: 'json' | 'ndjson', text: string | Uint8Array): string {
  const parser = new JsonDocuments(format)
  try {
    parser.push(Buffer.from(text))
    parser.end()
  } catch (error) {
    expect(error).toBeInstanceOf(PayloadSyntaxError)
    return error instanceof Error ? error.message : ''
  }
  return expect.fail('the payload was accepted')
}

describe('JSON', () => {
  test('an array gives one line per object', () => {
    expect(parse('json', ' [ {"id":1} , {"id":2,"t":"a]b}"} ] \n')).toEqual({
      lines: ['{"id":1}', '{"id":2,"t":"a]b}"}'],
      count: 2,
    })
  })

  test('one object is one document', () => {
    expect(parse('json', '{"id":1}').lines).toEqual(['{"id":1}'])
  })

  test('an empty array has no document', () => {
    expect(parse('json', '[]')).toEqual({ lines: [], count: 0 })
  })

  test('numbers keep their spelling', () => {
    expect(parse('json', '[{"id":9007199254740993,"price":1.0}]').lines).toEqual([
      '{"id":9007199254740993,"price":1.0}',
    ])
  })

  test('line breaks between tokens become spaces', () => {
    expect(parse('json', '[{"id":\r\n1}]').lines).toEqual(['{"id":  1}'])
  })

  test.each(['{', '[', '[{"id":1},]', 'nope', '[1]', '1', '"text"', 'null', '[{"id":01}]', ' \n '])(
    '%j is refused',
    (text) => {
      expect(refusal('json', text)).toContain('line')
    },
  )

  test('a mistake is reported at its line and column', () => {
    expect(refusal('json', '[{"id":1},\n  {"id":x}]')).toBe('unexpected `x` at line 2, column 9')
  })

  test('lines are counted across parts and inside documents', () => {
    const parser = new JsonDocuments('json')
    for (const part of ['[{"id":', '1,\n"a":\n', '2},\n', '\n{"id"\n:'])
      parser.push(Buffer.from(part))
    expect(() => parser.push(Buffer.from('3,\n "b" 4}]'))).toThrow(
      'expected `:`, found `4` at line 7, column 6',
    )
  })

  test('bytes that are not UTF-8 are refused', () => {
    expect(refusal('json', Buffer.from('5b7b226964223a312c2274223a22fffe227d5d', 'hex'))).toContain(
      'UTF-8',
    )
  })

  test('a byte order mark is refused', () => {
    expect(refusal('json', '\uFEFF[]')).toContain('column 1')
  })
})

describe('NDJSON', () => {
  test('lines, blank lines, concatenated and split objects are documents', () => {
    const text = '\n{"id":1}\r\n   \n{"id":2}{"id":3} {"id":4}\n{\n "id": 5\n}'
    expect(parse('ndjson', text)).toEqual({
      lines: ['{"id":1}', '{"id":2}', '{"id":3}', '{"id":4}', '{  "id": 5 }'],
      count: 5,
    })
  })

  test('nothing but space is no document', () => {
    expect(parse('ndjson', '\n\n').count).toBe(0)
  })

  test.each(['{"id":1}\n{"id":', '{"id":1},\n{"id":2}', 'plain', '[{"id":1}]'])(
    '%j is refused',
    (text) => {
      expect(refusal('ndjson', text)).toContain('line')
    },
  )

  test('a line that is not an object is refused even when it is JSON', () => {
    expect(refusal('ndjson', '{"id":1}\n3\n')).toBe(
      'unexpected `3`, expected an object at line 2, column 1',
    )
  })
})
