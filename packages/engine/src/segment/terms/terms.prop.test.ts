import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typoDistance } from '../../../test/naive/naive-typos.ts'
import { readBack } from '../../../test/read-back.ts'
import { compareWords } from '../../bits/word-order.ts'
import { TermsReader } from './reader.ts'
import { findTypos } from './typo-walk.ts'
import { TermsWriter } from './writer.ts'

/** One, two, three and four bytes; U+E000 and U+10000 order differently in UTF-16. */
const char = fc.constantFrom('a', 'b', 'c', 'é', 'ф', '狐', '\u{E000}', '\u{FFFD}', '𐀀', '🦊')
const term = fc.array(char, { minLength: 1, maxLength: 7 }).map((chars) => chars.join(''))
const terms = fc.uniqueArray(term, { maxLength: 60 }).map((list) => list.toSorted(compareWords))

describe('terms', () => {
  test('are in the order of their UTF-8 bytes', () => {
    fc.assert(
      fc.property(terms, (list) => {
        expect(list).toEqual(list.toSorted((a, b) => Buffer.compare(utf8(a), utf8(b))))
      }),
    )
  })

  test('are found by whole, by bound and by prefix as in a sorted list', () => {
    fc.assert(
      fc.property(terms, fc.array(term, { maxLength: 8 }), (list, others) => {
        const reader = termsOf(list)
        expect(reader.count).toBe(list.length)
        expect(list.map((_, ordinal) => reader.term(ordinal))).toEqual(list)
        for (const key of [...list, ...others, '']) {
          const bytes = utf8(key)
          expect(reader.find(bytes)).toBe(list.indexOf(key))
          const from = list.filter((each) => compareWords(each, key) < 0).length
          expect(reader.lowerBound(bytes)).toBe(from)
          const count = list.filter((each) => each.startsWith(key)).length
          expect(reader.prefixEnd(bytes, from)).toBe(from + count)
        }
      }),
    )
  })

  test('of many lengths and bytes are read as they were written', () => {
    const long = [
      'x'.repeat(31),
      'x'.repeat(32),
      'x'.repeat(33),
      'x'.repeat(250),
      `${'x'.repeat(31)}é`,
    ]
    const list = long.toSorted(compareWords)
    const reader = termsOf(list)
    expect(list.map((_, ordinal) => reader.term(ordinal))).toEqual(list)
    expect(list.map((each) => reader.find(utf8(each)))).toEqual([0, 1, 2, 3, 4])
  })
})

describe('typos', () => {
  test.each([
    { isPrefix: false, typosMax: 1 },
    { isPrefix: false, typosMax: 2 },
    { isPrefix: true, typosMax: 1 },
    { isPrefix: true, typosMax: 2 },
  ] as const)('are what the distance to every term says: %o', (options) => {
    // few letters, so that near words are the rule
    const letter = fc.constantFrom('a', 'b', 'é', '🦊', '\u{E000}')
    const near = fc.array(letter, { minLength: 1, maxLength: 6 }).map((chars) => chars.join(''))
    fc.assert(
      fc.property(
        fc.uniqueArray(near, { maxLength: 80 }).map((list) => list.toSorted(compareWords)),
        near.filter((each) => [...each].length > 1),
        (list, word) => {
          expectSame(list, word, options)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('are found among words that have little in common', () => {
    fc.assert(
      fc.property(
        terms,
        term.filter((each) => [...each].length > 2),
        (list, word) => {
          for (const isPrefix of [false, true]) {
            for (const typosMax of [1, 2] as const) expectSame(list, word, { isPrefix, typosMax })
          }
        },
      ),
    )
  })

  test.each([
    ['kitchn', 'kitchen', 1, false, 1],
    ['ktichen', 'kitchen', 1, false, 1],
    ['lountain', 'mountain', 1, false, null],
    ['lountains', 'mountains', 2, false, 2],
    ['ountainss', 'mountains', 2, false, null],
    ['architectur', 'architectural', 2, true, null],
    ['architcture', 'architectures', 2, true, 1],
    ['cofe', 'coffeehouse', 1, true, 1],
    ['telscop', 'telescope', 1, true, 1],
    ['coffees', 'coffee', 1, true, 1],
    ['installing', 'installg', 2, true, 2],
    ['installing', 'installgo', 2, true, null],
    ['installing', 'installnss', 2, true, 2],
  ] as const)(
    '%s against %s with %d typos (prefix: %s) is level %s',
    (word, indexed, typosMax, isPrefix, level) => {
      const { levels } = findTypos(termsOf([indexed]), word, { isPrefix, typosMax })
      expect(levels).toEqual(level === null ? [] : [level])
    },
  )

  test('of words as long as they may be', () => {
    const list = [`${'x'.repeat(120)}z${'x'.repeat(129)}`, 'x'.repeat(249), 'x'.repeat(250)]
    expectSame(list.toSorted(compareWords), 'x'.repeat(250), { isPrefix: false, typosMax: 2 })
    expectSame(list.toSorted(compareWords), 'x'.repeat(250), { isPrefix: true, typosMax: 2 })
  })
})

function expectSame(
  list: readonly string[],
  word: string,
  options: { readonly isPrefix: boolean; readonly typosMax: 1 | 2 },
): void {
  const { ordinals, levels } = findTypos(termsOf(list), word, options)
  const expected = list.flatMap((each, ordinal) => {
    const level = levelOf(word, each, options)
    return level === null ? [] : [[ordinal, level]]
  })
  expect(ordinals.map((ordinal, i) => [ordinal, levels[i]])).toEqual(expected)
}

/** Relevancy 4.3, word for word. */
function levelOf(
  word: string,
  candidate: string,
  options: { readonly isPrefix: boolean; readonly typosMax: 1 | 2 },
): 1 | 2 | null {
  const distance = typoDistance(word, candidate, options.isPrefix)
  const isSameFirst = [...word][0] === [...candidate][0]
  if (isSameFirst && distance === 1) return 1
  if (options.typosMax === 2 && distance === (isSameFirst ? 2 : 1)) return 2
  return null
}

function termsOf(list: readonly string[]): TermsReader {
  return new TermsReader(
    readBack((file) => {
      const writer = new TermsWriter()
      for (const [i, each] of list.entries()) {
        if (i % 2 === 0) writer.add(each)
        else writer.addBytes(utf8(each))
      }
      writer.writeTo(file)
    }),
  )
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
