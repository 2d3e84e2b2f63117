import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBack } from '../../../test/read-back.ts'
import { normalizeFacetString } from '../../text/facet-string.ts'
import { compareWords } from '../../bits/word-order.ts'
import { type ColumnReader, readColumns } from './reader.ts'
import { ColumnBuilder, writeColumns } from './writer.ts'

interface Row {
  readonly numbers: readonly number[]
  readonly strings: readonly string[]
  readonly flags: { readonly exists: boolean; readonly isNull: boolean; readonly isEmpty: boolean }
}

const number = fc.oneof(
  fc.constantFrom(-0, 0, 1, -1, 1.5, 1e300, Infinity),
  fc.double({ noNaN: true }),
)
const string = fc.oneof(
  fc.constantFrom('Red', 'red', ' RED ', 'Élan', 'e\u0301lan', '\u{E000}', '🦊', 'x'.repeat(500)),
  fc.string({ minLength: 1 }),
)
const row: fc.Arbitrary<Row> = fc.record({
  numbers: fc.array(number, { maxLength: 3 }),
  strings: fc.array(string, { maxLength: 3 }),
  flags: fc.record({ exists: fc.constant(true), isNull: fc.boolean(), isEmpty: fc.boolean() }),
})
const rows = fc.array(row, { minLength: 1, maxLength: 20 })

describe('columns', () => {
  test('give back the values of each document and the documents of each value', () => {
    fc.assert(fc.property(rows, (given) => expectColumn(build(given, null, given.length), given)))
  })

  test('follow documents that move or are left out', () => {
    fc.assert(
      fc.property(
        rows.chain((given) =>
          fc.tuple(fc.constant(given), fc.shuffledSubarray(given.map((_, doc) => doc))),
        ),
        ([given, order]) => {
          const docMap = new Int32Array(given.length).fill(-1)
          for (const [place, doc] of order.entries()) docMap[doc] = place
          const column = build(given, docMap, order.length)
          expectColumn(
            column,
            order.map((doc) => given[doc]!),
          )
        },
      ),
    )
  })

  test('keep one original spelling of each value', () => {
    const given = ['Red', ' red', 'blue'].map((each): Row => ({
      numbers: [],
      strings: [each],
      flags: { exists: true, isNull: false, isEmpty: false },
    }))
    const column = build(given, null, given.length)
    expect([column.string(0), column.stringDisplay(0)]).toEqual(['blue', 'blue'])
    expect([column.string(1), column.stringDisplay(1)]).toEqual(['red', 'Red'])
  })

  test('stand beside each other by path', () => {
    const builders = ['b', 'a', 'c'].map((path, i) => {
      const builder = new ColumnBuilder(path)
      builder.markExists(0)
      builder.addNumber(0, i)
      return builder
    })
    const columns = readColumns(
      readBack((file) =>
        writeColumns(
          file,
          builders.map((each) => ({ path: each.path, arrays: each.finish(1, null) })),
        ),
      ),
    )
    expect([...columns].map(([path, column]) => [path, ...column.numbers])).toEqual([
      ['b', 0],
      ['a', 1],
      ['c', 2],
    ])
    expect(readColumns(readBack((file) => writeColumns(file, []))).size).toBe(0)
  })
})

function build(given: readonly Row[], docMap: Int32Array | null, docCount: number): ColumnReader {
  const builder = new ColumnBuilder('path')
  for (const [doc, { numbers, strings, flags }] of given.entries()) {
    // a field may be visited several times in a document
    if (flags.exists) builder.markExists(doc)
    if (flags.exists) builder.markExists(doc)
    if (flags.isNull) builder.markNull(doc)
    if (flags.isEmpty) builder.markEmpty(doc)
    for (const value of numbers) builder.addNumber(doc, value)
    for (const value of strings) builder.addString(doc, value)
  }
  const arrays = builder.finish(docCount, docMap)
  const columns = readColumns(readBack((file) => writeColumns(file, [{ path: 'path', arrays }])))
  return columns.get('path')!
}

function expectColumn(column: ColumnReader, expected: readonly Row[]): void {
  const numbers = [...column.numbers]
  const strings = Array.from({ length: column.stringCount }, (_, ordinal) => column.string(ordinal))
  expect(numbers).toEqual(
    numbers.toSorted((a, b) => (Object.is(a, b) ? 0 : a - b || (Object.is(a, -0) ? -1 : 1))),
  )
  expect(strings).toEqual(strings.toSorted(compareWords))
  for (const [ordinal, value] of strings.entries()) {
    expect(column.findString(value)).toBe(ordinal)
    expect(normalizeFacetString(column.stringDisplay(ordinal))).toBe(value)
  }
  for (const [doc, { numbers: wanted, strings: raw }] of expected.entries()) {
    const wantedStrings = new Set(raw.map((value) => normalizeFacetString(value)))
    const holders = [
      ...numbers.map((value) => wanted.some((one) => Object.is(one, value))),
      ...strings.map((value) => wantedStrings.has(value)),
    ]
    const entries = holders.flatMap((isHolder, entry) => (isHolder ? [entry] : []))
    expect([
      ...column.entries.subarray(column.entryStarts[doc], column.entryStarts[doc + 1]),
    ]).toEqual(entries)
    // a value that is not there at all would leave fewer entries than values
    expect(entries).toHaveLength(
      wanted.filter((one, i) => wanted.findIndex((other) => Object.is(one, other)) === i).length +
        wantedStrings.size,
    )
  }
  const docsHolding = (starts: Uint32Array, docs: Uint32Array, base: number): void => {
    for (let ordinal = 0; ordinal + 1 < starts.length; ordinal++) {
      const holders = expected.flatMap((_, doc) => {
        const all = column.entries.subarray(column.entryStarts[doc], column.entryStarts[doc + 1])
        return all.includes(base + ordinal) ? [doc] : []
      })
      expect([...docs.subarray(starts[ordinal], starts[ordinal + 1])]).toEqual(holders)
    }
  }
  docsHolding(column.numberStarts, column.numberDocs, 0)
  docsHolding(column.stringStarts, column.stringDocs, numbers.length)
  for (const flag of ['exists', 'isNull', 'isEmpty'] as const) {
    expect([...column[flag]]).toEqual(
      expected.flatMap(({ flags }, doc) => (flags[flag] ? [doc] : [])),
    )
  }
}
