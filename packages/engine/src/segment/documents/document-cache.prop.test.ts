import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { DocumentCache } from './document-cache.ts'

const encoder = new TextEncoder()

describe('DocumentCache', () => {
  it('answers with the last text that was kept, or with nothing', () => {
    const step = fc.record({
      reader: fc.nat(2),
      doc: fc.nat(20),
      text: fc.string({ maxLength: 60 }),
      isPut: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const cache = new DocumentCache(512)
        const readers = [cache.register(), cache.register(), cache.register()]
        const model = new Map<string, Uint8Array>()
        for (const { reader, doc, text, isPut } of steps) {
          const key = `${reader} ${doc}`
          if (isPut) {
            const bytes = encoder.encode(text)
            cache.put(readers[reader]!, doc, bytes)
            if (bytes.length * 8 <= 512) {
              model.set(key, bytes)
              expect(cache.get(readers[reader]!, doc)).toEqual(bytes)
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
    cache.put(reader, 1, new Uint8Array(32).fill(1))
    for (let doc = 2; doc < 10; doc++) cache.put(reader, doc, new Uint8Array(32).fill(doc))
    expect(cache.get(reader, 1)).toBeNull()
    expect(cache.get(reader, 9)?.[0]).toBe(9)
  })

  it('does not keep a text that would push out too many others', () => {
    const cache = new DocumentCache(256)
    const reader = cache.register()
    cache.put(reader, 1, new Uint8Array(100))
    expect(cache.get(reader, 1)).toBeNull()
  })
})
