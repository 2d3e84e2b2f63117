import { describe, expect, it } from 'vitest'

import { naiveColumnSearcher } from '../../test/naive/naive-columns.ts'
import { searcherOver } from '../../test/searcher-over.ts'
import { DocSet } from '../bits/doc-set.ts'
import type { FilterableAttribute } from '../settings/filterable-attributes.ts'
import { facetDistribution } from './facet-distribution.ts'
import { printNumber } from './print-number.ts'

const over = (
  documents: Record<string, unknown>[],
  ...filterableAttributes: FilterableAttribute[]
) => naiveColumnSearcher(documents, { settings: { filterableAttributes } })

const noFilter: FilterableAttribute = {
  attributePatterns: ['silent'],
  features: { facetSearch: true, filter: { equality: false, comparison: false } },
}

describe('facetDistribution', () => {
  it('counts documents per value, numbers before texts, spelled as in the first document', () => {
    const searcher = over(
      [{ p: 3 }, { p: [3, 20, 3] }, { p: 'Gold' }, { p: 'gold ' }, { p: true }],
      'p',
    )
    const { distribution, stats } = facetDistribution(['p'], searcher.live, searcher)
    expect([...distribution.get('p')!]).toEqual([
      ['20', 1],
      ['3', 2],
      ['Gold', 2],
      ['true', 1],
    ])
    expect(stats.get('p')).toEqual({ min: 3, max: 20 })
  })

  it('spells a value as the lowest of the counted documents does', () => {
    const searcher = over([{ s: ' Oak' }, { s: 'OAK' }, { s: ['elm', 'oak'] }], 's')
    const counted = DocSet.fromSorted(Uint32Array.of(1, 2))
    expect([...facetDistribution(['s'], counted, searcher).distribution.get('s')!]).toEqual([
      ['elm', 1],
      ['OAK', 2],
    ])
  })

  it('lets a text take the place of a number that is printed the same', () => {
    const searcher = over([{ p: 7 }, { p: 7 }, { p: '7' }], 'p')
    const { distribution } = facetDistribution(['p'], searcher.live, searcher)
    expect([...distribution.get('p')!]).toEqual([['7', 1]])
  })

  it('lists numbers as texts up to 3000 documents and as numbers above', () => {
    const documents = Array.from({ length: 3001 }, (_, i) => ({ n: [2, 10, 1][i % 3] }))
    const searcher = over(documents, 'n')
    const keys = (size: number): string[] => [
      ...facetDistribution(['n'], DocSet.range(0, size), searcher).distribution.get('n')!.keys(),
    ]
    expect(keys(3000)).toEqual(['1', '10', '2'])
    expect(keys(3001)).toEqual(['1', '2', '10'])
  })

  it('takes a name with everything below it, and `*` as every filterable field', () => {
    const searcher = over([{ m: { b: 1, a: 'x' }, z: 1, hidden: 2 }], 'm', 'z')
    const names = (...facets: string[]): string[] => [
      ...facetDistribution(facets, searcher.live, searcher).distribution.keys(),
    ]
    expect(names('m')).toEqual(['m', 'm.a', 'm.b'])
    expect(names('m.a', 'z', 'z')).toEqual(['m.a', 'z'])
    expect(names('*')).toEqual(['m', 'm.a', 'm.b', 'z'])
    expect(names()).toEqual([])
  })

  it('shows a field without values among the documents as empty, and one never seen not at all', () => {
    const searcher = naiveColumnSearcher([{ a: 1 }, {}], {
      settings: { filterableAttributes: ['a', 'ghost', 'gone'] },
      knownPaths: ['gone'],
    })
    const counted = DocSet.fromSorted(Uint32Array.of(1))
    const { distribution, stats } = facetDistribution(['a', 'ghost', 'gone'], counted, searcher)
    expect([...distribution]).toEqual([
      ['a', new Map()],
      ['gone', new Map()],
    ])
    expect(stats.size).toBe(0)
  })

  it('counts coordinates, which have columns of their own', async () => {
    const documents = [{ id: 1, _geo: { lat: 10.5, lng: '-3' } }, { id: 2 }]
    const searcher = await searcherOver(documents, { filterableAttributes: ['_geo'] })
    const { distribution, stats } = facetDistribution(['*'], searcher.live, searcher)
    expect([...distribution]).toEqual([
      ['_geo', new Map()],
      ['_geo.lat', new Map([['10.5', 1]])],
      ['_geo.lng', new Map([['-3', 1]])],
    ])
    expect(stats.get('_geo.lat')).toEqual({ min: 10.5, max: 10.5 })
  })

  it('refuses names that are not filterable, also beside `*`', () => {
    const searcher = over([{ a: 1 }], 'b', noFilter)
    const ask = (name: string) => () => facetDistribution([name], searcher.live, searcher)
    expect(ask('a')).toThrow(expect.objectContaining({ code: 'invalid_search_facets' }))
    expect(ask('a')).toThrow(/`a` .* Available attributes: `b`/)
    expect(() => facetDistribution(['*', 'a'], searcher.live, searcher)).toThrow('`a`')
    expect(ask('silent')).toThrow(/rule #1 .*allows no filter/)
    const nothing = over([{ a: 1 }], noFilter)
    expect(() => facetDistribution(['*'], nothing.live, nothing)).toThrow(
      'no filterable attributes',
    )
  })
})

it.each([
  [1, '1'],
  [-0.5, '-0.5'],
  [1e21, '1000000000000000000000'],
  [-1.25e22, '-12500000000000000000000'],
  [1e-7, '0.0000001'],
  [1.5e-9, '0.0000000015'],
  [5e-324, `0.${'0'.repeat(323)}5`],
  [-0, '-0'],
  [1234567.891, '1234567.891'],
])('the number %d is printed %s', (value, text) => {
  expect(printNumber(value)).toBe(text)
  expect(Object.is(Number(text), value)).toBe(true)
})
