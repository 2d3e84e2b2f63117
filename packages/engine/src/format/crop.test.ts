import { describe, expect, it } from 'vitest'
import type { MatchPhrase } from '../query/match-words.ts'
import { createTokenizer } from '../text/tokenizer.ts'
import { cropWindow } from './crop.ts'
import { compileMatchFinder } from './find-matches.ts'
import { Matches } from './matches.ts'

const TOKENIZER = createTokenizer({})

/** Crops around the words of `query`, each at its own query position; `"a b"` as the only argument is a phrase. */
function crop(text: string, query: string, cropLength: number): string {
  const isPhrase = query.startsWith('"')
  const words = query.replaceAll('"', '').split(' ').filter(Boolean)
  const phrases: MatchPhrase[] = isPhrase ? [{ words, positions: words.map((_, i) => i) }] : []
  const lists = isPhrase
    ? []
    : words.map((word, position) => ({
        words: [word],
        isPrefix: false,
        queryCharCount: word.length,
        positions: [position],
      }))
  const tokens = TOKENIZER.cut(text)
  const matches = new Matches()
  compileMatchFinder({ phrases, lists }, TOKENIZER).find(tokens, undefined, matches)
  const { start, end } = cropWindow(tokens, matches, cropLength)
  return (start > 0 ? '…' : '') + text.slice(start, end) + (end < text.length ? '…' : '')
}

const MAPS =
  'Old maps rarely agree. The silver compass points north when the sea is calm, and the crew sleeps well.'
const MAKERS =
  'Compass makers praised silver. Years later, in a harbour town far away, a silver compass was sold.'
const POT =
  'Soak the beans overnight. A black pot keeps the heat. Beans, black as night, need salt.'

describe('cropWindow', () => {
  it.each([
    [3, '…The silver compass…'],
    [6, '…The silver compass points north when…'],
    [8, '…The silver compass points north when the sea…'],
  ])('crosses a sentence end last (%i words)', (length, expected) => {
    expect(crop(MAPS, 'silver compass', length)).toBe(expected)
  })

  it.each([
    [4, '…a silver compass was…'],
    [7, '…far away, a silver compass was sold.'],
  ])('prefers the closer pair (%i words)', (length, expected) => {
    expect(crop(MAKERS, 'silver compass', length)).toBe(expected)
  })

  it('starts at the beginning without a match', () => {
    expect(crop('Nothing to see here, only fog and rain', 'owl', 5)).toBe(
      'Nothing to see here, only…',
    )
  })

  it('prefers more distinct words of the query to more matches', () => {
    const text = 'tick tick tick one two three four tock five tick six'
    expect(crop(text, 'tick tock', 3)).toBe('…tock five tick…')
  })

  it('prefers the order of the query between equally close pairs, else the first', () => {
    const text = 'tock tick one two three four five six tick tock'
    expect(crop(text, 'tick tock', 2)).toBe('…tick tock')
    expect(crop(text, 'tock tick', 2)).toBe('tock tick…')
  })

  it('falls back to the first match when no two fit', () => {
    expect(crop(POT, 'soak salt', 5)).toBe('Soak the beans overnight. A…')
  })

  it('runs from the start of the text into a phrase longer than the window', () => {
    expect(crop(POT, '"black pot keeps the heat"', 3)).toBe(
      'Soak the beans overnight. A black pot keeps…',
    )
  })

  it('passes over a phrase that does not fit when something else does', () => {
    const text = 'a long list of words, then owl'
    const tokens = TOKENIZER.cut(text)
    const finder = compileMatchFinder(
      {
        phrases: [{ words: ['a', 'long', 'list', 'of'], positions: [0, 1, 2, 3] }],
        lists: [{ words: ['owl'], isPrefix: false, queryCharCount: 3, positions: [4] }],
      },
      TOKENIZER,
    )
    const matches = new Matches()
    finder.find(tokens, undefined, matches)
    const window = cropWindow(tokens, matches, 2)
    expect(text.slice(window.start, window.end)).toBe('then owl')
  })

  it('marks a text as cut even when only punctuation is missing', () => {
    expect(crop('Bake the bread until the crust sings.', 'sings', 2)).toBe('…crust sings…')
  })

  it('takes the whole text when it fits', () => {
    expect(crop('Sun tea', 'tea', 2)).toBe('Sun tea')
    expect(crop('', 'tea', 2)).toBe('')
    expect(crop('…', 'tea', 2)).toBe('…')
  })

  it.each([
    ['four', 3, '…\n\nfour - five (six…'],
    ['one', 2, '  one,two…'],
  ])('keeps spacing and punctuation around %s', (word, length, expected) => {
    const text = '  one,two   three!\n\nfour - five (six) "seven" eight… nine?  '
    expect(crop(text, word, length)).toBe(expected)
  })
})
