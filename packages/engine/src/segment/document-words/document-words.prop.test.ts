import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBack } from '../../../test/read-back.ts'
import { Uint32List } from '../../bits/uint32-list.ts'
import { PostingsWriter } from '../postings/writer.ts'
import { SegmentFileWriter } from '../segment-file.ts'
import { DocumentWordsReader } from './reader.ts'
import { DocumentWordsWriter } from './writer.ts'

type Word = readonly [ordinal: number, place: number]

const TERMS = 40
const field = fc.oneof(fc.nat(3), fc.constantFrom(65_534, 65_535))
const position = fc.oneof(fc.nat(12), fc.constantFrom(65_534, 65_535))
const place = fc.tuple(field, position).map(([id, at]) => id * 65_536 + at)
const word: fc.Arbitrary<Word> = fc.tuple(fc.nat(TERMS - 1), place)
const documents = fc.array(fc.array(word, { maxLength: 12 }), { maxLength: 6 })

describe('the words of documents', () => {
  test('come back by place, in whichever order they came', () => {
    fc.assert(
      fc.property(documents, (words) => {
        const reader = write(words, TERMS)
        expect(reader.docCount).toBe(words.length)
        expect(words.map((_, doc) => readAll(reader, doc))).toEqual(words.map(byPlace))
      }),
    )
  })

  test('tell where the terms of a range stand', () => {
    fc.assert(
      fc.property(documents, fc.nat(TERMS), fc.nat(TERMS), (words, from, to) => {
        const reader = write(words, TERMS)
        const buffer = { values: new Uint32Array(1) }
        for (const [doc, each] of words.entries()) {
          const count = reader.readPositions(doc, from, to, buffer)
          expect([...buffer.values.subarray(0, count)]).toEqual(
            byPlace(each.filter(([ordinal]) => ordinal >= from && ordinal < to)).map(
              ([, at]) => at,
            ),
          )
        }
      }),
    )
  })

  test('may be rarer than one code can say', () => {
    const count = 0x3fff + 70_000
    const ordinals = [0, 0x3ffe, 0x3fff, 0x4000, 65_535, 65_536, count - 1]
    const words = ordinals.map((ordinal, i): Word => [ordinal, i * 3])
    const reader = write([words, [[5, 0]]], count)
    expect(readAll(reader, 0)).toEqual(words)
    expect(readAll(reader, 1)).toEqual([[5, 0]])
  })

  test('may fill a field that is longer than can be said', () => {
    const long = Array.from({ length: 60_000 }, (_, i): Word => [i % 3, 65_536 + i])
    const words: Word[] = [[1, 7], ...long, [2, 2 * 65_536 + 5]]
    const reader = write([words, []], 3)
    expect(readAll(reader, 0)).toEqual(words)
    expect([0, 1, 2].map((ordinal) => reader.firstPosition(0, ordinal, ordinal + 1))).toEqual([
      0, 1, 2,
    ])
    const far = long.map(([ordinal, at]): Word => [ordinal === 2 ? 1 : ordinal, at + 9])
    const other = write([[[1, 7], ...far, [2, 2 * 65_536 + 5]]], 3)
    expect(other.firstPosition(0, 2, 3)).toBe(5)
    expect(other.firstPosition(0, 1, 2)).toBe(7)
  })

  test('need no document', () => {
    expect(write([], 0).docCount).toBe(0)
  })

  test('are not there in files of earlier versions', () => {
    expect(DocumentWordsReader.open(readBack((file) => file.addJson('other', 1)))).toBeNull()
  })
})

function write(
  documentWords: readonly (readonly Word[])[],
  termCount: number,
): DocumentWordsReader {
  const file = readBack((out) => {
    const postings = new PostingsWriter()
    // the fourth part of the terms is more frequent than the others
    for (let ordinal = 0; ordinal < termCount; ordinal++) {
      const docs = ordinal % 4 === 0 ? [0, 0, 1, 0] : [0, 0]
      postings.addTerm(Uint32Array.from(docs), 0, docs.length / 2)
    }
    const lists = postings.writeTo(new SegmentFileWriter())
    const writer = new DocumentWordsWriter(lists, 1)
    // numbers as a builder has them: not the ordinals
    const ranks = writer.ranksOf(
      Uint32Array.from({ length: termCount }, (_, i) => termCount - 1 - i),
    )
    for (const words of documentWords) {
      const entries = words.flatMap(([ordinal, at]) => [termCount - 1 - ordinal, at])
      // among those of other documents
      writer.add(Uint32Array.from([9, 9, ...entries, 9, 9]), 2, 2 + entries.length, ranks)
    }
    writer.writeTo(out)
  })
  return DocumentWordsReader.open(file)!
}

function readAll(reader: DocumentWordsReader, doc: number): Word[] {
  const out = new Uint32List(2)
  reader.read(doc, out)
  const words = Array.from({ length: out.length / 2 }, (_, i): Word => [
    out.values[i * 2]!,
    out.values[i * 2 + 1]!,
  ])
  return byPlace(words)
}

/** Words at the same place in no particular order: by their ordinals, then. */
function byPlace(words: readonly Word[]): Word[] {
  return words.toSorted((a, b) => a[1] - b[1] || a[0] - b[0])
}
