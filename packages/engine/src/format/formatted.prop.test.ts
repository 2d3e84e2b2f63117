import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { naiveFormatted, naivePositions } from '../../test/naive/naive-format.ts'
import { ByteWriter } from '../bits/byte-writer.ts'
import type { FieldTable } from '../index/field-table.ts'
import type { MatchPhrase, MatchWordList } from '../query/match-words.ts'
import { createTokenizer } from '../text/tokenizer.ts'
import { storedDocument } from '../segment/documents/stored-document.ts'
import { compilePresentation, writeHit } from './present-hit.ts'

const TOKENIZERS = [
  createTokenizer({}),
  createTokenizer({ separatorTokens: ['ab'], nonSeparatorTokens: ['#', '.'], dictionary: ['c c'] }),
]
/** Makes an index that knows every name. */
const FIELDS: FieldTable = {
  count: 1,
  path: () => 'a',
  id: () => 0,
  weight: () => 0,
  weightMax: null,
  isExact: () => false,
}

const piece = fc.constantFrom(
  ...['a', 'ab', 'abc', 'ABC', 'b', 'bc', 'abcd', 'c c', 'zz', 'x1', '12', 'is', 'some', 'word'],
  ...[
    ' ',
    ' ',
    ' ',
    ' ',
    ', ',
    '. ',
    '.',
    ',',
    '; ',
    '-',
    '/',
    '"',
    '\\',
    '\n',
    '\t',
    '\u0001',
    '#',
  ],
  ...['é', 'crème', 'Ab\u0301c', '日本', 'の', '🦊', 'ß', '\u2028', '\u00a0', '—'],
)
const plainPiece = fc.constantFrom(
  ...[
    'a',
    'ab',
    'Abc',
    'bc',
    'zz',
    'x1',
    'some',
    'abcd',
    ' ',
    ' ',
    ' ',
    '. ',
    ', ',
    '.',
    '\n',
    '"',
  ],
)
const text = fc.oneof(
  fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
  fc.array(plainPiece, { maxLength: 60 }).map((pieces) => pieces.join('')),
)
const leaf = fc.oneof(
  { weight: 6, arbitrary: text },
  fc.constantFrom<unknown>(null, true, false, 0, -1.5, 12, 1e21, 1.2e-9, 123456),
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'k"', 'ключ'), tie('value'), { maxKeys: 3 }),
  ),
}))
const document = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'k\\', 'é', '_geo'), value, {
  maxKeys: 4,
})
const word = fc.constantFrom(
  'a',
  'ab',
  'abc',
  'b',
  'bc',
  'x1',
  '12',
  '1',
  'creme',
  'c',
  'zz',
  '日本',
  'word',
)
const list: fc.Arbitrary<MatchWordList> = fc.record({
  words: fc.array(word, { maxLength: 3 }),
  isPrefix: fc.boolean(),
  queryCharCount: fc.integer({ min: 1, max: 4 }),
  positions: fc
    .uniqueArray(fc.nat(40), { minLength: 1, maxLength: 2 })
    .map((one) => one.toSorted((a, b) => a - b)),
})
const phrase: fc.Arbitrary<MatchPhrase> = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 3 }),
  positions: fc.constantFrom([0], [0, 1], [1, 2]),
})
const words = fc.record({
  phrases: fc.array(phrase, { maxLength: 2 }),
  // as queries give them: lists of whole words come first
  lists: fc
    .array(list, { maxLength: 3 })
    .map((lists) => [
      ...lists.filter(({ isPrefix }) => !isPrefix),
      ...lists.filter(({ isPrefix }) => isPrefix),
    ]),
})

it('formats documents as the slow way does, and says where words match', () => {
  fc.assert(
    fc.property(
      fc.array(document, { minLength: 1, maxLength: 3 }),
      words,
      fc.constantFrom(...TOKENIZERS),
      fc.record({
        isHighlighted: fc.boolean(),
        cropLength: fc.constantFrom(0, 1, 2, 3, 5, 10),
        cropMarker: fc.constantFrom('…', '"'),
        pre: fc.constantFrom('<em>', '«'),
        post: fc.constantFrom('</em>', '\\'),
      }),
      fc.constantFrom(0, 1),
      (documents, matchWords, tokenizer, options, indent) => {
        const presentation = compilePresentation({
          request: {
            attributesToRetrieve: null,
            attributesToHighlight: options.isHighlighted ? ['*'] : null,
            attributesToCrop: options.isHighlighted && options.cropLength === 0 ? null : ['*'],
            cropLength: options.cropLength,
            cropMarker: options.cropMarker,
            highlightPreTag: options.pre,
            highlightPostTag: options.post,
            showMatchesPosition: true,
          },
          displayedAttributes: ['*'],
          fields: FIELDS,
          matchWords,
          tokenizer,
        })
        const formatting = { ...options, words: matchWords, tokenizer }
        for (const one of documents) {
          const out = new ByteWriter()
          const json = JSON.stringify(one, null, indent)
          writeHit(out, storedDocument(new TextEncoder().encode(json)), presentation)
          const hit = JSON.parse(Buffer.from(out.view()).toString()) as Record<string, unknown>
          const { _formatted: formatted, _matchesPosition: positions, ...fields } = hit
          // through JSON, which has no negative zero
          expect(fields).toEqual(JSON.parse(json))
          expect(formatted).toEqual(naiveFormatted(one, formatting))
          expect(positions).toEqual(naivePositions(one, formatting))
        }
      },
    ),
    { numRuns: 1000 },
  )
})
