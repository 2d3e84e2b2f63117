import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { storedDocument } from './stored-document.ts'

const key = fc.oneof(
  fc.constantFrom('_geo', '_vectors', '_', '_geo_', '_ge', 'a_', 'geo', '__proto__', 'a"_b', 'a\\'),
  fc.string({ maxLength: 3 }),
)
const value = fc.oneof(fc.nat(), fc.constantFrom('_x', 'a', '\\', '"', 'a"_vectors'))

describe('a document that is plain', () => {
  test('has no key that begins with an underscore but _geo, however it is written', () => {
    const documents = fc.dictionary(key, value)
    fc.assert(
      fc.property(documents, fc.boolean(), fc.boolean(), (document, isEscaped, isSpaced) => {
        const json = JSON.stringify(document, null, isSpaced ? 1 : 0)
        const text = isEscaped ? json.replaceAll('"_', String.raw`"\u005f`) : json
        const { isPlain } = storedDocument(new TextEncoder().encode(text))
        const reserved = Object.keys(JSON.parse(text) as object).filter(
          (name) => name.startsWith('_') && name !== '_geo',
        )
        if (isPlain) expect(reserved).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  test('is one without strings that begin like that', () => {
    for (const [text, isPlain] of [
      ['{"a":"x_y","b_":1,"c":"\\\\_"}', true],
      ['{"_geo":{"lat":1,"lng":2}}', true],
      ['{"a":1,"_vectors":{}}', false],
      ['{"_geometry":1}', false],
      [String.raw`{"\u005fvectors":{}}`, false],
      ['{}', true],
    ] as const) {
      expect(storedDocument(new TextEncoder().encode(text)).isPlain, text).toBe(isPlain)
    }
  })
})
