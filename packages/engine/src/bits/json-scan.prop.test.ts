import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minifyJson, scanValue, topLevelEntries } from './json-scan.ts'

const objects = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4 }))
const spacing = fc.constantFrom(0, 1, 3, '\t', '\n ')

describe('json-scan', () => {
  it('cuts an object into the keys and values that JSON.parse sees', () => {
    fc.assert(
      fc.property(objects, spacing, (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const seen = topLevelEntries(text).map((entry) => [
          entry.key,
          JSON.parse(text.slice(entry.valueStart, entry.valueEnd)) as unknown,
        ])
        const parsed: object = JSON.parse(text)
        expect(seen).toEqual(Object.entries(parsed))
      }),
    )
  })

  it('accepts a text exactly when JSON.parse does', () => {
    const damaged = fc
      .tuple(
        objects,
        spacing,
        fc.nat(),
        fc.constantFrom('', '"', '\\', '}', ',', '0', ' ', 'e', '-'),
      )
      .map(([value, indent, at, inserted]) => {
        const text = JSON.stringify(value, null, indent)
        const cut = at % (text.length + 1)
        return text.slice(0, cut) + inserted + text.slice(cut + (at % 2))
      })
    fc.assert(
      fc.property(damaged, (text) => {
        expect(accepts(() => topLevelEntries(text))).toBe(
          accepts(() => {
            const value: unknown = JSON.parse(text)
            if (typeof value !== 'object' || value === null || Array.isArray(value))
              throw new Error()
          }),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('minifies to what JSON.stringify writes without spacing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), spacing, (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(minifyJson(text)).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  it('ends a value where the value ends, whatever follows', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(scanValue(`${text},"rest"`, 0)).toBe(text.length)
      }),
    )
  })
})

function accepts(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
