import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { naiveColumnSearcher } from '../../test/naive/naive-columns.ts'
import { DocSet } from '../bits/doc-set.ts'
import { DEFAULT_SETTINGS } from '../settings/settings-table.ts'
import type { Settings } from '../settings/settings-table.ts'
import { createTokenizer } from '../text/tokenizer.ts'
import { facetSearch } from './facet-search.ts'
import { hasPrefixWithin } from './prefix-distance.ts'

const SHOPS = [
  ...['Harbour', 'Hardware', 'hardware', 'HARDWARE', 'harbour', 'Ham', 'Épicerie fine'].map(
    (kind) => ({ kind }),
  ),
  { kind: ['Île', 7, true] },
]

function search(
  facetQuery: string | null,
  settings: Partial<Settings> = {},
  documents?: DocSet,
): string[] {
  const searcher = {
    ...naiveColumnSearcher(SHOPS, { settings: { filterableAttributes: ['kind'], ...settings } }),
    tokenizer: createTokenizer({}),
  }
  const request = { facetName: 'kind', facetQuery, locales: null }
  return facetSearch(request, documents ?? searcher.live, searcher).map(
    ({ value, count }) => `${value} ${count}`,
  )
}

const typos = (change: Partial<Settings['typoTolerance']>): Partial<Settings> => ({
  typoTolerance: { ...DEFAULT_SETTINGS.typoTolerance, ...change },
})

describe('facetSearch', () => {
  it('finds values by their start, marks and case aside, in order', () => {
    expect(search('har')).toEqual(['Harbour 2', 'Hardware 3'])
    expect(search('epice')).toEqual(['Épicerie fine 1'])
    expect(search('fine')).toEqual([])
    expect(search(' ')).toEqual([])
  })

  it('finds every text value without a query, and no number', () => {
    expect(search('')).toEqual([
      'Épicerie fine 1',
      'Ham 1',
      'Harbour 2',
      'Hardware 3',
      'Île 1',
      'true 1',
    ])
    expect(search(null)).toHaveLength(6)
    expect(search('7')).toEqual([])
  })

  it('counts the documents of the context and drops values without any', () => {
    const context = DocSet.fromSorted(Uint32Array.of(2, 5))
    // spelled as in the lowest document of the index, counted or not
    expect(search('ha', {}, context)).toEqual(['Ham 1', 'Hardware 1'])
  })

  it('allows typos by the length of the query, in any place', () => {
    expect(search('herdware')).toEqual(['Hardware 3'])
    expect(search('ahrdware')).toEqual(['Hardware 3'])
    expect(search('hxrd')).toEqual([])
    expect(search('herdware', typos({ enabled: false }))).toEqual([])
    expect(search('herdware', typos({ disableOnAttributes: ['kind'] }))).toEqual([])
  })

  it('finds only the whole value for a word that takes no typos', () => {
    const settings = typos({ disableOnWords: ['hardwar', 'hardware'] })
    expect(search('hardwar', settings)).toEqual([])
    expect(search('hardware', settings)).toEqual(['Hardware 3'])
  })

  it('lists by count, ties by spelling backwards, and cuts', () => {
    const faceting = { maxValuesPerFacet: 4, sortFacetValuesBy: { '*': 'count' as const } }
    expect(search('', { faceting })).toEqual([
      'Hardware 3',
      'Harbour 2',
      'Île 1',
      'Épicerie fine 1',
    ])
    const few = { maxValuesPerFacet: 1, sortFacetValuesBy: {} }
    expect(search('ha', { faceting: few })).toEqual(['Ham 1'])
  })

  it('needs its permissions', () => {
    expect(() => search('x', { facetSearch: false })).toThrow(
      expect.objectContaining({ code: 'facet_search_disabled' }),
    )
    const features = { facetSearch: false, filter: { equality: true, comparison: true } }
    const rules = [{ attributePatterns: ['k*'], features }, 'other']
    expect(() => search('x', { filterableAttributes: rules })).toThrow(
      /`kind`.*`other`.*\n.*rule #0/,
    )
    expect(() => search('x', { filterableAttributes: [] })).toThrow('no attributes that can')
  })
})

describe('hasPrefixWithin', () => {
  it('agrees with the distance to the nearest prefix', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '🦊'), maxLength: 7 })
    fc.assert(
      fc.property(word, word, fc.nat(2), (query, value, typosMax) => {
        const chars = Array.from(value)
        const distances = [...chars, ''].map((_, end) =>
          distance(Array.from(query), chars.slice(0, end)),
        )
        const expected = Math.min(...distances) <= typosMax
        expect(hasPrefixWithin(Array.from(query), value, typosMax)).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })
})

/** Edits between two words, neighbours swapped counting one; by definition, slowly. */
function distance(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length + b.length
  const [lastA, lastB] = [a.at(-1), b.at(-1)]
  const shortA = a.slice(0, -1)
  const shortB = b.slice(0, -1)
  if (lastA === lastB) return distance(shortA, shortB)
  const options = [distance(shortA, b), distance(a, shortB), distance(shortA, shortB)]
  if (lastA === b.at(-2) && lastB === a.at(-2)) {
    options.push(distance(a.slice(0, -2), b.slice(0, -2)))
  }
  return 1 + Math.min(...options)
}
