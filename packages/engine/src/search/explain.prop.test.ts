import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { searcherOver } from '../../test/searcher-over.ts'
import { explain } from './explain.ts'
import { typosBetween } from './explain-words.ts'
import { search } from './search.ts'
import { SEARCH_DEFAULTS, type SearchRequest } from './search-request.ts'

const decoder = new TextDecoder()

const SETTINGS = {
  searchableAttributes: ['title', 'body'],
  filterableAttributes: ['size', 'kind'],
  sortableAttributes: ['size', 'kind'],
  rankingRules: ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness', 'size:desc'],
}

const word = fc.constantFrom('whale', 'whales', 'comet', 'harbour', 'harbor', 'tea', 'blue')
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
const documents = fc
  .array(fc.record({ title: text, body: text, size: fc.nat(3), kind: fc.constantFrom('a', 'b') }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((list) => list.map((one, id) => ({ id, ...one })))
const request: fc.Arbitrary<SearchRequest> = fc
  .record({
    q: fc.oneof(
      fc.constant(null),
      text,
      fc.tuple(text, word).map(([start, last]) => `${start} -${last}`),
      fc.tuple(word, word).map(([a, b]) => `"${a} ${b}"`),
    ),
    sort: fc.constantFrom(null, ['size:asc'], ['kind:desc', 'size:asc']),
    filter: fc.constantFrom(null, 'size > 0', 'NOT (size = 1 OR kind = a)', [
      'size < 3',
      ['kind = b'],
    ]),
    distinct: fc.constantFrom(null, null, 'size', 'kind'),
    rankingScoreThreshold: fc.constantFrom(null, null, 0.5, 0.95),
    matchingStrategy: fc.constantFrom('last' as const, 'all' as const, 'frequency' as const),
    offset: fc.nat(3),
    limit: fc.integer({ min: 1, max: 6 }),
  })
  .map((own) => ({ ...SEARCH_DEFAULTS, ...own, showRankingScore: true }))

const vectors = fc.constantFrom<readonly number[] | null>(
  [1, 0],
  [0, 1],
  [1, 1],
  [2, 1],
  [-1, 0],
  null,
)
const embedded = fc
  .tuple(documents, fc.array(vectors, { minLength: 12, maxLength: 12 }))
  .map(([list, own]) => list.map((one, i) => ({ ...one, _vectors: { own: own[i] ?? null } })))
const mixed: fc.Arbitrary<SearchRequest> = fc
  .tuple(request, fc.constantFrom(0.1, 0.5, 0.9), fc.boolean())
  .map(([own, semanticRatio, isPaged]) => ({
    ...own,
    vector: [1, 0.2],
    hybrid: { embedder: 'own', semanticRatio },
    ...(isPaged && { page: 1, hitsPerPage: own.limit }),
    ...(isPaged && { offset: 0 }),
  }))
const MIXED_SETTINGS = {
  ...SETTINGS,
  embedders: { own: { source: 'userProvided', dimensions: 2 } },
}

interface Answer {
  readonly totalHits?: number
  readonly semanticHitCount?: number
  readonly hits: readonly { readonly id: number; readonly _rankingScore: number }[]
}

describe('explain', () => {
  it('agrees with the search about every document', async () => {
    await fc.assert(
      fc.asyncProperty(documents, request, async (list, own) => {
        const searcher = await searcherOver(list, SETTINGS)
        const { hits } = JSON.parse(decoder.decode(search(searcher, own, () => 0))) as Answer
        for (const { id } of list) {
          const found = explain(searcher, { documentId: String(id), search: own })
          const at = hits.findIndex((hit) => hit.id === id)
          expect(found.isHit).toBe(at >= 0)
          expect(found.reason === null).toBe(at >= 0)
          if (at < 0) continue
          expect(found.position).toBe(own.offset + at + 1)
          expect(found.rankingScore).toBe(hits[at]!._rankingScore)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('agrees with a search by words and meaning', async () => {
    await fc.assert(
      fc.asyncProperty(embedded, mixed, async (list, own) => {
        const searcher = await searcherOver(list, MIXED_SETTINGS)
        const answer = JSON.parse(decoder.decode(search(searcher, own, () => 0))) as Answer
        let semanticCount = 0
        let placeMax = 0
        for (const { id } of list) {
          const found = explain(searcher, { documentId: String(id), search: own })
          const at = answer.hits.findIndex((hit) => hit.id === id)
          expect(found.isHit).toBe(at >= 0)
          expect(found.reason === null).toBe(at >= 0)
          expect(found.foundBy === null).toBe(found.position === null)
          placeMax = Math.max(placeMax, found.position ?? 0)
          if (at < 0) continue
          expect(found.position).toBe(own.offset + at + 1)
          expect(found.rankingScore).toBe(answer.hits[at]!._rankingScore)
          if (found.foundBy === 'meaning') semanticCount++
        }
        if (answer.semanticHitCount !== undefined) {
          expect(semanticCount).toBe(answer.semanticHitCount)
        }
        if (answer.totalHits !== undefined) expect(answer.totalHits).toBe(placeMax)
      }),
      { numRuns: 200 },
    )
  })

  it('narrows the bucket from rule to rule', async () => {
    await fc.assert(
      fc.asyncProperty(documents, request, async (list, own) => {
        const searcher = await searcherOver(list, SETTINGS)
        const found = explain(searcher, { documentId: '0', search: own })
        let size = found.candidateCount
        for (const { sizeBefore, sizeAfter, aheadCount, bucket } of found.rules) {
          expect(sizeBefore).toBe(size)
          expect(sizeAfter + aheadCount).toBeLessThanOrEqual(sizeBefore)
          expect(aheadCount > 0).toBe(bucket > 1)
          size = sizeAfter
        }
        if (found.rankingScore !== null) expect(found.tiedCount).toBe(size)
      }),
      { numRuns: 60 },
    )
  })
})

describe('typosBetween', () => {
  it('counts as the engine finds words', async () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(short, { minLength: 1, maxLength: 20 }),
        short,
        fc.boolean(),
        async (words, query, isPrefix) => {
          const searcher = await searcherOver([{ id: 1, title: words.join(' ') }], {
            searchableAttributes: ['title'],
          })
          const { one, two } = searcher.typoWords(query, { isPrefix, typosMax: 2 })
          const counts = words.map(
            (other) => [other, typosBetween(query, other, isPrefix)] as const,
          )
          const at = (typos: number): string[] =>
            counts
              .filter(([, count]) => count === typos)
              .map(([other]) => other)
              .sort()
          expect(at(1)).toEqual(one)
          expect(at(2)).toEqual(two)
        },
      ),
      { numRuns: 60 },
    )
  })
})
