import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'
import { HAN_VARIANTS } from './normalizers/han-variant-table.ts'
import { SCRIPT, scriptOf } from './scripts.ts'
import type { Script } from './scripts.ts'
import { segmenterFor } from './segmenters/registry.ts'
import { createSeparators } from './separators.ts'
import type { Token, TokenizerOptions } from './token.ts'
import {
  asciiText,
  expectTokenizerLaws,
  locales,
  mixedText,
  tokenizerOptions,
} from './tokenizer.contract.ts'
import { createTokenizer } from './tokenizer.ts'

const text = fc.oneof(mixedText, asciiText)
const RUNS = { numRuns: 1_000 }

describe('a tokenizer', () => {
  test('covers the text, and its short way to the words agrees with the long one', () => {
    const start = fc.oneof(fc.constant(0), fc.integer({ min: 65_500, max: 65_540 }))
    fc.assert(
      fc.property(text, tokenizerOptions, locales, start, (value, options, allowed, position) => {
        expectTokenizerLaws(createTokenizer(options), value, allowed, position)
      }),
      { numRuns: 4_000 },
    )
  })

  test('does what the rules say, step by step', () => {
    fc.assert(
      fc.property(text, tokenizerOptions, locales, (value, options, allowed) => {
        const tokens = createTokenizer(options).tokenize(value, allowed)
        expect(tokens).toEqual(slowTokenize(value, options, allowed))
      }),
      RUNS,
    )
  })

  test('gives the same answer twice, whatever was asked in between', () => {
    const tokenizer = createTokenizer({})
    fc.assert(
      fc.property(text, locales, (value, allowed) => {
        expect(tokenizer.tokenize(value, allowed)).toEqual(
          createTokenizer({}).tokenize(value, allowed),
        )
      }),
      { numRuns: 300 },
    )
  })
})

// The slow and obvious tokenizer: whole strings instead of tables, caches and short cuts.
function slowTokenize(
  value: string,
  options: TokenizerOptions,
  allowed: readonly string[] | undefined,
): Token[] {
  const separators = createSeparators(
    options.separatorTokens ?? [],
    options.nonSeparatorTokens ?? [],
  )
  const entries = [...separators.keys(), ...(options.dictionary ?? [])]
    .filter((entry) => entry !== '' && !/\p{Surrogate}/u.test(entry))
    .toSorted((a, b) => b.length - a.length)
  const stopWords = new Set((options.stopWords ?? []).map((word) => slowForm(word, null)))
  const tokens: Token[] = []
  for (const { start, end, script } of slowGroups(value)) {
    const language = detectLanguage(value, start, end, script, allowed)
    const original = value.slice(start, end)
    for (const [from, to] of slowPieces(original, entries, script, language)) {
      const form = slowForm(original.slice(from, to), language)
      const kind = stopWords.has(form) ? 'stopWord' : (separators.get(form) ?? 'word')
      const lemma = slowLemma(form, script, language)
      tokens.push({ kind, lemma, start: start + from, end: start + to })
    }
  }
  return tokens
}

function slowGroups(value: string): { start: number; end: number; script: Script }[] {
  const groups: { start: number; end: number; script: Script }[] = []
  let at = 0
  for (const char of value) {
    const script = scriptOf(char.codePointAt(0)!)
    const group = groups.at(-1)
    at += char.length
    if (group === undefined) groups.push({ start: 0, end: at, script })
    else if (script === SCRIPT.other || script === group.script) group.end = at
    else if (group.script === SCRIPT.other) Object.assign(group, { end: at, script })
    else groups.push({ start: at - char.length, end: at, script })
  }
  return groups
}

function slowPieces(
  original: string,
  entries: readonly string[],
  script: Script,
  language: string | null,
): [number, number][] {
  const pieces: [number, number][] = []
  let pieceStart = 0
  let at = 0
  const flush = (): void => {
    const piece = original.slice(pieceStart, at)
    if (piece === '') return
    const isNumeric = /^[\p{N}!-/:-@[-`{-~]+$/u.test(piece)
    const ends = isNumeric ? [piece.length] : segmenterFor(script, language).wordEnds(piece)
    let start = 0
    for (const end of ends) {
      pieces.push([pieceStart + start, pieceStart + end])
      start = end
    }
  }
  while (at < original.length) {
    const entry = entries.find((candidate) => original.startsWith(candidate, at))
    if (entry === undefined) {
      at++
      continue
    }
    flush()
    pieces.push([at, at + entry.length])
    at += entry.length
    pieceStart = at
  }
  flush()
  return pieces
}

function slowForm(original: string, language: string | null): string {
  let form = Array.from(original, (char) => char.normalize('NFKD')).join('')
  form = form.replace(/\p{Surrogate}/gu, '\ufffd')
  if (language === 'swe') {
    form = form.replace(/[aA]\u030a|[aAoO]\u0308/g, (letter) => letter.normalize('NFC'))
  }
  return form.replace(/(?!\0)\p{Cc}/gu, (control) =>
    /\p{White_Space}/u.test(control) ? control : '',
  )
}

function slowLemma(form: string, script: Script, language: string | null): string {
  let lemma = form
  const isCased = [SCRIPT.latin, SCRIPT.cyrillic, SCRIPT.greek, SCRIPT.georgian, SCRIPT.armenian]
  const isStripped = [SCRIPT.latin, SCRIPT.greek, SCRIPT.hebrew, SCRIPT.arabic, SCRIPT.thai]
  if (script === SCRIPT.arabic && language === 'pes') {
    lemma = lemma.replace(/[يىے]/g, 'ی').replace(/[كڪ]/g, 'ک').replaceAll('\u200c', '')
    lemma = lemma.replaceAll('،', ',').replaceAll('؟', '?').replaceAll('﷼', 'RIAL')
    lemma = lemma.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
  }
  if (isCased.some((each) => each === script)) {
    lemma = Array.from(lemma, (char) => char.toLowerCase()).join('')
  }
  if (script === SCRIPT.latin) {
    lemma = lemma.replace(/[’‘‛]/g, "'").replaceAll('œ', 'oe').replaceAll('æ', 'ae')
  }
  if (script === SCRIPT.cj && (language === 'cmn' || language === null)) {
    lemma = Array.from(lemma, (char) => HAN_VARIANTS.get(char) ?? char).join('')
  }
  if (script === SCRIPT.cj && (language === 'jpn' || language === null)) {
    lemma = lemma.replace(/[ァ-ヶヽヾ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
  }
  if (script === SCRIPT.greek) lemma = lemma.replace(/ς$/, 'σ')
  if (script === SCRIPT.arabic) {
    lemma = lemma.replaceAll('ـ', '').replace(/[أإآٱ]/g, 'ا')
    lemma = lemma.replaceAll('ى', 'ي').replaceAll('ة', 'ه')
  }
  if (isStripped.some((each) => each === script)) lemma = lemma.replace(/\p{Mn}/gu, '')
  if (script === SCRIPT.latin) lemma = lemma.replace(/[đðĐÐ]/g, 'd').replaceAll('ı', 'i')
  return lemma
}
