import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InputError } from '../errors.ts'
import { documentIdReader, inferPrimaryKey } from './document-id.ts'

describe('a document id', () => {
  test.each([
    ['1', '1'],
    ['0', '0'],
    ['-12', '-12'],
    ['9007199254740993', '9007199254740993'],
    ['18446744073709551615', '18446744073709551615'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['"1"', '1'],
    ['"Ab-_9"', 'Ab-_9'],
    [String.raw`"\u0041"`, 'A'],
    [`"${'x'.repeat(511)}"`, 'x'.repeat(511)],
  ])('%s is %s, wherever it stands', (slice, id) => {
    expect(idOf(`{"id":${slice}}`)).toBe(id)
    expect(idOf(` {\n "id" : ${slice} , "a":1}`)).toBe(id)
    expect(idOf(`{"a":{"id":7},"id":${slice}}`)).toBe(id)
  })

  test.each([
    '1.0',
    '1e3',
    '-0',
    '18446744073709551616',
    '-9223372036854775809',
    '123456789012345678901234567890',
    'true',
    'null',
    '[]',
    '[1]',
    '{}',
    '""',
    '"a b"',
    '"é"',
    '"a.b"',
    String.raw`"a\n"`,
    `"${'x'.repeat(512)}"`,
  ])('%s is not valid', (slice) => {
    expect(codeOf(() => idOf(`{"id":${slice}}`))).toBe('invalid_document_id')
    expect(codeOf(() => idOf(`{"a":1,"id":${slice}}`))).toBe('invalid_document_id')
  })

  test('is missing when the document has no such key', () => {
    expect(codeOf(() => idOf('{}'))).toBe('missing_document_id')
    expect(codeOf(() => idOf('{"ID":1,"a":{"id":1}}'))).toBe('missing_document_id')
  })

  test('is the last one when the key stands twice, however it is spelled', () => {
    expect(idOf('{"id":1,"id":2}')).toBe('2')
    expect(idOf(String.raw`{"id":1,"\u0069d":2}`)).toBe('2')
    expect(codeOf(() => idOf('{"id":1,"a":2,"id":null}'))).toBe('invalid_document_id')
    const slashed = documentIdReader('a/b')
    expect(slashed(String.raw`{"a/b":1,"a\/b":2}`)).toBe('2')
  })

  test('is not mistaken for a text that looks like its key', () => {
    expect(idOf(String.raw`{"a":"\"id\":7,","id":1}`)).toBe('1')
    expect(idOf('{"id":1,"a":"\\"id\\""}')).toBe('1')
    expect(idOf('{"id":1,"a":"id"}')).toBe('1')
  })

  test.each([
    ['{"meta":{"uid":1}}', '1'],
    ['{"meta.uid":1}', '1'],
    ['{"meta":{"other":2},"meta.uid":1}', '1'],
    ['{"meta":[{"uid":1}]}', 'missing_document_id'],
    ['{"meta":7}', 'missing_document_id'],
    ['{"meta.uid":1,"meta":{"uid":2}}', 'invalid_document_id'],
    ['{"meta":{"uid":2},"meta.uid":1}', 'invalid_document_id'],
  ])('under a dotted key in %s is %s', (json, expected) => {
    const read = (): string => documentIdReader('meta.uid')(json)
    expect(expected.startsWith('m') || expected.startsWith('i') ? codeOf(read) : read()).toBe(
      expected,
    )
  })

  test('under a key of three parts is found through every cut', () => {
    const read = documentIdReader('a.b.c')
    for (const json of [
      '{"a":{"b":{"c":1}}}',
      '{"a.b":{"c":1}}',
      '{"a":{"b.c":1}}',
      '{"a.b.c":1}',
    ]) {
      expect(read(json)).toBe('1')
    }
    expect(codeOf(() => read('{"a":{"b":{"c":1},"b.c":2}}'))).toBe('invalid_document_id')
  })

  test('is read the same whether it stands first or last', () => {
    const slice = fc.oneof(fc.json({ maxDepth: 1 }), fc.integer().map(String))
    fc.assert(
      fc.property(slice, fc.json({ maxDepth: 1 }), (id, other) => {
        const outcome = (json: string): string => {
          try {
            return idOf(json)
          } catch (error) {
            return (error as InputError).code
          }
        }
        expect(outcome(`{"id":${id},"other":${other}}`)).toBe(
          outcome(`{"other":${other},"id":${id}}`),
        )
      }),
    )
  })

  test('that is bad is told, but not at length', () => {
    const error = errorOf(() => idOf(`{"id":"${'é'.repeat(5000)}"}`))
    expect(error.message).toContain('"ééé')
    expect(error.message.length).toBeLessThan(400)
    expect(errorOf(() => idOf(`{"a":"${'x'.repeat(5000)}"}`)).message.length).toBeLessThan(400)
  })
})

describe('the primary key', () => {
  test.each([
    [{ id: 1 }, 'id'],
    [{ objectID: 'a' }, 'objectID'],
    [{ name: 'x', bookId: 1 }, 'bookId'],
    [{ ISBNID: 1, nested: { id: 2 } }, 'ISBNID'],
    [{ paid: true }, 'paid'],
  ])('of %o is %s', (document, key) => {
    expect(inferPrimaryKey(document)).toBe(key)
  })

  test('cannot be told without a candidate', () => {
    expect(codeOf(() => inferPrimaryKey({ sku: 1, name: 'x' }))).toBe(
      'index_primary_key_no_candidate_found',
    )
    expect(codeOf(() => inferPrimaryKey({}))).toBe('index_primary_key_no_candidate_found')
  })

  test('cannot be told from several, of which the first two in order are named', () => {
    const error = errorOf(() => inferPrimaryKey({ uid: 1, orderId: 9, id: 2 }))
    expect(error.code).toBe('index_primary_key_multiple_candidates_found')
    expect(error.message).toContain('3 fields')
    expect(error.message).toContain('`id` and `orderId`')
  })
})

function idOf(json: string): string {
  return documentIdReader('id')(json)
}

function codeOf(work: () => unknown): string {
  return errorOf(work).code
}

function errorOf(work: () => unknown): InputError {
  try {
    work()
  } catch (error) {
    if (error instanceof InputError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
