import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { DocumentCache } from './document-cache.ts'
import type { StoredDocument } from './stored-document.ts'

const encoder = new TextEncoder()

function documentOf(length: number, byte: number): StoredDocument {
  return { bytes: new Uint8Array(length).fill(byte), isPlain: true }
}

describe('DocumentCache', () => {
  it('answers with the last text that was kept, or with nothing', () => {
    const step = fc.record({
      reader: fc.nat(2),
      doc: fc.nat(20),
      text: fc.string({ maxLength: 60 }),
      isPlain: fc.boolean(),
      isPut: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const cache = new DocumentCache(512)
        const readers = [cache.register(), cache.register(), cache.register()]
        const model = new Map<string, StoredDocument>()
        for (const { reader, doc, text, isPlain, isPut } of steps) {
          const key = `${reader} ${doc}`
          if (isPut) {
            const document = { bytes: encoder.encode(text), isPlain }
            cache.put(readers[reader]!, doc, document)
            // with the length in front
            if ((4 + document.bytes.length) * 8 <= 512) {
              model.set(key, document)
              expect(cache.get(readers[reader]!, doc)).toEqual(document)
            }
          } else {
            const found = cache.get(readers[reader]!, doc)
            if (found !== null) expect(found).toEqual(model.get(key))
          }
        }
      }),
    )
  })

  it('forgets what has been written over', () => {
    const cache = new DocumentCache(256)
    const reader = cache.register()
    cache.put(reader, 1, documentOf(28, 1))
    for (let doc = 2; doc < 10; doc++) cache.put(reader, doc, documentOf(28, doc))
    expect(cache.get(reader, 1)).toBeNull()
    expect(cache.get(reader, 9)?.bytes[0]).toBe(9)
  })

  it('does not keep a text that would push out too many others', () => {
    const cache = new DocumentCache(256)
    const reader = cache.register()
    cache.put(reader, 1, documentOf(100, 1))
    expect(cache.get(reader, 1)).toBeNull()
  })
})
