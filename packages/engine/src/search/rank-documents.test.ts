// The rules on the examples of relevancy 6, 7 and 12, one idea each.

import { describe, expect, test } from 'vitest'
import { createNaiveOrder } from '../../test/naive/naive-order.ts'
import { type Document, NaiveSearcher } from '../../test/naive/naive-searcher.ts'
import { PLAIN_RANKING } from '../../test/plain-ranking.ts'
import { DocSet } from '../bits/doc-set.ts'
import { scoreDetails } from '../rank/score.ts'
import type { Settings } from '../settings/settings-table.ts'
import { rankDocuments, type RankedDocuments, type RankOptions } from './rank-documents.ts'

const PLAIN: RankOptions = { ...PLAIN_RANKING, limit: 20 }

function rank(
  documents: readonly (Document | string)[],
  options: Partial<RankOptions>,
  settings: Partial<Settings> = {},
): RankedDocuments & { readonly searcher: NaiveSearcher } {
  const searcher = new NaiveSearcher(
    documents.map((each) => (typeof each === 'string' ? { title: each } : each)),
    { searchableAttributes: ['title', 'body'], ...settings },
  )
  const found = rankDocuments(searcher, { ...PLAIN, ...options }, searcher.live)
  return Object.assign(found, { searcher })
}

/** `rank/max` of one rule by document. */
function ranksOf(found: RankedDocuments, rule: string): Record<number, string> {
  return Object.fromEntries(
    found.slots.map((slot, i) => {
      const entry = found.entries[i]?.find((each) => each.kind === 'rank' && each.rule === rule)
      return [slot, entry?.kind === 'rank' ? `${entry.rank}/${entry.rankMax}` : 'none']
    }),
  )
}

describe('the worked example', () => {
  const found = rank(['red kite festival', 'kite red', 'red kites'], { q: 'red kite' })

  test('order and scores are exact', () => {
    expect(found.slots).toEqual([0, 2, 1])
    expect(found.scores).toEqual([0.9997795414462081, 0.9994855967078189, 0.9565696649029982])
  })

  test('details spell out every rule', () => {
    const details = scoreDetails(found.entries[2]!, {
      isVisible: () => true,
      isAttributeWhole: true,
    })
    expect(Object.keys(details)).toEqual(['words', 'typo', 'proximity', 'attribute', 'exactness'])
    expect(details).toMatchObject({
      words: { order: 0, matchingWords: 2, maxMatchingWords: 2, score: 1 },
      typo: { order: 1, typoCount: 0, maxTypoCount: 2, score: 1 },
      proximity: { order: 2, score: 0.75 },
      attribute: { order: 3, attributeRankingOrderScore: 1, score: 61 / 63 },
      exactness: { matchType: 'noExactMatch', matchingWords: 2, maxMatchingWords: 2, score: 3 / 9 },
    })
  })
})

describe('words', () => {
  test('words are given up from the end, and none comes back behind one that went', () => {
    const found = rank(['a b', 'a c', 'b c'], { q: 'a b c ' })
    expect(ranksOf(found, 'words')).toEqual({ 0: '2/3', 1: '1/3' })
  })

  test('by frequency a later word may stay although an earlier one went', () => {
    const texts = ['b c', 'a c', ...Array.from({ length: 8 }, () => 'a'), 'a b', 'a b']
    const found = rank(texts, { q: 'a b c ', matchingStrategy: 'frequency' })
    expect(ranksOf(found, 'words')).toEqual({ 0: '2/3', 1: '2/3' })
  })

  test('with `all` there is no such rule', () => {
    const found = rank(['a b'], { q: 'a b ', matchingStrategy: 'all' })
    expect(ranksOf(found, 'words')).toEqual({ 0: 'none' })
  })

  test('words of phrases count by themselves', () => {
    const found = rank(['x y', 'x y z w'], { q: '"x y" z w ' })
    expect(ranksOf(found, 'words')).toEqual({ 1: '4/4', 0: '2/4' })
  })
})

describe('typo', () => {
  test('every plain word adds one to the maximum, however short', () => {
    expect(ranksOf(rank(['the cat'], { q: 'the cat ' }), 'typo')).toEqual({ 0: '3/3' })
  })

  test('a surviving n-gram raises the maximum for the whole bucket', () => {
    const found = rank(['moon stone', 'moonstone'], { q: 'moon stone ' })
    expect(ranksOf(found, 'typo')).toEqual({ 0: '4/4', 1: '2/4' })
    expect(ranksOf(rank(['moon stone'], { q: 'moon stone ' }), 'typo')).toEqual({ 0: '3/3' })
  })

  test('without the words rule the whole graph counts', () => {
    const found = rank(['moon stone'], { q: 'moon stone ', matchingStrategy: 'all' })
    expect(ranksOf(found, 'typo')).toEqual({ 0: '4/4' })
  })

  test('pairs of words that only mix two documents are never near', () => {
    const texts = ['marvelos winter', 'marvelous wintr', 'marvelos wintr']
    const found = rank(texts, { q: 'marvelous winter ' })
    expect(ranksOf(found, 'proximity')).toEqual({ 0: '4/4', 1: '4/4', 2: '4/4' })
    expect(ranksOf(found, 'typo')).toEqual({ 0: '3/4', 1: '3/4', 2: '2/4' })
  })
})

describe('proximity', () => {
  test('the window is three words, and swapping costs one', () => {
    const texts = ['a b', 'a x b', 'b a', 'a x x b', 'b x a', 'a x x x b', 'b x x a']
    expect(ranksOf(rank(texts, { q: 'a b ' }), 'proximity')).toEqual({
      0: '4/4',
      1: '3/4',
      2: '3/4',
      3: '2/4',
      4: '2/4',
      5: '1/4',
      6: '1/4',
    })
  })

  test('words with a stop word between them are not compared', () => {
    const found = rank(['lord of rings'], { q: 'lord of rings ' }, { stopWords: ['of'] })
    expect(ranksOf(found, 'proximity')).toEqual({ 0: '1/1' })
  })

  test('by attribute, sharing a field is enough', () => {
    const documents = [{ title: 'b x x x a' }, { title: 'a', body: 'b' }]
    const found = rank(documents, { q: 'a b ' }, { proximityPrecision: 'byAttribute' })
    expect(ranksOf(found, 'proximity')).toEqual({ 0: '4/4', 1: '1/4' })
  })
})

describe('attribute', () => {
  const documents = [{ title: 'x', body: 'kite' }, { title: 'kite' }, { title: 'x kite' }]

  test('the best attribute counts, then the distance to the place in the query', () => {
    const found = rank(documents, { q: 'kite ' })
    expect(found.slots).toEqual([1, 2, 0])
    expect(ranksOf(found, 'attributeRank')).toEqual({ 0: '1/2', 1: '2/2', 2: '2/2' })
    expect(ranksOf(found, 'wordPosition')).toEqual({ 0: '11/11', 1: '11/11', 2: '10/11' })
  })

  test('with all attributes searchable none is better', () => {
    const found = rank(documents, { q: 'kite ' }, { searchableAttributes: ['*'] })
    expect(ranksOf(found, 'attributeRank')).toEqual({ 0: '1/1', 1: '1/1', 2: '1/1' })
  })

  test('searched attributes keep their weights', () => {
    const found = rank(documents, { q: 'kite ', attributesToSearchOn: ['body'] })
    expect(ranksOf(found, 'attributeRank')).toEqual({ 0: '1/2' })
  })

  test('both halves can be listed as rules of their own, with others between', () => {
    const found = rank(
      documents,
      { q: 'kite ' },
      { rankingRules: ['wordPosition', 'attributeRank'] },
    )
    expect(found.slots).toEqual([1, 0, 2])
    const details = scoreDetails(found.entries[0]!, {
      isVisible: () => true,
      isAttributeWhole: false,
    })
    expect(Object.keys(details)).toEqual(['words', 'wordPosition', 'attributeRank'])
  })
})

describe('exactness', () => {
  test('a whole attribute, then its start, then exact words', () => {
    const found = rank(['kites', 'x kite', 'kite red', 'kite'], { q: 'kite' })
    expect(ranksOf(found, 'exactAttribute')).toEqual({ 3: '3/3', 2: '2/3', 0: '1/3', 1: '1/3' })
    expect(ranksOf(found, 'exactWords')).toEqual({ 3: '2/2', 2: '2/2', 1: '2/2', 0: '1/2' })
  })

  test('holes before the first word of a phrase shift it twice', () => {
    const options = { q: '"the lentils"' }
    const settings = { stopWords: ['the'] }
    const found = rank(['the lentils', 'x the lentils'], options, settings)
    expect(ranksOf(found, 'exactAttribute')).toEqual({ 0: '1/3', 1: '2/3' })
  })
})

describe('the list of rules', () => {
  test('`words` comes first whatever is listed, and repeats are ignored', () => {
    const found = rank(['a'], { q: 'a ' }, { rankingRules: ['exactness', 'words', 'exactness'] })
    expect(found.entries[0]!.map((each) => (each.kind === 'rank' ? each.rule : each.kind))).toEqual(
      ['words', 'exactAttribute', 'exactWords'],
    )
  })

  test('sort rules stand where `sort` is listed, each field once', () => {
    const documents = [{ title: 'kite', price: 2 }, { title: 'kite', price: 1 }, { title: 'kite' }]
    const searcher = new NaiveSearcher(documents, { rankingRules: ['sort', 'price:desc', 'words'] })
    const found = rankDocuments(
      searcher,
      {
        ...PLAIN,
        q: 'kite',
        sortRules: [{ key: 'price', rule: createNaiveOrder(searcher, 'price', 'asc') }],
        createCustomRule: (path, direction) => createNaiveOrder(searcher, path, direction),
      },
      searcher.live,
    )
    expect(found.slots).toEqual([1, 0, 2])
    expect(found.entries[0]).toHaveLength(2)
    expect(found.scores).toEqual([1, 1, 1])
  })

  test('a search without words comes by document number, with a score of one', () => {
    const searcher = new NaiveSearcher([{ id: 1 }, { id: 2 }, { id: 3 }], {}, [2, 0, 1])
    const found = rankDocuments(searcher, PLAIN, searcher.live)
    expect(found.slots).toEqual([1, 2, 0])
    expect(found.scores).toEqual([1, 1, 1])
  })
})

describe('candidates', () => {
  const texts = ['kitchen', 'kitchen', 'kitchn', 'other']

  test('are counted only as far as asked, and in full when read', () => {
    const found = rank(texts, { q: 'kitchen ', limit: 1, wantsScores: false })
    expect(found.slots).toEqual([0])
    expect(found.candidateCount(2)).toBe(2)
    expect(found.candidateCount(10)).toBe(3)
    expect([...found.candidates.toArray()]).toEqual([0, 1, 2])
  })

  test('are what the filter lets through', () => {
    const searcher = new NaiveSearcher(texts.map((title) => ({ title })))
    const universe = DocSet.fromSorted(Uint32Array.of(1, 3))
    const found = rankDocuments(searcher, { ...PLAIN, q: 'kitchen ' }, universe)
    expect(found.slots).toEqual([1])
  })
})

describe('once the time is over', () => {
  const isOutOfTime = (): boolean => true
  const texts = ['red kite', 'rod kite', 'red kits', 'crimson kite']

  test('only documents with the words themselves come out, in their own order', () => {
    const found = rank(texts, { q: 'red kite', matchingStrategy: 'all', isOutOfTime })
    expect(found.slots).toEqual([0])
    expect(found.isDegraded).toBe(true)
    expect(found.entries).toEqual([[{ kind: 'skipped' }]])
  })

  test('nobody looks for typos, synonyms or what to highlight beyond the words', () => {
    const found = rank(
      texts,
      { q: 'crimson kite ', isOutOfTime },
      { synonyms: { crimson: ['red kits'] } },
    )
    expect(found.slots).toEqual([3])
    expect(found.matchWords().lists.map(({ words }) => words)).toEqual([['crimson'], ['kite']])
  })

  test('what a negative phrase might mean is left out', () => {
    const found = rank(['red kite', 'kite red', 'red'], { q: 'red -"red kite"', isOutOfTime })
    expect(found.slots).toEqual([2])
  })
})
