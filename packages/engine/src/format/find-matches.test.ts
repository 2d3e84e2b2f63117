import { describe, expect, it } from 'vitest'
import type { MatchWordList, MatchWords } from '../query/match-words.ts'
import { createTokenizer } from '../text/tokenizer.ts'
import { compileMatchFinder } from './find-matches.ts'
import { Matches, type TextMatch } from './matches.ts'

const TOKENIZER = createTokenizer({})

function list(words: string[], options: Partial<MatchWordList> = {}): MatchWordList {
  return { words, isPrefix: false, queryCharCount: 0, positions: [0], ...options }
}

/** The highlighted part of every match. */
function find(text: string, words: Partial<MatchWords>): string[] {
  return matchesIn(text, { phrases: [], lists: [], ...words }).map((match) =>
    text.slice(match.start, match.markEnd),
  )
}

function matchesIn(text: string, words: MatchWords): TextMatch[] {
  const matches = new Matches()
  compileMatchFinder(words, TOKENIZER).find(TOKENIZER.cut(text), undefined, matches)
  return matches.list.slice(0, matches.count).map((match) => ({ ...match }))
}

describe('compileMatchFinder', () => {
  it('finds every occurrence of a word, whatever its case and accents', () => {
    expect(find('Creme, crème and CRÈME; cream', { lists: [list(['creme'])] })).toEqual([
      'Creme',
      'crème',
      'CRÈME',
    ])
  })

  it('does not take a longer word for a word that is no prefix', () => {
    expect(find('sunny sun', { lists: [list(['sun'])] })).toEqual(['sun'])
  })

  it('marks as many chars of a prefix match as the query has', () => {
    const lists = [list(['lantern'], { isPrefix: true, queryCharCount: 6 })]
    expect(find('Lanterns', { lists })).toEqual(['Lanter'])
  })

  it('marks no more than the word found when the query is longer', () => {
    const lists = [list(['lanter'], { isPrefix: true, queryCharCount: 8 })]
    expect(find('lanterns', { lists })).toEqual(['lanter'])
  })

  it('counts original chars when the start of a word is marked', () => {
    const lists = [list(['brule'], { isPrefix: true, queryCharCount: 5 })]
    expect(find('brûlée', { lists })).toEqual(['brûlé'])
    expect(find('bru\u0302le\u0301e', { lists })).toEqual(['bru\u0302le'])
  })

  it('tries lists in their order', () => {
    const whole = list(['sunny'], { positions: [1] })
    const start = list(['sun'], { isPrefix: true, queryCharCount: 3 })
    expect(find('sunny', { lists: [whole, start] })).toEqual(['sunny'])
    expect(find('sunny', { lists: [start, whole] })).toEqual(['sun'])
  })

  it('tries the words of a prefix list in their order', () => {
    const options = { isPrefix: true, queryCharCount: 9 }
    expect(find('sunflower', { lists: [list(['sunf', 'sun'], options)] })).toEqual(['sunf'])
    expect(find('sunflower', { lists: [list(['sun', 'sunf'], options)] })).toEqual(['sun'])
  })

  it('takes a phrase as one match, separators included', () => {
    const phrases = [{ words: ['well', 'known'], positions: [0, 1] }]
    expect(find('A well-known, well. known well', { phrases })).toEqual([
      'well-known',
      'well. known',
    ])
  })

  it('prefers a phrase to its words and goes on after it', () => {
    const phrases = [{ words: ['a', 'a'], positions: [0] }]
    expect(find('a a a', { phrases, lists: [list(['a'])] })).toEqual(['a a', 'a'])
  })

  it('falls back to the next phrase, then to the word', () => {
    const phrases = [
      { words: ['red', 'ink', 'pot'], positions: [0] },
      { words: ['red', 'ink'], positions: [0] },
    ]
    const lists = [list(['red'])]
    expect(find('red ink red pot', { phrases, lists })).toEqual(['red ink', 'red'])
  })

  it('never finds a phrase with a hole', () => {
    expect(
      find('jar in the sun', { phrases: [{ words: ['in', null, 'sun'], positions: [0] }] }),
    ).toEqual([])
  })

  it('numbers words without separators', () => {
    const phrases = [{ words: ['c', 'd'], positions: [0, 1] }]
    expect(matchesIn('a, b c d e', { phrases, lists: [] })).toEqual([
      {
        start: 5,
        end: 8,
        markEnd: 8,
        firstWord: 2,
        lastWord: 3,
        positions: [0, 1],
      },
    ])
  })

  it('knows when nothing can match', () => {
    expect(compileMatchFinder({ phrases: [], lists: [] }, TOKENIZER).canMatch).toBe(false)
    expect(compileMatchFinder({ phrases: [], lists: [list(['a'])] }, TOKENIZER).canMatch).toBe(true)
  })
})
