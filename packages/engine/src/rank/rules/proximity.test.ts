// Looking ahead may only change what is looked at, never the order.

import { expect, test } from 'vitest'
import { type Document, NaiveSearcher } from '../../../test/naive/naive-searcher.ts'
import { listBuckets } from '../../../test/list-buckets.ts'
import { readQuery } from '../../query/search-query.ts'
import { bucketSort } from '../bucket-sort.ts'
import { faultlessDocs, faultlessState } from '../faultless.ts'
import { createAttributeRankRule } from './attribute-rank.ts'
import { createExactAttributeRule } from './exact-attribute.ts'
import { ProximityRule } from './proximity.ts'
import { createWordPositionRule } from './word-position.ts'

const WORDS = ['red', 'kite', 'kites', 'blue', 'sky', 'over', 'hill']

/** Texts of a fixed sequence, in which every word meets every other at every distance. */
function documents(count: number): Document[] {
  let seed = 12345
  const next = (limit: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return (seed >>> 8) % limit
  }
  const text = (): string => Array.from({ length: 1 + next(9) }, () => WORDS[next(7)]).join(' ')
  return Array.from({ length: count }, () => ({ title: text(), body: text() }))
}

const searcher = new NaiveSearcher(documents(1000), { searchableAttributes: ['title', 'body'] })

function sorted(q: string, later: readonly string[], offset: number, limit: number): number[] {
  const { docs } = readQuery(searcher, { q, attributesToSearchOn: null, locales: null })
  const universe = faultlessDocs(docs, searcher.live)
  expect(universe.size).toBeGreaterThan(256)
  const proximity = new ProximityRule(docs)
  proximity.lookAhead(later[0], later[1])
  const { slots } = bucketSort({
    searcher,
    rules: [
      proximity,
      createAttributeRankRule(docs),
      createWordPositionRule(docs),
      createExactAttributeRule(docs),
    ],
    universe,
    state: faultlessState(docs),
    offset,
    limit,
    wantsScores: false,
    threshold: null,
    judgedMax: 0,
    distinct: null,
    isOutOfTime: () => false,
  })
  return [...slots]
}

test.each(['red kite', 'kite over', 'hill blue sky'])('%s comes in the same order', (q) => {
  const plain = sorted(q, [], 0, 1000)
  for (const later of [['attributeRank'], ['attributeRank', 'wordPosition']]) {
    expect(sorted(q, later, 0, 1000)).toEqual(plain)
    expect(sorted(q, later, 0, 20)).toEqual(plain.slice(0, 20))
    // what the searches before have remembered changes nothing
    expect(sorted(q, later, 300, 20)).toEqual(plain.slice(300, 320))
  }
})

test('a pair that stands in the query twice counts twice, remembered or not', () => {
  const own = new NaiveSearcher([{ title: 'tea tea' }, { title: 'tea and tea' }], {
    searchableAttributes: ['title'],
  })
  const ranks = (): unknown[] => {
    // the last word is no prefix, so that both pairs are the same
    const { docs } = readQuery(own, {
      q: 'tea tea tea ',
      attributesToSearchOn: null,
      locales: null,
    })
    const context = { searcher: own, needsState: false, neededCount: 2, excluded: null }
    const buckets = new ProximityRule(docs).partition(own.live, faultlessState(docs), context)
    return listBuckets(buckets).map(({ docs: { size }, score }) => [size, score])
  }
  const score = (rank: number) => ({ kind: 'rank', rule: 'proximity', rank, rankMax: 7 })
  expect(ranks()).toEqual([
    [1, score(7)],
    [1, score(5)],
  ])
  expect(ranks()).toEqual([
    [1, score(7)],
    [1, score(5)],
  ])
})
