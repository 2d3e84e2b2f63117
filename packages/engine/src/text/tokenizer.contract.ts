// The laws of a tokenizer, and the texts and settings to try them on: short runs in the property test, long ones in
// the fuzz run.

import * as fc from 'fast-check'
import { expect } from 'vitest'
import { asciiHash } from '../bits/ascii-hash.ts'
import { POSITION_MAX, WORD_BYTES_MAX } from '../limits.ts'
import type { TextTokens } from './text-tokens.ts'
import type { Token, TokenKind, Tokenizer, TokenizerOptions } from './token.ts'

/** What holds for every tokenizer and text. */
export function expectTokenizerLaws(
  tokenizer: Tokenizer,
  value: string,
  allowed: readonly string[] | undefined,
  startPosition: number,
): void {
  const tokens = tokenizer.tokenize(value, allowed)
  // tokens cover the text, and every lemma has a UTF-8 form
  let end = 0
  for (const token of tokens) {
    if (token.start !== end || token.end <= end) throw new Error(`gap or overlap at ${end}`)
    if (/\p{Surrogate}/u.test(token.lemma)) throw new Error(`half a pair in a lemma at ${end}`)
    end = token.end
  }
  expect(end).toBe(value.length)
  expect(tokensOf(tokenizer.cut(value, allowed))).toEqual(tokens)
  // the indexing path sees the same words at the positions that the tokens say
  const visits: [string, number][] = []
  const last = tokenizer.forEachWord(value, startPosition, allowed, (lemma, position) => {
    visits.push([lemma, position])
  })
  expect({ visits, last }).toEqual(slowWords(tokens, startPosition))
  // so does a caller that takes ASCII words by their place
  const placed: [string, number][] = []
  tokenizer.forEachWord(
    value,
    startPosition,
    allowed,
    (lemma, position) => placed.push([lemma, position]),
    (bytes, start, end, position, hash) => {
      expect(hash).toBe(asciiHash(bytes, start, end))
      const word = Buffer.from(bytes.subarray(start, end)).toString('latin1')
      placed.push([word.toLowerCase(), position])
    },
  )
  expect(placed).toEqual(visits)
  // a longer part of a lemma never stands for less of the original
  for (const token of tokens) {
    const original = value.slice(token.start, token.end)
    const one = tokenizer.originalLength(original, 1, allowed)
    const two = tokenizer.originalLength(original, 2, allowed)
    if (one > two || two > original.length)
      throw new Error(`wrong original length at ${token.start}`)
  }
}

const KINDS: readonly TokenKind[] = ['word', 'stopWord', 'softSeparator', 'hardSeparator']

function tokensOf(cut: TextTokens): Token[] {
  return Array.from({ length: cut.count }, (_, i) => ({
    kind: KINDS[cut.kinds[i]!]!,
    lemma: cut.lemma(i),
    start: cut.starts[i]!,
    end: cut.starts[i + 1]!,
  }))
}

// The rules of relevancy 2.2 and 2.3, as they read.
function slowWords(
  tokens: readonly Token[],
  startPosition: number,
): { visits: [string, number][]; last: number } {
  const visits: [string, number][] = []
  let last = startPosition
  let isFirst = true
  let isAfterHard = false
  for (const { kind, lemma } of tokens) {
    if (kind === 'hardSeparator') isAfterHard = true
    if (kind === 'hardSeparator' || kind === 'softSeparator' || lemma === '') continue
    if (!isFirst) last += isAfterHard ? 8 : 1
    isFirst = false
    isAfterHard = false
    const word = lemma.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '')
    const isIndexable = word !== '' && Buffer.byteLength(word) <= WORD_BYTES_MAX
    if (kind === 'word' && isIndexable && last <= POSITION_MAX) visits.push([word, last])
  }
  return { visits, last }
}

const CHARS = [
  'abcXYZ019',
  ' \t\n.,;:!?-_\'"()/@#$<=>^|~+&`*[]{}%\\',
  'éÉàñÅåöÖßøŁœÆđıİ\u00a0§«»',
  '\u0301\u0308\u030a\ufe0f\u200c\u200d\u2011\u2028\u3000…‼″≠№²ﬁ',
  '中國国讀书我喜欢绿茶のカタが、。，！ＡＢ',
  'แม่น้ำปลาครู',
  'សៀវភៅ។ល',
  '한국어단어',
  'الكتابأةىـیپ،؟',
  'שלוםָ',
  'ЖёйИлампа',
  'ΣςσάΟ',
  'हिन्दीԲևგ',
  '🎉🌙👩𠀀𝐀',
  '\u0000\u0001\u0007\u000b\u000c\u007f\u0085\ufeff',
].join('')

const PIECES = [
  ...Array.from(CHARS),
  '\ud800',
  '\udc00',
  '. ',
  ', ',
  '។ល។',
  'the',
  'The',
  'été',
  'Apfelkuchen',
  'back-end',
  'J. R. R.',
  '<br>',
  'ال',
  'x'.repeat(120),
  'ж'.repeat(70),
]

/** Text mixing scripts, punctuation, marks, controls and broken surrogates. */
export const mixedText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 6 })),
    {
      maxLength: 40,
    },
  )
  .map((pieces) => pieces.join(''))

/** Mostly ASCII, as most values are. */
export const asciiText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 8 }) },
      { weight: 4, arbitrary: fc.constantFrom('. ', ', ', ' ', 'the', 'End', 'a|b', 'back-end') },
      { weight: 1, arbitrary: fc.constantFrom(...PIECES) },
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(''))

const settingWord: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'the',
    'été',
    'a',
    '-',
    '. ',
    '.',
    ',',
    ' ',
    ';',
    '|',
    '~',
    '<br>',
    '&',
    'é',
    '中',
  ),
  fc.constantFrom(
    'back-end',
    'J. R. R.',
    '...',
    'x',
    'A',
    'e\u0301',
    '…',
    '🎉',
    'ab',
    'b.c',
    '\u00a0',
    '',
  ),
  fc.string({ maxLength: 3 }),
)

/** Settings of a tokenizer, small and odd. */
export const tokenizerOptions: fc.Arbitrary<TokenizerOptions> = fc.record(
  {
    stopWords: fc.array(settingWord, { maxLength: 4 }),
    separatorTokens: fc.array(settingWord, { maxLength: 4 }),
    nonSeparatorTokens: fc.array(settingWord, { maxLength: 4 }),
    dictionary: fc.array(settingWord, { maxLength: 3 }),
  },
  { requiredKeys: [] },
)

/** Allowed locales, usually none. */
export const locales: fc.Arbitrary<string[] | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  fc.subarray(['deu', 'fra', 'swe', 'jpn', 'cmn', 'pes', 'ara', 'eng'], { maxLength: 3 }),
)
