import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBack } from '../../../test/read-back.ts'
import { DocumentsReader } from './reader.ts'
import { DocumentsWriter } from './writer.ts'

interface Given {
  readonly id: string
  readonly json: string
}

const json = fc.oneof(
  fc.json(),
  fc
    .nat({ max: 5000 })
    .map((length) => JSON.stringify({ text: 'lorem ipsum '.repeat(length / 12) })),
)
const documents = fc
  .uniqueArray(fc.oneof(fc.nat().map(String), fc.stringMatching(/^[a-z0-9_-]{1,20}$/u)), {
    maxLength: 60,
  })
  .chain((ids) => fc.tuple(...ids.map((id) => json.map((text): Given => ({ id, json: text })))))

describe('stored documents', () => {
  test('come back by doc id, by id, by number and in order', () => {
    fc.assert(
      fc.property(documents, fc.infiniteStream(fc.nat()), (given, places) => {
        expectDocuments(given, [...places.take(20)])
      }),
      { numRuns: 60 },
    )
  })

  test('come back from segments that are large enough for a dictionary', () => {
    const given = Array.from({ length: 4000 }, (_, i): Given => ({
      id: `doc-${i}`,
      json: JSON.stringify({
        id: `doc-${i}`,
        title: `Title ${i * 7}`,
        body: 'common words '.repeat(i % 40),
      }),
    }))
    const reader = expectDocuments(given, [0, 3999, 17, 2000, 2001, 1999, 3999, 0])
    expect(reader.rawBytes).toBeGreaterThan(512 * 1024)
  })

  test('take far less room than their text when they are alike', () => {
    const write = (count: number): number =>
      readBack((file) => {
        const writer = new DocumentsWriter()
        for (let i = 0; i < count; i++) {
          writer.add({
            ...document({ id: `${i}`, json: `{"id":${i},"kind":"much the same"}` }),
            number: i,
          })
        }
        writer.writeTo(file)
      }).sizeBytes
    expect((write(20_000) - write(10_000)) / 10_000).toBeLessThan(38)
  })

  test('of one document longer than any block', () => {
    const long = JSON.stringify({ text: Array.from({ length: 40_000 }, (_, i) => i * 31) })
    expectDocuments(
      [
        { id: 'a', json: '{}' },
        { id: 'b', json: long },
        { id: 'c', json: '{"x":1}' },
      ],
      [1, 0, 2, 1, 2],
    )
  })

  test('remember their top-level keys', () => {
    const reader = read([
      { id: 'a', json: '{"b":1,"a":2}' },
      { id: 'b', json: '{"a":1}' },
      { id: 'c', json: '{"b":3,"a":4}' },
    ])
    expect(reader.keys).toEqual([['b', 'a'], ['a']])
    expect([...reader.keySets]).toEqual([0, 1, 0])
  })

  test('may be none', () => {
    const reader = read([])
    expect(reader.count).toBe(0)
    expect(reader.find(new TextEncoder().encode('a'))).toBe(-1)
    expect(reader.findNumber(0)).toBe(-1)
    reader.forEach(() => expect.unreachable())
  })
})

function expectDocuments(given: readonly Given[], places: readonly number[]): DocumentsReader {
  const reader = read(given)
  const texts: string[] = []
  reader.forEach((doc, bytes) => {
    expect(doc).toBe(texts.length)
    texts.push(Buffer.from(bytes).toString())
  })
  expect(texts).toEqual(given.map((each) => each.json))
  expect(reader.count).toBe(given.length)
  expect(reader.rawBytes).toBe(given.reduce((sum, each) => sum + Buffer.byteLength(each.json), 0))
  const encoder = new TextEncoder()
  for (const [doc, { id }] of given.entries()) {
    if (reader.find(encoder.encode(id)) !== doc) expect.unreachable(`${id} is not found`)
    if (reader.id(doc) !== id) expect.unreachable(`${id} is not the id of ${doc}`)
    if (reader.findNumber(numberOf(doc)) !== doc) expect.unreachable(`no number of ${doc}`)
  }
  expect(reader.find(encoder.encode('no-such-id'))).toBe(-1)
  expect(reader.find(new Uint8Array(0))).toBe(-1)
  expect(reader.findNumber(numberOf(given.length - 1) + 1)).toBe(-1)
  // any order: early and late in a block, the same block again, another one between
  for (const place of given.length === 0 ? [] : places) {
    const doc = place % given.length
    expect(Buffer.from(reader.read(doc)).toString()).toBe(given[doc]!.json)
  }
  return reader
}

function read(given: readonly Given[]): DocumentsReader {
  return new DocumentsReader(
    readBack((file) => {
      const writer = new DocumentsWriter()
      for (const [doc, each] of given.entries()) {
        writer.add({ ...document(each), number: numberOf(doc) })
      }
      expect(writer.count).toBe(given.length)
      writer.writeTo(file)
    }),
  )
}

/** Numbers ascend with gaps. */
function numberOf(doc: number): number {
  return doc * 3 + 5
}

function document({ id, json: text }: Given): { id: string; json: Uint8Array; keys: string } {
  const value: unknown = JSON.parse(text)
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
  return { id, json: new TextEncoder().encode(text), keys: JSON.stringify(keys) }
}
