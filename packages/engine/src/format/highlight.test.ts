import { describe, expect, it } from 'vitest'
import { highlightText } from './highlight.ts'
import { Matches } from './matches.ts'

const TEXT = 'near a sunny window'
const TAGS = { pre: '<', post: '>' }

type Match = readonly [start: number, end: number, markEnd: number]

function match(start: number, end: number, markEnd = end): Match {
  return [start, end, markEnd]
}

function highlight(list: readonly Match[], start = 0, end = TEXT.length): string {
  const matches = new Matches()
  for (const one of list) matches.add(...one, 0, 0, [0])
  return highlightText(TEXT, matches, { start, end }, TAGS)
}

describe('highlightText', () => {
  it('tags every match by itself', () => {
    expect(highlight([match(5, 6), match(7, 12)])).toBe('near <a> <sunny> window')
  })

  it('tags the start of a word only where only that matches', () => {
    expect(highlight([match(7, 12, 10)])).toBe('near a <sun>ny window')
  })

  it('shows the window and leaves out matches outside of it', () => {
    expect(highlight([match(0, 4), match(7, 12), match(13, 19)], 5, 12)).toBe('a <sunny>')
  })

  it('tags the visible part of a match that the window cuts', () => {
    expect(highlight([match(7, 19)], 5, 12)).toBe('a <sunny>')
    expect(highlight([match(5, 12)], 7, 19)).toBe('<sunny> window')
  })

  it('puts no empty tags at the edge of the window', () => {
    expect(highlight([match(0, 5), match(12, 19)], 5, 12)).toBe('a sunny')
  })
})
