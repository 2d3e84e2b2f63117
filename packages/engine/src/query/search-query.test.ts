import { describe, expect, test } from 'vitest'
import { type Document, NaiveSearcher } from '../../test/naive/naive-searcher.ts'
import { DEFAULT_SETTINGS, type Settings } from '../settings/settings-table.ts'
import type { MatchingStrategy } from './matching-strategy.ts'
import { weighRemovals } from './removal.ts'
import { readQuery } from './search-query.ts'
import { resolveUniverse, withoutNegatives } from './universe.ts'

function searcherOf(texts: readonly string[], settings: Partial<Settings> = {}): NaiveSearcher {
  return new NaiveSearcher(
    texts.map((title, id): Document => ({ id, title })),
    { searchableAttributes: ['title'], ...settings },
  )
}

function candidates(
  texts: readonly string[],
  q: string,
  options: { strategy?: MatchingStrategy; settings?: Partial<Settings> } = {},
): number[] {
  const searcher = searcherOf(texts, options.settings)
  const query = readQuery(searcher, { q, attributesToSearchOn: null, locales: null })
  const base = withoutNegatives(searcher.live, query.parsed, query.docs)
  if (query.isPlaceholder) return [...base.toArray()]
  const weights = weighRemovals(query.docs, options.strategy ?? 'last')
  return [...resolveUniverse(base, query.docs, weights).toArray()]
}

describe('candidates', () => {
  const docs = ['a b', 'a c', 'b c', 'ab', 'abc']

  test('by default the first word must be there, alone or joined', () => {
    expect(candidates(docs, 'a b c ')).toEqual([0, 1, 3, 4])
  })

  test('with `all` every word must be', () => {
    expect(candidates(['x y z', 'x z', 'xy z'], 'x y z ', { strategy: 'all' })).toEqual([0, 2])
  })

  test('with `frequency` the rarest word must be', () => {
    const texts = ['x y', 'x z', 'y z', 'x', 'x', 'y']
    expect(candidates(texts, 'x y z ', { strategy: 'frequency' })).toEqual([1, 2])
  })

  test('words of equal frequency are all kept', () => {
    expect(candidates(['x y', 'x', 'y'], 'x y ', { strategy: 'frequency' })).toEqual([0])
  })

  test('with a phrase only the phrase must be there', () => {
    expect(candidates(['x y z', 'y z', 'z x y', 'y x z'], 'x "y z" w ')).toEqual([0, 1])
  })

  test('negative words and phrases take documents out, also without other words', () => {
    expect(candidates(['x y', 'x z', 'y z'], '-x')).toEqual([2])
    expect(candidates(['x y', 'y x', 'z'], '-"x y"')).toEqual([1, 2])
    expect(candidates(['x y', 'x z'], 'x -z')).toEqual([0])
  })
})

describe('derivations', () => {
  test.each([
    ['kitchn ', 'kitchen', true],
    ['ktichen ', 'kitchen', true],
    ['lountain ', 'mountain', false],
    ['lountains ', 'mountains', true],
    ['ountainss ', 'mountains', false],
    ['architcture', 'architectures', true],
    ['telscop', 'telescope', true],
  ])('%s finds %s: %s', (q, word, isFound) => {
    expect(candidates([word], q)).toEqual(isFound ? [0] : [])
  })

  test('words are split even when they may have no typo', () => {
    expect(candidates(['sun set', 'set sun'], 'sunset ')).toEqual([0])
    expect(candidates(['a b', 'b a'], 'ab ')).toEqual([0])
  })

  test('the split that most documents have is the only one', () => {
    expect(candidates(['sun set', 'sunse t', 'sunse t'], 'sunset ')).toEqual([1, 2])
  })

  test('an n-gram is not split into its own components', () => {
    const searcher = searcherOf(['sun set'])
    const query = readQuery(searcher, { q: 'sun set ', attributesToSearchOn: null, locales: null })
    const ngram = query.docs.graph.nodes.find((node) => node.components !== null)!
    expect(query.docs.derivations(ngram).split).toBeNull()
  })

  test('typos match only where typos are allowed', () => {
    const typoTolerance = { ...DEFAULT_SETTINGS.typoTolerance, disableOnAttributes: ['title'] }
    expect(candidates(['kitchen'], 'kitchn ', { settings: { typoTolerance } })).toEqual([])
    expect(candidates(['kitchen'], 'kitch', { settings: { typoTolerance } })).toEqual([0])
  })

  test('synonyms of several words are phrases, and keys may be several words', () => {
    const synonyms = { car: ['motor vehicle'], 'new york': ['nyc'] }
    expect(candidates(['motor vehicle', 'vehicle'], 'car ', { settings: { synonyms } })).toEqual([
      0,
    ])
    expect(candidates(['nyc', 'york'], 'new york ', { settings: { synonyms } })).toEqual([0])
  })

  test('phrases look at neighbours and at words two apart', () => {
    const texts = ['w x y', 'w x z x y', 'x y w x', 'w y x']
    expect(candidates(texts, '"w x y"')).toEqual([0])
  })
})

describe('words to highlight', () => {
  const searcher = searcherOf(['lantern', 'lanterns', 'sun set', 'lanten moon', 'the moon'], {
    synonyms: { sunset: ['dusk'], moon: ['the night'] },
    stopWords: ['the'],
  })
  const read = (q: string): ReturnType<ReturnType<typeof readQuery>['matchWords']> =>
    readQuery(searcher, { q, attributesToSearchOn: null, locales: null }).matchWords()

  test('lists hold the word or its prefix words, and its typos; plain words before prefixes', () => {
    expect(read('moon lanter').lists).toEqual([
      { words: ['moon'], isPrefix: false, queryCharCount: 4, positions: [0] },
      {
        words: ['lantern', 'lanterns', 'lanten'],
        isPrefix: true,
        queryCharCount: 6,
        positions: [1],
      },
    ])
  })

  test('lists hold no words that start with one of them that is the word itself', () => {
    expect(read('lantern').lists[0]!.words).toEqual(['lantern', 'lanten'])
  })

  test('phrases are quoted ones, splits and synonyms, one-word synonyms included', () => {
    expect(read('"sun the set" sunset ').phrases).toEqual([
      { words: ['sun', null, 'set'], positions: [0, 1, 2] },
      { words: ['sun', 'set'], positions: [3] },
      { words: ['dusk'], positions: [3] },
    ])
  })

  test('n-grams come after terms and stand for all their positions', () => {
    expect(read('sun set ').lists.map((list) => list.words)).toEqual([['sun'], ['set']])
    expect(read('lan tern ').lists[0]).toMatchObject({
      words: ['lantern'],
      positions: [0, 1],
    })
  })
})
