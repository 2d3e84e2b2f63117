// Holds the ranking against the naive evaluation, on small collections full of typos, prefixes, n-grams, splits and
// synonyms.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DocSet } from '../../src/bits/doc-set.ts'
import { weighRemovals } from '../../src/query/removal.ts'
import { readQuery } from '../../src/query/search-query.ts'
import { resolveUniverse } from '../../src/query/universe.ts'
import { initialState, type QueryState } from '../../src/rank/query-state.ts'
import { createRules } from '../../src/rank/registry.ts'
import { rankDocuments, type RankOptions } from '../../src/search/rank-documents.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../src/settings/settings-table.ts'
import { PLAIN_RANKING } from '../plain-ranking.ts'
import { type Document, NaiveSearcher } from './naive-searcher.ts'
import { type NaiveSearch, rankNaively } from './naive-ranking.ts'

const WORDS = [
  ...['moon', 'stone', 'moonstone', 'moons', 'stones', 'stonne', 'moonstones', 'mo', 'on'],
  ...['winter', 'wintr', 'marvelous', 'marvelos', 'narvelous', 'win', 'ter', 'sun', 'flower'],
  ...['sunflower', 'flow', 'the', 'a', 'b', 'ab', 'bb', '12', '123', 'harbour', 'harbor'],
]

const gap = fc.constantFrom(' ', ' ', ' ', ' ', '. ', '-', ', ')

/** Documents and queries over the same few words, so that they meet in many ways. */
interface Vocabulary {
  readonly word: fc.Arbitrary<string>
  readonly document: fc.Arbitrary<Document>
  readonly query: fc.Arbitrary<string>
}

function vocabularyOf(words: readonly string[]): Vocabulary {
  const word = fc.constantFrom(...words)
  const text = fc
    .array(fc.tuple(word, gap), { maxLength: 6 })
    .map((parts) => parts.map((part) => part.join('')).join(''))
  const queryPart = fc.oneof(
    { arbitrary: word, weight: 8 },
    { arbitrary: word.map((each) => each.slice(0, -1) || each), weight: 2 },
    { arbitrary: word.map((each) => `-${each}`), weight: 1 },
    { arbitrary: fc.tuple(word, word).map((pair) => `"${pair.join(' ')}"`), weight: 1 },
  )
  const query = fc
    .tuple(fc.array(queryPart, { minLength: 1, maxLength: 5 }), gap, fc.constantFrom('', '', ' '))
    .map(([parts, between, end]) => parts.join(between) + end)
  return {
    word,
    document: fc.record({ title: text, body: text, tags: fc.array(word, { maxLength: 2 }) }),
    query,
  }
}

const vocabulary = fc.shuffledSubarray(WORDS, { minLength: 3, maxLength: 7 }).map(vocabularyOf)

/** Documents, and a search over them. */
const collection = (countMax: number): fc.Arbitrary<[Document[], NaiveSearch]> =>
  vocabulary.chain(({ document, query }) =>
    fc.tuple(
      fc.array(document, { minLength: 1, maxLength: countMax }),
      fc.record({
        q: query,
        matchingStrategy: fc.constantFrom('last', 'last', 'all', 'frequency'),
        attributesToSearchOn: fc.constantFrom(null, null, null, ['title'], ['body', 'tags']),
      }),
    ),
  )

const RULES = ['words', 'typo', 'proximity', 'attribute', 'exactness']
const rankingRules = fc.oneof(
  fc.constant(DEFAULT_SETTINGS.rankingRules),
  fc.shuffledSubarray(RULES, { minLength: 2 }),
  fc.shuffledSubarray(['words', 'typo', 'wordPosition', 'attributeRank', 'exactness']),
)

const settings: fc.Arbitrary<Partial<Settings>> = fc.record({
  rankingRules,
  searchableAttributes: fc.constantFrom(['*'], ['title', 'body', 'tags'], ['body', 'title']),
  stopWords: fc.constantFrom([], [], ['the', 'a']),
  proximityPrecision: fc.constantFrom('byWord', 'byWord', 'byWord', 'byAttribute'),
  synonyms: fc.constantFrom(
    {},
    {},
    { sun: ['moon'], 'moon stone': ['winter sun', 'flower'], stone: ['the sun', 'a b'] },
  ),
  typoTolerance: fc.constantFrom(
    DEFAULT_SETTINGS.typoTolerance,
    { ...DEFAULT_SETTINGS.typoTolerance, minWordSizeForTypos: { oneTypo: 3, twoTypos: 6 } },
    { ...DEFAULT_SETTINGS.typoTolerance, disableOnAttributes: ['body'], disableOnNumbers: true },
  ),
})

const PLAIN: RankOptions = { ...PLAIN_RANKING, limit: 1000 }

const RUNS = 400

test('ranks, scores and counts like the naive evaluation', () => {
  fc.assert(
    fc.property(collection(8), settings, ([documents, wanted], changes) => {
      const searcher = new NaiveSearcher(documents, changes)
      const expected = rankNaively(searcher, wanted)
      const found = rankDocuments(searcher, { ...PLAIN, ...wanted }, searcher.live)
      expect([...found.candidates.toArray()]).toEqual(expected.universe)
      const hits = found.slots.map((slot, i) => ({
        slot,
        ranks: found.entries[i]!.map((entry) =>
          entry.kind === 'rank'
            ? { rule: entry.rule, rank: entry.rank, rankMax: entry.rankMax }
            : entry,
        ),
      }))
      expect(hits).toEqual(expected.hits)
    }),
    { numRuns: RUNS },
  )
})

test('every rule splits what it is given into disjoint buckets', () => {
  fc.assert(
    fc.property(
      collection(8),
      settings,
      fc.boolean(),
      ([documents, wanted], changes, isOrderOnly) => {
        const searcher = new NaiveSearcher(documents, changes)
        const { docs, isPlaceholder } = readQuery(searcher, { ...wanted, locales: null })
        if (isPlaceholder) return
        const weights = weighRemovals(docs, wanted.matchingStrategy)
        const isAll = wanted.matchingStrategy === 'all'
        const rules = createRules({
          ...PLAIN,
          rankingRules: searcher.settings.rankingRules,
          query: { docs, weights: isAll ? null : weights, isLeading: false },
          isOrderOnly,
        })
        const context = { searcher, needsState: true, neededCount: 1, excluded: null }
        const split = (universe: DocSet, state: QueryState, index: number): void => {
          const rule = rules[index]
          if (rule === undefined) return
          let left = universe
          const buckets = rule.partition(universe, state, context)
          while (buckets.next()) {
            const { size, only } = buckets
            const { docs: found, state: next } = buckets
            expect(size).toBeGreaterThan(0)
            expect(found.size).toBe(size)
            if (only >= 0) expect([...found.toArray()]).toEqual([only])
            expect(found.andNot(left).size).toBe(0)
            left = left.andNot(found)
            split(found, next, index + 1)
          }
        }
        const universe = resolveUniverse(searcher.live, docs, weights)
        if (universe.size > 0) split(universe, initialState(docs.graph), 0)
      },
    ),
    { numRuns: RUNS },
  )
})

test('gives the same page without scores, from any offset', () => {
  fc.assert(
    fc.property(
      collection(12),
      settings,
      fc.nat(6),
      fc.nat(6),
      fc.infiniteStream(fc.nat(1000)),
      ([documents, wanted], changes, offset, limit, stream) => {
        const numbers = shuffledNumbers(documents.length, stream)
        const searcher = new NaiveSearcher(documents, changes, numbers)
        const all = rankDocuments(searcher, { ...PLAIN, ...wanted }, searcher.live)
        // without scores a lone document is put out although a later rule might have dropped it
        fc.pre(all.slots.length === all.candidates.size)
        const page = { ...PLAIN, ...wanted, offset, limit, wantsScores: false }
        const found = rankDocuments(searcher, page, searcher.live)
        expect(found.slots).toEqual(all.slots.slice(offset, offset + limit))
        expect(found.candidates.size).toBe(all.candidates.size)
      },
    ),
    { numRuns: RUNS },
  )
})

test('neither what is remembered of words nor when a filter is asked changes a search', () => {
  const searches = vocabulary.chain(({ document, query }) =>
    fc.tuple(
      fc.array(fc.option(document, { freq: 4 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(query, fc.boolean(), fc.nat()), { minLength: 2, maxLength: 6 }),
    ),
  )
  fc.assert(
    fc.property(searches, settings, ([documents, list], changes) => {
      const searcher = new NaiveSearcher(documents, changes)
      for (const [q, wantsScores, mask] of list) {
        const fresh = new NaiveSearcher(documents, changes)
        const some = fresh.live.toArray().filter((slot) => (mask & (1 << slot)) === 0)
        const universe = DocSet.fromSorted(some)
        const options = { ...PLAIN, q, wantsScores, limit: wantsScores ? 1000 : 3 }
        const expected = rankDocuments(fresh, options, universe)
        // all at once, and with the documents taken out only of what the query finds
        const condition = { meeting: (docs: DocSet) => docs.and(universe) }
        for (const found of [
          rankDocuments(searcher, options, universe),
          rankDocuments(searcher, options, searcher.live, condition),
        ]) {
          expect(found.slots).toEqual(expected.slots)
          expect(found.entries).toEqual(expected.entries)
          expect(found.candidateCount(5)).toBe(expected.candidateCount(5))
          expect(found.candidates.size).toBe(expected.candidates.size)
        }
      }
    }),
    { numRuns: RUNS },
  )
})

test('treats a short prefix of many words as the naive evaluation does', () => {
  const filler = Array.from({ length: 100 }, (_, i) => `${i % 2 === 0 ? 'mo' : 'su'}x${i}`)
  const many = { title: filler.join(' '), body: `su mo ${filler.slice(0, 99).join('. ')}` }
  const more = { title: filler.map((each) => `${each}y`).join(' '), body: '', tags: ['moon'] }
  fc.assert(
    fc.property(
      vocabulary.chain(({ document, word }) =>
        fc.tuple(fc.array(document, { maxLength: 5 }), fc.array(word, { maxLength: 2 })),
      ),
      settings,
      fc.constantFrom('mo', 'su', 'sun', 'm o'),
      ([documents, words], changes, prefix) => {
        const searcher = new NaiveSearcher([many, ...documents, more], changes)
        const wanted: NaiveSearch = {
          q: [...words, prefix].join(' '),
          matchingStrategy: 'last',
          attributesToSearchOn: null,
        }
        const expected = rankNaively(searcher, wanted)
        const found = rankDocuments(searcher, { ...PLAIN, ...wanted }, searcher.live)
        expect(found.slots).toEqual(expected.hits.map((hit) => hit.slot))
        expect(found.entries.map((entries) => entries.length)).toEqual(
          expected.hits.map((hit) => hit.ranks.length),
        )
        expect([...found.candidates.toArray()]).toEqual(expected.universe)
      },
    ),
    { numRuns: 40 },
  )
})

/** Distinct document numbers in some order, so that ties are not broken by the slot. */
function shuffledNumbers(count: number, stream: Iterator<number>): number[] {
  const keys = Array.from({ length: count }, (_, slot) => ({ slot, key: stream.next().value }))
  const order = keys.toSorted((a, b) => a.key - b.key || a.slot - b.slot)
  const numbers: number[] = []
  for (const [number, { slot }] of order.entries()) numbers[slot] = number
  return numbers
}
