// Scripts as far as the cutting and normalizing of text depends on them. Everything else (digits, punctuation,
// symbols, scripts without rules of their own) is `other` and belongs to the group it stands in.

import { forEachCodePoint } from './code-ranges.ts'

/** The scripts; small numbers so that a char's script is one table look-up. `cj` is Han, hiragana and katakana. */
export const SCRIPT = {
  other: 0,
  latin: 1,
  cyrillic: 2,
  greek: 3,
  armenian: 4,
  georgian: 5,
  hebrew: 6,
  arabic: 7,
  cj: 8,
  hangul: 9,
  thai: 10,
  khmer: 11,
  devanagari: 12,
  bengali: 13,
  gurmukhi: 14,
  gujarati: 15,
  oriya: 16,
  tamil: 17,
  telugu: 18,
  kannada: 19,
  malayalam: 20,
  sinhala: 21,
  myanmar: 22,
  ethiopic: 23,
} as const

/** One of the values of `SCRIPT`. */
export type Script = number

/** The script of a code point. */
export function scriptOf(codePoint: number): Script {
  if (codePoint < 0x10000) return BASIC_PLANE[codePoint]!
  return isAstralHan(codePoint) ? SCRIPT.cj : SCRIPT.other
}

// Hangul owns the full-width forms too: odd, but that is what decides how `ＡＢＣ` is indexed (relevancy 1.1).
const RANGES: readonly (readonly [Script, string])[] = [
  [SCRIPT.cyrillic, '400-52f 1c80-1c8f 2de0-2dff a640-a69f'],
  [SCRIPT.greek, '370-3ff'],
  [SCRIPT.armenian, '530-58f fb13-fb17'],
  [SCRIPT.georgian, '10a0-10ff 1c90-1cbf 2d00-2d2f'],
  [SCRIPT.hebrew, '590-5ff fb1d-fb4f'],
  [SCRIPT.arabic, '600-6ff 750-77f 870-8ff fb50-fdff fe70-fefe'],
  [
    SCRIPT.cj,
    '2e80-2fdf 3005 3007 3021-3029 3038-303b 3040-30ff 31f0-31ff 3400-4dbf 4e00-9fff f900-faff',
  ],
  [SCRIPT.hangul, '1100-11ff 3130-318f 3200-32ff a960-a97f ac00-d7ff ff00-ffef'],
  [SCRIPT.thai, 'e00-e7f'],
  [SCRIPT.khmer, '1780-17ff 19e0-19ff'],
  [SCRIPT.devanagari, '900-97f 1cd0-1cff a8e0-a8ff'],
  [SCRIPT.bengali, '980-9ff'],
  [SCRIPT.gurmukhi, 'a00-a7f'],
  [SCRIPT.gujarati, 'a80-aff'],
  [SCRIPT.oriya, 'b00-b7f'],
  [SCRIPT.tamil, 'b80-bff'],
  [SCRIPT.telugu, 'c00-c7f'],
  [SCRIPT.kannada, 'c80-cff'],
  [SCRIPT.malayalam, 'd00-d7f'],
  [SCRIPT.sinhala, 'd80-dff'],
  [SCRIPT.myanmar, '1000-109f a9e0-a9ff aa60-aa7f'],
  [SCRIPT.ethiopic, '1200-139f 2d80-2ddf ab00-ab2f'],
  [SCRIPT.latin, '41-5a 61-7a 80-2af 1d00-1dbf 1e00-1eff 2100-214f 2c60-2c7f a720-a7ff ab30-ab6f'],
]

const BASIC_PLANE: Uint8Array = buildBasicPlane()

function buildBasicPlane(): Uint8Array {
  const table = new Uint8Array(0x10000)
  for (const [script, ranges] of RANGES) {
    forEachCodePoint(ranges, (codePoint) => {
      table[codePoint] = script
    })
  }
  return table
}

function isAstralHan(codePoint: number): boolean {
  return codePoint >= 0x20000 && codePoint <= 0x3ffff
}
