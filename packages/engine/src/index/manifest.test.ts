import { describe, expect, test } from 'vitest'
import { CorruptIndexError } from '../errors.ts'
import { Deletions } from '../segment/deletions.ts'
import {
  decodeManifest,
  emptyManifest,
  encodeManifest,
  filesOf,
  type Manifest,
} from './manifest.ts'

const MANIFEST: Manifest = {
  ...emptyManifest({ primaryKey: 'id', nowMs: 7, batchUid: 3 }),
  generation: 12,
  writerEpoch: 4,
  fields: ['id', 'é', 'a.b'],
  segments: [
    {
      segmentId: 5,
      files: { documents: 's5', words: 'w6', columns: 's5' },
      docCount: 40,
      deletions: Deletions.NONE.with([0, 33], 40),
      rawBytes: 999,
    },
  ],
  fieldDistribution: JSON.parse('{"__proto__":1,"id":2}') as Record<string, number>,
}

describe('a manifest', () => {
  test('comes back as it was', () => {
    const stored = encodeManifest(MANIFEST)
    expect([stored.generation, stored.writerEpoch]).toEqual([12, 4])
    const decoded = decodeManifest(stored)
    expect(decoded).toEqual(MANIFEST)
    expect(Object.keys(decoded.fieldDistribution)).toEqual(['__proto__', 'id'])
    expect(decoded.segments[0]!.deletions.has(33)).toBe(true)
  })

  test('names each file once', () => {
    expect([...filesOf(MANIFEST)].sort()).toEqual(['s5', 'w6'])
  })

  test('that is no JSON, or of another version, is refused', () => {
    const refusal = (text: string): unknown => {
      try {
        return decodeManifest({
          ...encodeManifest(MANIFEST),
          bytes: new TextEncoder().encode(text),
        })
      } catch (error) {
        return error
      }
    }
    expect(refusal('{')).toBeInstanceOf(CorruptIndexError)
    const other = new TextDecoder()
      .decode(encodeManifest(MANIFEST).bytes)
      .replace('"version":1', '"version":2')
    expect(refusal(other)).toMatchObject({ file: 'manifest', found: 'version 2' })
  })
})
