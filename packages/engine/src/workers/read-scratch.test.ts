// What one read leaves behind must not change the next: tests destroy the memory that a read worked with.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Index, openIndex } from './open-index.ts'

const WORDS = ['red', 'green', 'blue', 'stone', 'stones', 'river', 'lamp', 'house', 'tree', 'cloud']

/** Frequent words, in either field, and places: what a searcher remembers of all that is large. */
const DOCUMENTS = Array.from({ length: 600 }, (_, id) => {
  const word = (i: number): string => WORDS[(id * 7 + i * i * 3 + (id >> 3) * i) % WORDS.length]!
  return {
    id,
    title: [0, 1, 2].map(word).join(' '),
    text: [3, 4, 5, 6, 7, 8].map(word).join(' '),
    size: (id * 37) % 101,
    color: word(9),
    _geo: { lat: (id % 90) - 45, lng: (id % 180) - 90 },
  }
})

const SEARCHES: readonly [q: string, options: object][] = [
  ['red', {}],
  ['st', {}],
  ['riber', {}],
  ['red green', {}],
  ['"red stone" lamp', {}],
  ['house tree cloud river', { matchingStrategy: 'all' }],
  ['green blue stone', { showRankingScoreDetails: true }],
  ['lamp -red', { page: 2, hitsPerPage: 15 }],
  ['', { filter: 'size > 20 AND color = red', facets: ['color', 'size'] }],
  ['stones', { sort: ['size:desc'], distinct: 'color' }],
  ['tree', { filter: '_geoRadius(0, 0, 4000000)', sort: ['_geoPoint(10, 10):asc'] }],
  ['cloud', { filter: 'NOT color EXISTS OR size 10 TO 60' }],
]

async function newIndex(): Promise<Index> {
  const index = await openIndex({ primaryKey: 'id' })
  await index.updateSettings({
    searchableAttributes: ['title', 'text'],
    filterableAttributes: ['size', 'color', '_geo'],
    sortableAttributes: ['size', '_geo'],
  })
  await index.addDocuments(DOCUMENTS)
  return index
}

describe('reads one after another', () => {
  let index: Index
  beforeAll(async () => void (index = await newIndex()))
  afterAll(() => index.close())

  it.each(SEARCHES)('finds the same for %s %o whatever was asked before', async (q, options) => {
    const fresh = await newIndex()
    const first = await fresh.search(q, options)
    await fresh.close()
    const timeless = { ...first, processingTimeMs: 0 }
    for (const [other, otherOptions] of SEARCHES) {
      await index.search(other, otherOptions)
      expect({ ...(await index.search(q, options)), processingTimeMs: 0 }).toEqual(timeless)
    }
  })
})
