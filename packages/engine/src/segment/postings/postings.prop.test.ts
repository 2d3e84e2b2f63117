import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBack } from '../../../test/read-back.ts'
import { PostingsReader } from './reader.ts'
import { PostingsWriter } from './writer.ts'

/** doc id → field id → positions, all ascending. */
type List = [doc: number, fields: [field: number, positions: number[]][]][]

const ascending = (max: number, countMax: number): fc.Arbitrary<number[]> =>
  fc
    .uniqueArray(fc.integer({ min: 0, max }), { minLength: 1, maxLength: countMax })
    .map((values) => values.toSorted((a, b) => a - b))
const fields = fc.oneof(ascending(3, 3), ascending(65_534, 3))
const positions = fc.oneof(ascending(20, 4), ascending(65_535, 6))
const list: fc.Arbitrary<List> = fc
  .tuple(
    fc.oneof(ascending(30, 12), ascending(4_000_000, 5)),
    fc.array(fc.tuple(fields, fc.array(positions, { minLength: 3, maxLength: 3 })), {
      minLength: 12,
      maxLength: 12,
    }),
  )
  .map(([docs, contents]) =>
    docs.map((doc, i) => {
      const [ids, lists] = contents[i]!
      return [doc, ids.map((field, at) => [field, lists[at]!])]
    }),
  )

describe('postings', () => {
  test('come back as they were', () => {
    fc.assert(
      fc.property(fc.array(list, { maxLength: 8 }), (lists) => {
        const reader = read(lists)
        expect(lists.map((_, term) => decode(reader, term))).toEqual(lists)
        expect(lists.map((_, term) => reader.docCount(term))).toEqual(lists.map((l) => l.length))
        expect(lists.map((_, term) => isInside(reader, term, lists[term]!, 0))).toEqual(
          lists.map(() => true),
        )
        // without one of its documents
        expect(lists.map((_, term) => isInside(reader, term, lists[term]!, 1))).toEqual(
          lists.map(() => false),
        )
      }),
    )
  })

  test('can be copied without decoding their positions', () => {
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 5 }), (lists) => {
        const source = read(lists)
        const copy = PostingsReader.open(
          readBack((file) => {
            const writer = new PostingsWriter()
            // numbers of the copy's sets are other ones
            writer.fieldSets.intern([65_000, 65_001, 65_002, 65_003], 4)
            const sets = Uint32Array.from(source.fieldSets, (set) =>
              writer.fieldSets.intern(set, set.length),
            )
            for (const term of lists.keys()) writer.addEncodedTerm(encoded(source, term, sets))
            writer.writeTo(file)
          }),
        )
        expect(lists.map((_, term) => decode(copy, term))).toEqual(lists)
      }),
    )
  })

  test.each([256, 257, 65_537])(
    'name their sets of fields whatever the number of sets: %d',
    (count) => {
      const lists: List[] = [
        Array.from({ length: count }, (_, doc): List[number] => [
          doc,
          doc < 65_535
            ? [[doc, [doc & 0xff]]]
            : [
                [0, [1]],
                [doc - 65_534, [2]],
              ],
        ]),
      ]
      const reader = read(lists)
      expect(reader.fieldSets).toHaveLength(count)
      const { docs, fieldSets } = reader.read(0)
      expect(docs).toHaveLength(count)
      expect(fieldSets).toEqual(Uint32Array.from({ length: count }, (_, i) => i))
      for (const doc of [0, 254, count - 1]) {
        expect(reader.fieldSets[fieldSets[doc]!]).toEqual(
          Uint16Array.from(lists[0]![doc]![1], ([field]) => field),
        )
      }
    },
  )

  test('of no term at all are fine', () => {
    expect(read([]).fieldSets).toEqual([])
  })
})

function read(lists: readonly List[]): PostingsReader {
  return PostingsReader.open(
    readBack((file) => {
      const writer = new PostingsWriter()
      for (const each of lists) {
        const occurrences = each.flatMap(([doc, inFields]) =>
          inFields.flatMap(([field, at]) =>
            at.map((position) => [doc, field * 65_536 + position] as const),
          ),
        )
        // the term's occurrences lie among others
        const among = Uint32Array.from([9, 9, ...occurrences.flat(), 9, 9])
        writer.addTerm(among, 1, 1 + occurrences.length)
      }
      writer.writeTo(file)
    }),
  )
}

function decode(reader: PostingsReader, term: number): List {
  const { count, docs, fieldSets, positionRefs } = reader.read(term)
  const buffer = { values: new Uint32Array(1) }
  return Array.from({ length: count }, (_, i) => {
    const set = reader.fieldSets[fieldSets[i]!]!
    // from the second place on: what is before must stay
    buffer.values[0] = 77
    const end = reader.readPositions(positionRefs[i]!, set, buffer, 1)
    expect(buffer.values[0]).toBe(77)
    const places = [...buffer.values.subarray(1, end)]
    return [
      docs[i]!,
      [...set].map((field) => [
        field,
        places.filter((place) => place >>> 16 === field).map((place) => place & 0xffff),
      ]),
    ]
  })
}

/** Whether all documents of a term are among those of a list, the last few of it left out. */
function isInside(reader: PostingsReader, term: number, list: List, leftOut: number): boolean {
  const bits = new Uint32Array(((list.at(-1)![0] + 32) >>> 5) + 1)
  for (const [doc] of list.slice(0, list.length - leftOut)) bits[doc >>> 5]! |= 1 << (doc & 31)
  return !reader.hasDocOutside(term, bits)
}

function encoded(
  source: PostingsReader,
  term: number,
  sets: Uint32Array,
): Parameters<PostingsWriter['addEncodedTerm']>[0] {
  const { count, docs, fieldSets, positionRefs } = source.read(term)
  return {
    count,
    docs,
    fieldSets: fieldSets.map((set) => sets[set]!),
    source: new Uint32Array(count),
    positionStarts: positionRefs,
    positionEnds: Uint32Array.from(positionRefs, (_, i) => positionRefs[i + 1] ?? source.end(term)),
    sources: [source.bytes],
  }
}
