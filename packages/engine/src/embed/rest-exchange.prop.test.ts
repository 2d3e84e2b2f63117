import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import type { Json } from '../settings/embedders.ts'
import { parseRestTemplate } from '../settings/rest-template.ts'
import { readVectors, writeRequest } from './rest-exchange.ts'

// Somewhere inside any JSON: a way of objects and arrays, with other values beside it.
const around = (inner: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      inner,
      fc
        .tuple(
          fc.dictionary(fc.stringMatching(/^[a-m]{1,3}$/), plain),
          fc.constantFrom('n', 'o'),
          tie('value'),
        )
        .map(([others, name, value]) => ({ ...others, [name]: value })),
      fc
        .tuple(fc.array(plain, { maxLength: 2 }), tie('value'))
        .map(([before, value]) => [...before, value]),
    ),
  })).value

const plain = fc.constantFrom<Json>(null, true, 1, 'x', [], {}, ['y'], { z: 0 })

const filled = (template: Json, placeholder: string, values: readonly Json[]): Json => {
  if (template === placeholder) return values[0] ?? null
  if (typeof template !== 'object' || template === null) return template
  if (Array.isArray(template)) {
    const items = template as readonly Json[]
    if (items[1] === '{{..}}') return values.map((value) => filled(items[0]!, placeholder, [value]))
    return items.map((item) => filled(item, placeholder, values))
  }
  return Object.fromEntries(
    Object.entries(template).map(([name, member]) => [name, filled(member, placeholder, values)]),
  )
}

const repeated = (placeholder: string) =>
  around(around(fc.constant<Json>(placeholder)).map((pattern): Json => [pattern, '{{..}}']))

it('a request is its template with the inputs in their places', () => {
  const inputs = fc.array(fc.string(), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(repeated('{{text}}'), inputs, (template, texts) => {
      const places = parseRestTemplate(template, { name: 'request', placeholders: ['{{text}}'] })
      expect(writeRequest(template, places, texts)).toEqual(filled(template, '{{text}}', texts))
    }),
  )
  fc.assert(
    fc.property(around(fc.constant<Json>('{{text}}')), fc.string(), (template, text) => {
      const places = parseRestTemplate(template, { name: 'request', placeholders: ['{{text}}'] })
      expect(writeRequest(template, places, [text])).toEqual(filled(template, '{{text}}', [text]))
    }),
  )
})

it('vectors that were put in their places are found there', () => {
  const vectors = fc.array(fc.array(fc.float({ noNaN: true }), { maxLength: 3 }), { maxLength: 4 })
  fc.assert(
    fc.property(repeated('{{embedding}}'), vectors, (template, expected) => {
      const options = { name: 'response', placeholders: ['{{embedding}}'] }
      const places = parseRestTemplate(template, options)
      const answer = filled(template, '{{embedding}}', expected)
      const found = readVectors(answer, places, expected.length)
      expect(found).toEqual(expected.map((vector) => Float32Array.from(vector)))
    }),
  )
})
