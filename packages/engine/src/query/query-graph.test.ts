import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/settings-table.ts'
import { createTokenizer } from '../text/tokenizer.ts'
import { parseQuery } from './parse-query.ts'
import { allPaths, buildQueryGraph, type QueryGraph } from './query-graph.ts'
import { createTypoBudget } from './typos.ts'

function graphOf(text: string, stopWords: string[] = []): QueryGraph {
  const tokenizer = createTokenizer({ stopWords })
  const { terms } = parseQuery(text, tokenizer.tokenize(text), { allowsPrefix: true })
  return buildQueryGraph(terms, createTypoBudget(DEFAULT_SETTINGS.typoTolerance, tokenizer))
}

const names = (graph: QueryGraph): string[] =>
  graph.nodes.map((node) => (node.phrase === null ? node.word : `"${node.phrase.join(' ')}"`))

describe('n-grams', () => {
  test('nodes come term by term, each followed by the n-grams it ends', () => {
    expect(names(graphOf('a b c'))).toEqual(['a', 'b', 'ab', 'c', 'bc', 'abc'])
  })

  test('paths are in the order of their nodes', () => {
    const paths = allPaths(graphOf('a b c')).map((path) => path.map((node) => node.word).join(' '))
    expect(paths).toEqual(['a b c', 'a bc', 'ab c', 'abc'])
  })

  test('ten words have 274 paths', () => {
    expect(allPaths(graphOf('a b c d e f g h i j'))).toHaveLength(274)
  })

  test('a phrase, a stop word or a hard separator prevents them', () => {
    expect(names(graphOf('a "b c" d'))).toEqual(['a', '"b c"', 'd'])
    expect(names(graphOf('lord of rings', ['of']))).toEqual(['lord', 'rings'])
    expect(names(graphOf('a. b'))).toEqual(['a', 'b'])
  })

  test('two words as one may have a typo from nine chars on, three never', () => {
    const typos = (text: string): number[] => graphOf(text).nodes.map((node) => node.typosMax)
    expect(typos('four fives')).toEqual([0, 1, 1])
    expect(typos('four four')).toEqual([0, 0, 0])
    expect(typos('three three three').at(-1)).toBe(0)
  })

  test('what would be longer than an indexed word is not tried', () => {
    expect(names(graphOf(`${'x'.repeat(200)} ${'y'.repeat(60)}`))).toHaveLength(2)
  })

  test('the last component decides about prefixes', () => {
    expect(graphOf('a b').nodes.map((node) => node.isPrefix)).toEqual([false, true, true])
  })
})

test('phrase words are counted without holes', () => {
  expect(graphOf('"a the b" c', ['the'])).toMatchObject({ hasPhrase: true, phraseWordCount: 2 })
})
