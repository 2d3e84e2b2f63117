import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectFields } from './select-fields.ts'
import { selectNames } from './selection.ts'

// The slow, obvious version: works on parsed values and asks every name at every key.
function selectValue(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => selectValue(element, names))
  if (typeof value !== 'object' || value === null) return value
  const selected: [string, unknown][] = []
  for (const [key, inner] of Object.entries(value)) {
    if (names.includes(key)) selected.push([key, inner])
    else {
      const below = names.filter((name) => name.startsWith(`${key}.`))
      if (below.length === 0) continue
      const rest = below.map((name) => name.slice(key.length + 1))
      selected.push([key, selectValue(inner, rest)])
    }
  }
  return Object.fromEntries(selected)
}

const keys = fc.constantFrom('a', 'b', 'c', 'a.b', 'b.c')
const documents = fc.dictionary(
  keys,
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(1, 'x', null, true, 'b'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(keys, tie('value')),
    ),
  })).value,
)
const names = fc.array(
  fc
    .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('.')),
  { minLength: 1, maxLength: 4 },
)

describe('selectFields', () => {
  it('agrees with selection on parsed values', () => {
    fc.assert(
      fc.property(documents, names, fc.constantFrom(0, 2), (document, chosen, indent) => {
        const text = JSON.stringify(document, null, indent)
        const selected = `{${selectFields(text, selectNames(chosen), new Set())}}`
        expect(JSON.parse(selected)).toEqual(selectValue(JSON.parse(text), chosen))
      }),
      { numRuns: 500 },
    )
  })
})
