import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteWriter } from '../bits/byte-writer.ts'
import { MatchPositions, PathMatches, utf8Length } from './match-positions.ts'
import { Matches } from './matches.ts'

function matches(text: string, ...words: string[]): Matches {
  const found = new Matches()
  for (const word of words) {
    const start = text.indexOf(word)
    found.add(start, start + word.length, start + word.length, 0, 0, [0])
  }
  return found
}

function json(positions: MatchPositions): string {
  const out = new ByteWriter()
  positions.write(out)
  return Buffer.from(out.view()).toString()
}

describe('MatchPositions', () => {
  it('counts bytes, not letters', () => {
    const text = 'Une crème brûlée 🍞 pain'
    const positions = new MatchPositions()
    positions.add(new PathMatches('t'), [], text, matches(text, 'brûlée', 'pain'))
    expect(json(positions)).toBe('{"t":[{"start":11,"length":8},{"start":25,"length":4}]}')
  })

  it('needs no text of plain ASCII', () => {
    const positions = new MatchPositions()
    positions.add(new PathMatches('t'), [], null, matches('one two', 'one', 'two'))
    expect(json(positions)).toBe('{"t":[{"start":0,"length":3},{"start":4,"length":3}]}')
  })

  it('names the places in the arrays around the leaf', () => {
    const positions = new MatchPositions()
    positions.add(new PathMatches('deep.c'), [1, 0], 'so red', matches('so red', 'red'))
    expect(json(positions)).toBe('{"deep.c":[{"start":3,"length":3,"indices":[1,0]}]}')
  })

  it('keeps the last leaf of a path that has matches, and paths in text order', () => {
    const positions = new MatchPositions()
    const [t, a] = [new PathMatches('t'), new PathMatches('a"')]
    positions.add(t, [0], 'red', matches('red', 'red'))
    positions.add(a, [], 'a red', matches('a red', 'red'))
    positions.add(t, [1], 'a red', matches('a red', 'red'))
    positions.add(t, [2], 'blue', new Matches())
    expect(json(positions)).toBe(
      '{"a\\"":[{"start":2,"length":3}],"t":[{"start":2,"length":3,"indices":[1]}]}',
    )
  })

  it('is an empty object without matches, and after the hit before is forgotten', () => {
    const positions = new MatchPositions()
    expect(json(positions)).toBe('{}')
    const path = new PathMatches('t')
    positions.add(path, [], 'red', matches('red', 'red'))
    positions.clear()
    expect(json(positions)).toBe('{}')
    positions.add(path, [], 'red', matches('red', 'red'))
    expect(json(positions)).toBe('{"t":[{"start":0,"length":3}]}')
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
