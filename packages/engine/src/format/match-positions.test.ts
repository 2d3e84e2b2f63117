import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextMatch } from './find-matches.ts'
import { MatchPositions, utf8Length } from './match-positions.ts'

function match(text: string, word: string, from = 0): TextMatch {
  const start = text.indexOf(word, from)
  const end = start + word.length
  return {
    start,
    end,
    markEnd: end,
    firstToken: 0,
    lastToken: 0,
    firstWord: 0,
    lastWord: 0,
    positions: [0],
  }
}

describe('MatchPositions', () => {
  it('counts bytes, not letters', () => {
    const text = 'Une crème brûlée 🍞 pain'
    const positions = new MatchPositions()
    positions.add('t', [], text, [match(text, 'brûlée'), match(text, 'pain')])
    expect(positions.toJson()).toBe('{"t":[{"start":11,"length":8},{"start":25,"length":4}]}')
  })

  it('names the places in the arrays around the leaf', () => {
    const positions = new MatchPositions()
    positions.add('deep.c', [1, 0], 'so red', [match('so red', 'red')])
    expect(positions.toJson()).toBe('{"deep.c":[{"start":3,"length":3,"indices":[1,0]}]}')
  })

  it('keeps the last leaf of a path that has matches, and paths in text order', () => {
    const positions = new MatchPositions()
    positions.add('t', [0], 'red', [match('red', 'red')])
    positions.add('a"', [], 'a red', [match('a red', 'red')])
    positions.add('t', [1], 'a red', [match('a red', 'red')])
    positions.add('t', [2], 'blue', [])
    expect(positions.toJson()).toBe(
      '{"a\\"":[{"start":2,"length":3}],"t":[{"start":2,"length":3,"indices":[1]}]}',
    )
  })

  it('is an empty object without matches', () => {
    expect(new MatchPositions().toJson()).toBe('{}')
  })
})

describe('utf8Length', () => {
  it('agrees with an encoder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Length(text, 0, text.length)).toBe(new TextEncoder().encode(text).length)
      }),
    )
  })
})
