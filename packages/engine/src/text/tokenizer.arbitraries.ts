// Arbitraries shared by the property tests and the fuzz run of the tokenizer.

import * as fc from 'fast-check'
import type { TokenizerOptions } from './token.ts'

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
