// Laws: whatever the bytes and however they are cut, an upload is accepted exactly when it is UTF-8 and the runtime reads it
// as an object or an array of objects; the lines are those documents; a refusal is a PayloadSyntaxError with a place.

import { isUtf8 } from 'node:buffer'

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { PayloadSyntaxError } from './document-parser.ts'
import { JsonDocuments } from './json-documents.ts'

const RUNS = 200_000

const fragment = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\"',
    '"a"',
    '"a":',
    '{}',
    '{"id":1}',
    '1',
    '-0',
    '1e5',
    'true',
    'null',
  ],
  ...[' ', '\n', '\r\n', '\t', 'é', '\uFEFF', '\\u00e9', '[{"a":[1,{"b":"}"}]}]'],
)
const pieces = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: fragment.map((text) => Buffer.from(text)) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
    },
  ),
  { maxLength: 14 },
)

test('an upload is accepted exactly when it is documents', () => {
  fc.assert(
    fc.property(pieces, fc.array(fc.nat({ max: 6 }), { maxLength: 8 }), (parts, sizes) => {
      const bytes = Buffer.concat(parts)
      expect(readInParts(bytes, sizes)).toEqual(readWhole(bytes))
    }),
    { numRuns: RUNS },
  )
})

function readInParts(bytes: Buffer, sizes: readonly number[]): unknown[] | null {
  const parser = new JsonDocuments('json')
  const out: Buffer[] = []
  let at = 0
  try {
    for (const size of sizes) {
      out.push(parser.push(bytes.subarray(at, at + size)))
      at += size
    }
    out.push(parser.push(bytes.subarray(at)), parser.end())
  } catch (error) {
    expect(error).toBeInstanceOf(PayloadSyntaxError)
    expect(String(error)).toMatch(/line \d+/)
    return null
  }
  const lines = Buffer.concat(out).toString().split('\n').slice(0, -1)
  return lines.map((line): unknown => JSON.parse(line))
}

function readWhole(bytes: Buffer): unknown[] | null {
  if (!isUtf8(bytes)) return null
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
  const items: unknown[] = Array.isArray(value) ? value : [value]
  const isDocument = (item: unknown): boolean =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
  return items.every(isDocument) ? items : null
}
