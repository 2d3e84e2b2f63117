import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DocSet } from '../bits/doc-set.ts'
import type { ColumnPart } from '../index/column-view.ts'
import { PartCounts } from './part-counts.ts'

const VALUES = 12

/** A part whose document `i` has the strings in `values[i]`. */
function partOf(values: readonly (readonly number[])[], base: number): ColumnPart {
  const docsOf = Array.from({ length: VALUES }, (_, value) =>
    values.flatMap((list, doc) => (list.includes(value) ? [doc] : [])),
  )
  return {
    base,
    docCount: values.length,
    numbers: new Float64Array(0),
    numberStarts: new Uint32Array(1),
    numberDocs: new Uint32Array(0),
    stringCount: VALUES,
    text: new Uint8Array(0),
    textStarts: new Uint32Array(VALUES + 1),
    display: new Uint8Array(0),
    displayStarts: new Uint32Array(VALUES + 1),
    string: String,
    stringDisplay: String,
    isSpelledOneWay: () => true,
    findString: () => -1,
    ...startsAndAll('stringStarts', 'stringDocs', docsOf),
    ...startsAndAll('entryStarts', 'entries', values),
    isSingleValued: values.every((list) => list.length === 1),
  }
}

function startsAndAll<S extends string, A extends string>(
  starts: S,
  all: A,
  lists: readonly (readonly number[])[],
): Record<S | A, Uint32Array> {
  let sum = 0
  const ends = lists.map((list) => (sum += list.length))
  const found = { [starts]: Uint32Array.of(0, ...ends), [all]: Uint32Array.from(lists.flat()) }
  return found as Record<S | A, Uint32Array>
}

it('counts the documents of a set that have a value, whichever values are asked for first', () => {
  const values = fc.uniqueArray(fc.nat(VALUES - 1), { maxLength: 3 })
  fc.assert(
    fc.property(
      fc.array(values, { minLength: 1, maxLength: 60 }),
      fc.nat(40),
      fc.array(fc.boolean(), { maxLength: 100 }),
      fc.nat(VALUES + 2),
      fc.array(fc.nat(VALUES - 1), { maxLength: 40 }),
      (lists, base, members, stringCountMax, asked) => {
        const sorted = lists.map((list) => list.toSorted((a, b) => a - b))
        const bits = new Uint32Array(4)
        for (const [slot, isIn] of members.entries()) {
          if (isIn) bits[slot >>> 5]! |= 1 << (slot & 31)
        }
        const documents = DocSet.fromBits(bits)
        const counts = new PartCounts(partOf(sorted, base), documents, stringCountMax)
        const naive = (value: number): number =>
          sorted.filter((list, doc) => list.includes(value) && members[base + doc]).length
        for (const value of asked) expect(counts.ofString(value)).toBe(naive(value))
        for (let value = 0; value < VALUES; value++) expect(counts.all()[value]).toBe(naive(value))
      },
    ),
  )
})
