import { describe, expect, test } from 'vitest'
import { createTokenizer } from '../text/tokenizer.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'

function parse(text: string, stopWords: string[] = [], allowsPrefix = true): ParsedQuery {
  return parseQuery(text, createTokenizer({ stopWords }).tokenize(text), { allowsPrefix })
}

/** Terms as `word@position`, a star for prefixes, phrases in quotes with dots for holes. */
function terms(text: string, stopWords: string[] = []): string[] {
  return parse(text, stopWords).terms.map((term) =>
    term.kind === 'word'
      ? `${term.word}@${term.start}${term.isPrefix ? '*' : ''}`
      : `"${term.words.map((word) => word ?? '.').join(' ')}"@${term.start}-${term.end}`,
  )
}

describe('words', () => {
  test('only the very last token is a prefix', () => {
    expect(terms('red kite')).toEqual(['red@0', 'kite@1*'])
    expect(terms('dune ')).toEqual(['dune@0'])
    expect(terms('dune.')).toEqual(['dune@0'])
    expect(parse('dune', [], false).terms).toMatchObject([{ word: 'dune', isPrefix: false }])
  })

  test('stop words take their position, and count only at the end', () => {
    expect(terms('lord of rings', ['of'])).toEqual(['lord@0', 'rings@2*'])
    expect(terms('lord of', ['of'])).toEqual(['lord@0', 'of@1*'])
  })

  test('every hard separator moves the next word by seven', () => {
    expect(terms('a. b')).toEqual(['a@0', 'b@8*'])
    expect(terms('!a')).toEqual(['a@7*'])
  })

  test('parsing ends with the tenth term, which is no prefix when tokens follow', () => {
    expect(terms('a b c d e f g h i j')).toHaveLength(10)
    expect(terms('a b c d e f g h i j').at(-1)).toBe('j@9*')
    expect(terms('a b c d e f g h i j k').at(-1)).toBe('j@9')
    expect(terms('a b c d e f g h i "x y" -z "open')).toHaveLength(10)
  })

  test('blank and separator-only queries have no terms', () => {
    expect(terms('')).toEqual([])
    expect(terms('  ')).toEqual([])
    expect(terms('-- "" !')).toEqual([])
  })
})

describe('phrases', () => {
  test('quotes join words, holes stand for stop words', () => {
    expect(terms('"a b" c')).toEqual(['"a b"@0-1', 'c@2*'])
    expect(terms('"a the b"', ['the'])).toEqual(['"a . b"@0-2'])
  })

  test('the range starts at the first word that is no stop word', () => {
    expect(terms('"the lentils"', ['the'])).toEqual(['". lentils"@1-1'])
  })

  test('a phrase of stop words vanishes', () => {
    expect(terms('"the" x', ['the'])).toEqual(['x@1*'])
  })

  test('an open quote runs to the end, a hard separator cuts the phrase', () => {
    expect(terms('"a b')).toEqual(['"a b"@0-1'])
    expect(terms('"a. b"')).toEqual(['"a"@0-0', '"b"@8-8'])
  })
})

describe('negation', () => {
  test('a dash after white space negates the word or phrase it touches', () => {
    expect(parse('a -b')).toMatchObject({ negativeWords: ['b'] })
    expect(parse('-"a b" c')).toMatchObject({ negativePhrases: [['a', 'b']] })
  })

  test('other dashes negate nothing', () => {
    for (const text of ['- a', 'a-b', '--a', 'a- b']) {
      expect(parse(text)).toMatchObject({ negativeWords: [], negativePhrases: [] })
    }
  })

  test('parts of a negative phrase stay negative', () => {
    expect(parse('-"a. b"').negativePhrases).toEqual([['a'], ['b']])
  })
})
