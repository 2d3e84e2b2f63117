// Ten thousand generated filters against a reading of the language that looks at one document at a time.

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { flattenDocument, naiveColumnSearcher } from '../../test/naive/naive-columns.ts'
import type { NaiveField } from '../../test/naive/naive-columns.ts'
import { foldFacetString } from '../text/facet-string.ts'
import { compareWords } from '../bits/word-order.ts'
import { evaluateFilter, evaluateForQuery } from './evaluate.ts'
import { parseFilter } from './parse-filter.ts'

const ATTRIBUTES = ['a', 'b', 'a.c', 'ghost'] as const
const VALUES = ['1', '2.5', '-3', '-0', '0', '12', '12.0', '1e1', 'red', 'Red', ' re', 'blue green']
const TEXTS = [...VALUES, 'Café', 'ﬁ', '', '🦊', "it's", 'true', 'a"b\\', '\uffee']

const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, '', true, false, [], {}, 0, -0, 1, 2.5, -3, 12, 10),
  fc.constantFrom(...TEXTS),
)
const value = fc.oneof(
  { weight: 4, arbitrary: leaf },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.record({ c: leaf }) },
  { weight: 1, arbitrary: fc.array(fc.record({ c: leaf }), { maxLength: 2 }) },
)
const document = fc.record({ a: value, b: value }, { requiredKeys: [] })
const documents = fc.record({
  all: fc.array(document, { maxLength: 12 }),
  partSizes: fc.array(fc.nat(5), { maxLength: 3 }),
  dead: fc.array(fc.nat(11), { maxLength: 4 }),
})

type Fields = ReadonlyMap<string, NaiveField>

/** A filter as text, and whether a document matches it. `known` tells which attributes some document has. */
interface Generated {
  readonly text: string
  matches(fields: Fields, known: ReadonlySet<string>): boolean
}

const quoted = fc
  .tuple(fc.constantFrom(...TEXTS), fc.constantFrom("'", '"'))
  .map(([text, mark]) => ({
    value: text,
    text: mark + text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`) + mark,
  }))
const operand = fc.oneof(
  quoted,
  fc
    .constantFrom('1', '2.5', '-3', '-0', '0', '12', '12.0', '1e1', 'red', 'RED', 'true')
    .map((text) => ({
      value: text,
      text,
    })),
)
const attribute = fc.constantFrom(...ATTRIBUTES)
const space = fc.constantFrom('', ' ', '\n ')

const condition: fc.Arbitrary<Generated> = fc.oneof(
  fc
    .tuple(attribute, fc.constantFrom('=', '!='), space, operand)
    .map(([path, operator, gap, v]): Generated => ({
      text: `${path}${gap}${operator}${gap}${v.text}`,
      matches: (fields, known) =>
        operator === '='
          ? isEqual(fields.get(path), v.value)
          : known.has(path) && !isEqual(fields.get(path), v.value),
    })),
  fc
    .tuple(attribute, fc.constantFrom('<', '<=', '>', '>='), operand)
    .map(([path, operator, v]): Generated => ({
      text: `${path} ${operator} ${v.text}`,
      matches: (fields) =>
        someValue(fields.get(path), (order) => isOrdered(order, operator), v.value),
    })),
  fc.tuple(attribute, operand, operand).map(([path, from, to]): Generated => ({
    text: `${path} ${from.text} TO ${to.text}`,
    matches: (fields) => isBetween(fields.get(path), from.value, to.value),
  })),
  fc
    .tuple(attribute, fc.boolean(), fc.array(operand, { maxLength: 4 }))
    .map(([path, isNot, list]): Generated => ({
      text: `${path} ${isNot ? 'NOT ' : ''}IN [${list.map((v) => v.text).join(', ')}]`,
      matches: (fields) => list.some((v) => isEqual(fields.get(path), v.value)) !== isNot,
    })),
  fc
    .tuple(attribute, fc.constantFrom('EXISTS', 'IS NULL', 'IS EMPTY'), fc.boolean())
    .map(([path, operator, isNot]): Generated => ({
      text: `${path} ${isNot ? (operator === 'EXISTS' ? 'NOT EXISTS' : operator.replace('IS', 'IS NOT')) : operator}`,
      matches: (fields) => hasFlag(fields.get(path), operator) !== isNot,
    })),
  fc
    .tuple(attribute, fc.constantFrom('CONTAINS', 'STARTS WITH'), fc.boolean(), operand)
    .map(([path, operator, isNot, v]): Generated => ({
      text: `${path} ${isNot ? 'NOT ' : ''}${operator} ${v.text}`,
      matches: (fields) => hasText(fields.get(path), operator, v.value) !== isNot,
    })),
)

const filter = fc.letrec<{ filter: Generated }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    condition,
    tie('filter').map((member): Generated => ({
      text: `NOT (${member.text})`,
      matches: (fields, known) => !member.matches(fields, known),
    })),
    fc
      .tuple(fc.constantFrom('AND', 'OR'), fc.array(tie('filter'), { minLength: 2, maxLength: 4 }))
      .map(([word, members]): Generated => ({
        text: members.map((member) => `(${member.text})`).join(` ${word} `),
        matches: (fields, known) =>
          word === 'AND'
            ? members.every((member) => member.matches(fields, known))
            : members.some((member) => member.matches(fields, known)),
      })),
  ),
})).filter

describe('a filter matches the documents that it matches one by one', () => {
  it('over segments, dead documents and every operator', () => {
    fc.assert(
      fc.property(
        documents,
        fc.array(filter, { minLength: 25, maxLength: 25 }),
        (data, filters) => {
          const flattened = data.all.map((one) => flattenDocument(one))
          const known = new Set(flattened.flatMap((fields) => [...fields.keys()]))
          const searcher = naiveColumnSearcher(data.all, {
            settings: { filterableAttributes: ['a', 'b', 'ghost'] },
            partSizes: data.partSizes,
            dead: data.dead,
          })
          for (const one of filters) {
            const node = parseFilter(one.text, { code: 'x', features: { containsFilter: true } })!
            const expected = [...searcher.live.toArray()].filter((slot) =>
              one.matches(flattened[slot]!, known),
            )
            const { docs, condition } = evaluateForQuery(node, searcher)
            expect({
              filter: one.text,
              found: [...evaluateFilter(node, searcher).toArray()],
              forQuery: [...(condition?.meeting(docs) ?? docs).toArray()],
            }).toEqual({
              filter: one.text,
              found: expected,
              forQuery: expected,
            })
          }
        },
      ),
      { numRuns: 400 },
    )
  })
})

function isNumeric(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)
}

function isEqual(field: NaiveField | undefined, text: string): boolean {
  if (field === undefined) return false
  if (field.strings.has(foldFacetString(text))) return true
  return isNumeric(text) && field.numbers.some((number) => Object.is(number, Number(text)))
}

function someValue(
  field: NaiveField | undefined,
  test: (order: number) => boolean,
  text: string,
): boolean {
  if (field === undefined) return false
  if (isNumeric(text) && field.numbers.some((one) => test(compareNumbers(one, Number(text))))) {
    return true
  }
  return [...field.strings.keys()].some((one) => test(compareWords(one, foldFacetString(text))))
}

function isBetween(field: NaiveField | undefined, from: string, to: string): boolean {
  if (field === undefined) return false
  const isNumberRange = isNumeric(from) && isNumeric(to)
  const low = foldFacetString(from)
  const high = foldFacetString(to)
  return (
    (isNumberRange &&
      field.numbers.some(
        (one) => compareNumbers(one, Number(from)) >= 0 && compareNumbers(one, Number(to)) <= 0,
      )) ||
    [...field.strings.keys()].some(
      (one) => compareWords(one, low) >= 0 && compareWords(one, high) <= 0,
    )
  )
}

function hasFlag(field: NaiveField | undefined, operator: string): boolean {
  if (field === undefined) return false
  if (operator === 'EXISTS') return true
  return operator === 'IS NULL' ? field.isNull : field.isEmpty
}

function hasText(field: NaiveField | undefined, operator: string, text: string): boolean {
  if (field === undefined) return false
  const wanted = foldFacetString(text)
  const strings = [...field.strings.keys()]
  if (operator === 'CONTAINS') return strings.some((one) => one.includes(wanted))
  return wanted === '' || strings.some((one) => one.startsWith(wanted))
}

function isOrdered(order: number, operator: string): boolean {
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    default:
      return order >= 0
  }
}

// -0 comes before 0
function compareNumbers(a: number, b: number): number {
  if (a !== b) return a - b
  return (Object.is(a, -0) ? 0 : 1) - (Object.is(b, -0) ? 0 : 1)
}
