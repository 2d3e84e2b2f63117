import { describe, expect, it } from 'vitest'
import type { InputError } from '../errors.ts'
import { addVectors, keepVectors, readVectorsField, storedVectors } from './vectors-field.ts'

function entryOf(entry: unknown): unknown {
  const read = readVectorsField({ hand: entry }, '7').get('hand')!
  return { ...read, vectors: read.vectors && read.vectors.map((vector) => [...vector]) }
}

function problemOf(value: unknown): { code: string; message: string } {
  try {
    readVectorsField(value, '7')
  } catch (error) {
    const { code, message } = error as InputError
    return { code, message }
  }
  throw new Error('nothing was refused')
}

describe('readVectorsField', () => {
  it.each([
    [[1, 2], { vectors: [[1, 2]], regenerate: false }],
    [[[1], [2]], { vectors: [[1], [2]], regenerate: false }],
    [[], { vectors: [], regenerate: false }],
    [null, { vectors: [], regenerate: false }],
    [
      { regenerate: true, embeddings: [1] },
      { vectors: [[1]], regenerate: true },
    ],
    [
      { regenerate: false, embeddings: [[1], [2]] },
      { vectors: [[1], [2]], regenerate: false },
    ],
    [{ regenerate: true }, { vectors: null, regenerate: true }],
    [
      { regenerate: false, embeddings: null },
      { vectors: null, regenerate: false },
    ],
    [
      { regenerate: false, embeddings: [] },
      { vectors: [], regenerate: false },
    ],
  ])('reads %j', (entry, expected) => {
    expect(entryOf(entry)).toEqual(expected)
  })

  it.each([
    [true, '._vectors.hand'],
    ['1,0', '._vectors.hand'],
    [{ embeddings: [1] }, '._vectors.hand.regenerate'],
    [{ regenerate: 'no' }, '._vectors.hand.regenerate'],
    [{ regenerate: true, extra: 1 }, '._vectors.hand.extra'],
    [{ regenerate: true, embeddings: 'x' }, '._vectors.hand.embeddings'],
    [[1, '2'], '._vectors.hand[1]'],
    [[1, [2]], '._vectors.hand[1]'],
    [[[1], 2], '._vectors.hand[1]'],
    [[[[1]]], '._vectors.hand[0][0]'],
    [{ regenerate: true, embeddings: [[0, null]] }, '._vectors.hand.embeddings[0][1]'],
  ])('refuses %j and says where', (entry, path) => {
    const { code, message } = problemOf({ hand: entry })
    expect(code).toBe('invalid_vectors_type')
    expect(message).toContain(`\`${path}\``)
    expect(message).toContain('"7"')
  })

  it('refuses what is not an object, but takes null for nothing', () => {
    expect(problemOf([1, 2]).code).toBe('invalid_vectors_type')
    expect(readVectorsField(null, '7').size).toBe(0)
  })

  it('refuses more vectors than a document may have', () => {
    const many = Array.from({ length: 257 }, () => [1])
    expect(problemOf({ hand: many }).code).toBe('too_many_vectors')
    expect(readVectorsField({ hand: many.slice(1) }, '7').get('hand')!.vectors).toHaveLength(256)
  })
})

describe('stored vectors', () => {
  const json = '{"id":1.0,"_vectors":{"a":[1e0],"b":null},"t":"x"}'

  it('keeps the entries of unknown embedders, digit for digit, an opted-out one as an empty list', () => {
    expect(keepVectors(json, (name) => name !== 'c')).toBe(
      '{"id":1.0,"t":"x","_vectors":{"a":[1e0],"b":[]}}',
    )
    expect(keepVectors(json, (name) => name === 'a')).toBe(
      '{"id":1.0,"t":"x","_vectors":{"a":[1e0]}}',
    )
  })

  it('drops the field with its last entry, and leaves a text alone that has nothing to drop', () => {
    expect(keepVectors(json, () => false)).toBe('{"id":1.0,"t":"x"}')
    const plain = '{ "id": 1 }'
    expect(keepVectors(plain, () => false)).toBe(plain)
  })

  it('adds entries, in the place of those of the same name', () => {
    const added = addVectors(json, new Map([['a', '[2]']]))
    expect(storedVectors(added)).toEqual(
      new Map([
        ['a', '[2]'],
        ['b', 'null'],
      ]),
    )
    expect(addVectors('{"id":1}', new Map([['a', '[2]']]))).toBe('{"id":1,"_vectors":{"a":[2]}}')
  })
})
