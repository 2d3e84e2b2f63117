import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBack } from '../../../test/read-back.ts'
import { compareWords } from '../../bits/word-order.ts'
import { PostingsWriter } from '../postings/writer.ts'
import { TermsReader } from '../terms/reader.ts'
import { TermsWriter } from '../terms/writer.ts'
import type { PrefixBounds } from './prefix-ranges.ts'
import { PrefixesReader } from './reader.ts'
import { writePrefixes } from './writer.ts'

/** Term → document → fields. */
type Lists = ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>

const DOCS = 300
const EVERYTHING: PrefixBounds = { termsMin: 1, postingsMin: 1 }
const letters = fc.constantFrom('a', 'b', 'c', 'é', 'ê', '狐', '狗', '𝒳')
const term = fc.array(letters, { minLength: 1, maxLength: 5 }).map((each) => each.join(''))
const fields = fc.uniqueArray(fc.oneof(fc.nat(3), fc.constant(65_535)), {
  minLength: 1,
  maxLength: 3,
})
const docs = fc
  .uniqueArray(fc.tuple(fc.nat(DOCS - 1), fields), {
    minLength: 1,
    maxLength: 6,
    selector: ([doc]) => doc,
  })
  .map((entries) => new Map(entries.toSorted((a, b) => a[0] - b[0])))
const lists: fc.Arbitrary<Lists> = fc
  .uniqueArray(fc.tuple(term, docs), { maxLength: 20, selector: ([each]) => each })
  .map((entries) => new Map(entries.toSorted((a, b) => compareWords(a[0], b[0]))))

describe('unions of prefixes', () => {
  test('are what joining the lists of their terms gives', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const { terms, prefixes } = write(all, EVERYTHING)
        for (const prefix of prefixesOf(all)) {
          expect({ prefix, found: read(terms, prefixes, prefix) }).toEqual({
            prefix,
            found: joined(all, prefix),
          })
        }
      }),
    )
  })

  test('are made of prefixes with enough terms and postings only', () => {
    const all: Lists = new Map([
      ['aa', new Map([[0, [1]]])],
      ['ab', new Map([[1, [1]]])],
      ['ba', new Map([[0, [1]]])],
      ['bb', new Map(Array.from({ length: 9 }, (_, doc) => [doc, [2]]))],
      ['c', new Map(Array.from({ length: 9 }, (_, doc) => [doc, [2]]))],
    ])
    const { terms, prefixes } = write(all, { termsMin: 2, postingsMin: 5 })
    const made = ['a', 'b', 'ba', 'c'].filter((prefix) => read(terms, prefixes, prefix) !== null)
    expect(made).toEqual(['b'])
  })

  test('are left out where documents have too many sets of fields', () => {
    const entries = Array.from({ length: DOCS }, (_, doc) => [doc, [doc]] as const)
    const few: Lists = new Map(['aa', 'ab'].map((each) => [each, new Map(entries.slice(0, 60))]))
    expect(write(few, EVERYTHING).prefixes).not.toBeNull()
    const many: Lists = new Map(
      Array.from({ length: 20 }, (_, i) => [
        `a${String.fromCharCode(97 + i)}`,
        new Map(entries.map(([doc, [field]]) => [doc, [field! + i * DOCS]])),
      ]),
    )
    expect(write(many, EVERYTHING).prefixes).toBeNull()
  })

  test('name more sets of fields than a byte can', () => {
    const all: Lists = new Map(
      ['aa', 'ab'].map((each, i) => [
        each,
        new Map(Array.from({ length: DOCS }, (_, doc) => [doc, [doc + i * DOCS]])),
      ]),
    )
    const { terms, prefixes } = write(all, EVERYTHING)
    expect(read(terms, prefixes, 'a')).toEqual(joined(all, 'a'))
  })
})

function write(
  all: Lists,
  bounds: PrefixBounds,
): { terms: TermsReader; prefixes: PrefixesReader | null } {
  const file = readBack((out) => {
    const terms = new TermsWriter()
    const postings = new PostingsWriter()
    for (const [each, documents] of all) {
      terms.add(each)
      const occurrences = [...documents].flatMap(([doc, inFields]) =>
        inFields.toSorted((a, b) => a - b).flatMap((field) => [doc, field * 65_536]),
      )
      postings.addTerm(Uint32Array.from(occurrences), 0, occurrences.length / 2)
    }
    const written = terms.writeTo(out)
    const reader = postings.writeTo(out)
    for (const _ of writePrefixes(out, written, reader, DOCS, bounds)) expect(_).toBeUndefined()
  })
  return { terms: new TermsReader(file), prefixes: PrefixesReader.open(file) }
}

/** Every text that a term begins with and that may be searched for as a whole. */
function prefixesOf(all: Lists): string[] {
  const prefixes = [...all.keys()].flatMap((each) =>
    [...each].map((_, i, characters) => characters.slice(0, i + 1).join('')),
  )
  return [...new Set(prefixes)].filter((prefix) => Buffer.byteLength(prefix) <= 4)
}

function joined(all: Lists, prefix: string): [number, number[]][] {
  const found = new Map<number, Set<number>>()
  for (const [each, documents] of all) {
    if (!each.startsWith(prefix)) continue
    for (const [doc, inFields] of documents) {
      found.set(doc, new Set([...(found.get(doc) ?? []), ...inFields]))
    }
  }
  return [...found]
    .map(([doc, set]): [number, number[]] => [doc, [...set].toSorted((a, b) => a - b)])
    .toSorted((a, b) => a[0] - b[0])
}

function read(
  terms: TermsReader,
  prefixes: PrefixesReader | null,
  prefix: string,
): [number, number[]][] | null {
  const bytes = new TextEncoder().encode(prefix)
  const from = terms.lowerBound(bytes)
  const list = prefixes?.find(from, terms.prefixEnd(bytes, from)) ?? null
  if (prefixes === null || list === null) return null
  const { count } = list
  const found = new Uint32Array(count)
  const sets = new Uint32Array(count)
  prefixes.readFieldSets(prefixes.readDocs(list, 0, found, 0), count, null, sets, 0)
  return Array.from(found, (doc, i) => [doc, [...prefixes.fieldSets[sets[i]!]!]])
}
