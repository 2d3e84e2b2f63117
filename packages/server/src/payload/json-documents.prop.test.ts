import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { JsonDocuments } from './json-documents.ts'

const document = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 })
const space = fc.constantFrom('', ' ', '\n', '\r\n', '\t\n ')

function parseInParts(format: 'json' | 'ndjson', bytes: Buffer, sizes: number[]): unknown[] {
  const parser = new JsonDocuments(format)
  const out: Buffer[] = []
  let at = 0
  for (const size of sizes) {
    out.push(parser.push(bytes.subarray(at, at + size)))
    at += size
  }
  out.push(parser.push(bytes.subarray(at)), parser.end())
  const lines = Buffer.concat(out).toString().split('\n').slice(0, -1)
  expect(parser.documentCount).toBe(lines.length)
  return lines.map((line): unknown => JSON.parse(line))
}

test('however an upload is cut, the documents are those of the whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(space, document, space, fc.boolean())),
      fc.constantFrom('json' as const, 'ndjson' as const),
      fc.array(fc.nat({ max: 9 }), { maxLength: 60 }),
      (items, format, sizes) => {
        const texts = items.map(
          ([before, value, after, isPretty]) =>
            `${before}${JSON.stringify(value, null, isPretty ? 1 : 0)}${after}`,
        )
        const text = format === 'json' ? `[${texts.join(',')}]` : texts.join('')
        const expected = items.map(([, value]): unknown => JSON.parse(JSON.stringify(value)))
        expect(parseInParts(format, Buffer.from(text), sizes)).toEqual(expected)
      },
    ),
  )
})
