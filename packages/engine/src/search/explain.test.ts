import { beforeAll, describe, expect, it } from 'vitest'

import { searcherOver } from '../../test/searcher-over.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { explain } from './explain.ts'
import type { ExplainRequest, Explanation } from './explanation.ts'
import { SEARCH_DEFAULTS, type SearchRequest } from './search-request.ts'

const BOOKS = [
  { id: 1, title: 'The harbour at night', genre: 'crime', year: 1999, code: 'alpha' },
  { id: 2, title: 'A quiet harbour', genre: 'poetry', year: 2010, code: 'beta' },
  { id: 3, title: 'Harbour lights and night trains', genre: 'crime', year: 2020, code: 'gamma' },
  { id: 4, title: 'Mountains', genre: ['essay', 'travel'], year: 2020, code: 'delta' },
]
const SETTINGS = {
  searchableAttributes: ['title', 'genre'],
  filterableAttributes: ['genre', 'year'],
  sortableAttributes: ['year'],
}

let books: IndexSearcher
beforeAll(async () => {
  books = await searcherOver(BOOKS, SETTINGS)
})

function ask(
  documentId: number | string,
  search: Partial<SearchRequest> = {},
  options: { over?: IndexSearcher; imposedFilter?: unknown } = {},
): Explanation {
  const request: ExplainRequest = {
    documentId: String(documentId),
    search: { ...SEARCH_DEFAULTS, ...search },
    imposedFilter: options.imposedFilter ?? null,
  }
  return explain(options.over ?? books, request)
}

const reasonOf = (...question: Parameters<typeof ask>): Explanation['reason'] =>
  ask(...question).reason

const over = (settings: Record<string, unknown>): Promise<IndexSearcher> =>
  searcherOver(BOOKS, { ...SETTINGS, ...settings })

describe('explaining a hit', () => {
  it('tells its place and score and what each rule made of it', () => {
    const found = ask(2, { q: 'harbour' })
    expect(found).toMatchObject({
      documentId: '2',
      query: 'harbour',
      isHit: true,
      reason: null,
      message: 'Document `2` is hit 3; 3 documents match.',
      position: 3,
      candidateCount: 3,
      tiedCount: 1,
    })
    expect(found.rules.map(({ rule }) => rule)).toEqual([
      'words',
      'typo',
      'proximity',
      'attributeRank',
      'wordPosition',
      'exactAttribute',
      'exactWords',
    ])
    expect(found.rules[0]).toEqual({
      rule: 'words',
      bucket: 1,
      sizeBefore: 3,
      sizeAfter: 3,
      aheadCount: 0,
      matchingWords: 1,
      maxMatchingWords: 1,
      score: 1,
    })
    expect(found.rules[4]).toMatchObject({ bucket: 3, sizeBefore: 3, sizeAfter: 1, aheadCount: 2 })
  })

  it('shows the values that it was sorted by, and ties', () => {
    const found = ask(4, { sort: ['year:desc'] })
    expect(found).toMatchObject({ position: 2, tiedCount: 2, rankingScore: 1 })
    expect(found.rules).toEqual([
      { rule: 'year:desc', bucket: 1, sizeBefore: 4, sizeAfter: 2, aheadCount: 0, value: 2020 },
    ])
  })

  it('names no field that hits do not show', async () => {
    const hidden = await over({ displayedAttributes: ['id', 'title'] })
    const { rules } = ask(4, { sort: ['year:desc'] }, { over: hidden })
    expect(rules[0]).toMatchObject({ rule: '<hidden>', value: '<hidden>' })
  })

  it('tells the place on a later page', () => {
    expect(ask(2, { q: 'harbour', offset: 2, limit: 1 })).toMatchObject({
      isHit: true,
      position: 3,
    })
    expect(ask(2, { q: 'harbour', page: 2, hitsPerPage: 2 })).toMatchObject({ isHit: true })
  })
})

describe('explaining a miss', () => {
  it('knows when there is no such document', () => {
    expect(ask(99)).toMatchObject({ isHit: false, position: null, rules: [] })
    expect(reasonOf(99)).toEqual({ kind: 'noSuchDocument' })
  })

  it('says of a document that the caller may not see that it is not there', () => {
    const imposedFilter = 'genre = crime'
    expect(reasonOf(2, { filter: [imposedFilter] }, { imposedFilter })).toEqual({
      kind: 'noSuchDocument',
    })
    const filter = ['year > 2000', imposedFilter]
    expect(reasonOf(1, { filter }, { imposedFilter })).toMatchObject({ clause: 'year > 2000' })
  })

  it('names the clause of the filter that keeps it out, and the values', () => {
    expect(reasonOf(1, { filter: "genre = crime AND year  >= 2000 OR genre = 'no one'" })).toEqual({
      kind: 'filteredOut',
      clause: "genre = crime AND year  >= 2000 OR genre = 'no one'",
      values: { genre: ['crime'], year: [1999] },
    })
    expect(ask(4, { filter: 'year > 2000 AND genre = poetry' }).message).toBe(
      'Document `4` does not pass the filter: `genre = poetry` keeps it out.',
    )
    expect(reasonOf(4, { filter: 'year > 2000 AND genre = poetry' })).toEqual({
      kind: 'filteredOut',
      clause: 'genre = poetry',
      values: { genre: ['essay', 'travel'] },
    })
  })

  it('knows a word that the query leaves out', () => {
    expect(reasonOf(3, { q: 'harbour -trains' })).toEqual({ kind: 'negativeWord', word: 'trains' })
    expect(reasonOf(1, { q: 'harbour -"at night"' })).toEqual({
      kind: 'negativeWord',
      word: 'at night',
    })
  })

  it('names the word that it lacks and the nearest that it has', () => {
    expect(reasonOf(2, { q: 'quarry stone' })).toEqual({
      kind: 'wordNotFound',
      word: 'quarry',
      nearest: { word: 'quiet', field: 'title', typos: 4 },
      unsearchedFields: [],
    })
    expect(reasonOf(2, { q: 'harbour night', matchingStrategy: 'all' })).toMatchObject({
      kind: 'wordNotFound',
      word: 'night',
    })
  })

  it('says where the word stands when that is not searched', () => {
    expect(reasonOf(1, { q: 'alpha' })).toMatchObject({
      kind: 'wordNotFound',
      unsearchedFields: ['code'],
    })
    expect(reasonOf(1, { q: 'harbour', attributesToSearchOn: ['genre'] })).toMatchObject({
      kind: 'wordNotFound',
      nearest: { word: 'crime' },
      unsearchedFields: ['title'],
    })
  })

  it('shows no word of a field that hits do not show', async () => {
    const hidden = await over({ displayedAttributes: ['id', 'title'] })
    expect(reasonOf(1, { q: 'crimson' }, { over: hidden })).toMatchObject({
      nearest: { field: 'title' },
    })
  })
})

describe('explaining typos', () => {
  it('counts those needed and those allowed', () => {
    expect(reasonOf(2, { q: 'quitt nothing' })).toEqual(null)
    expect(reasonOf(2, { q: 'qeuitt more' })).toEqual({
      kind: 'typoBudget',
      word: 'qeuitt',
      nearest: { word: 'quiet', field: 'title', typos: 2 },
      typosNeeded: 2,
      typosAllowed: 1,
      refusal: 'wordTooShort',
    })
    // a wrong first letter costs two
    expect(reasonOf(4, { q: 'fountains' })).toBeNull()
    expect(reasonOf(2, { q: 'karbour' })).toMatchObject({ typosNeeded: 2, typosAllowed: 1 })
  })

  it('tells which setting stands against them', async () => {
    const refusal = async (typoTolerance: object): Promise<unknown> => {
      const searcher = await over({ typoTolerance })
      return reasonOf(2, { q: 'harbuor' }, { over: searcher })
    }
    expect(await refusal({ enabled: false })).toMatchObject({ refusal: 'typosDisabled' })
    expect(await refusal({ disableOnWords: ['harbuor'] })).toMatchObject({
      refusal: 'disableOnWords',
    })
    expect(await refusal({ disableOnAttributes: ['title'] })).toMatchObject({
      typosNeeded: 1,
      typosAllowed: 1,
      refusal: 'disableOnAttributes',
    })
    const minWordSizeForTypos = { oneTypo: 8, twoTypos: 9 }
    expect(await refusal({ minWordSizeForTypos })).toMatchObject({
      typosAllowed: 0,
      refusal: 'wordTooShort',
    })
  })

  it('knows that numbers take none', async () => {
    const settings = { typoTolerance: { disableOnNumbers: true } }
    const numbers = await searcherOver([{ id: 1, title: '123456' }], settings)
    expect(reasonOf(1, { q: '123466 x' }, { over: numbers })).toMatchObject({
      refusal: 'disableOnNumbers',
    })
  })

  it('knows that only so many words are tried', async () => {
    const chars = [...'0123456789abcdefghijklmnopqrstuvwxyz']
    const title = chars
      .flatMap((char) =>
        [1, 2, 3, 4, 5].map((at) => `parlour`.slice(0, at) + char + `parlour`.slice(at)),
      )
      .join(' ')
    const crowd = await searcherOver([
      { id: 1, title },
      { id: 2, title: 'pzzarlour pzarlour' },
    ])
    expect(reasonOf(2, { q: 'parlour x' }, { over: crowd })).toMatchObject({
      nearest: { word: 'pzarlour', typos: 1 },
      typosAllowed: 1,
      refusal: 'tooManyWords',
    })
  })
})

describe('explaining phrases', () => {
  it('tells missing words from words that stand apart', () => {
    expect(reasonOf(3, { q: '"harbour trains"' })).toEqual({
      kind: 'phraseNotFound',
      phrase: 'harbour trains',
      missingWords: [],
    })
    expect(reasonOf(2, { q: '"quiet night"' })).toMatchObject({ missingWords: ['night'] })
  })
})

describe('explaining hits that others replaced', () => {
  it('knows the score that is too low', () => {
    const found = ask(2, { q: 'harbour', rankingScoreThreshold: 0.99 })
    expect(found).toMatchObject({ isHit: false, position: null })
    expect(found.rules).toHaveLength(7)
    expect(found.reason).toEqual({
      kind: 'belowThreshold',
      rankingScore: found.rankingScore,
      threshold: 0.99,
    })
  })

  it('names the hit with the same distinct value', () => {
    expect(reasonOf(1, { q: 'harbour', distinct: 'genre' })).toEqual({
      kind: 'replacedByDistinct',
      attribute: 'genre',
      replacedBy: '3',
      replacedByPosition: 1,
    })
    expect(ask(2, { q: 'harbour', distinct: 'genre' })).toMatchObject({ isHit: true, position: 2 })
  })

  it('does not tell ids that hits do not show', async () => {
    const hidden = await over({ displayedAttributes: ['title'] })
    expect(reasonOf(1, { q: 'harbour', distinct: 'genre' }, { over: hidden })).toMatchObject({
      replacedBy: null,
      replacedByPosition: 1,
    })
  })

  it('knows the page that it is outside of', async () => {
    expect(reasonOf(2, { q: 'harbour', limit: 2 })).toEqual({
      kind: 'beyondPage',
      position: 3,
      pageFrom: 1,
      pageTo: 2,
    })
    expect(reasonOf(3, { q: 'harbour', offset: 1 })).toMatchObject({ position: 1, pageFrom: 2 })
    const short = await over({ pagination: { maxTotalHits: 2 } })
    expect(reasonOf(2, { q: 'harbour' }, { over: short })).toMatchObject({ pageTo: 2 })
  })

  it('throws as the search does', () => {
    expect(() => ask(1, { filter: 'title = 1' })).toThrow('title')
    expect(() => ask(1, { sort: ['title:asc'] })).toThrow('title')
  })
})

describe('explaining a search by words and meaning', () => {
  const FILMS = [
    { id: 'a', title: 'Shazam!', about: 'a Captain Marvel ersatz', _vectors: { own: [1, 3] } },
    { id: 'b', title: 'Captain Planet', about: 'no part of Marvel', _vectors: { own: [1, 2] } },
    { id: 'c', title: 'Captain Marvel', about: 'a Shazam ersatz', _vectors: { own: [2, 3] } },
    { id: 'd', title: 'Night train', about: 'rails', _vectors: { own: null } },
  ]
  const EMBEDDERS = { own: { source: 'userProvided', dimensions: 2 } }
  let films: IndexSearcher
  beforeAll(async () => {
    films = await searcherOver(FILMS, { filterableAttributes: ['title'], embedders: EMBEDDERS })
  })
  const mixed = (
    documentId: string,
    semanticRatio: number,
    more: Partial<SearchRequest> = {},
  ): Explanation =>
    ask(
      documentId,
      { q: 'Captain', vector: [1, 1], hybrid: { embedder: 'own', semanticRatio }, ...more },
      { over: films },
    )

  it('tells the ranking that a hit was found in, and what the other says', () => {
    const found = mixed('b', 0.5)
    expect(found).toMatchObject({
      isHit: true,
      position: 2,
      foundBy: 'words',
      rankingScore: expect.closeTo(0.98484848, 8) as number,
      candidateCount: 4,
      message: 'Document `b` is hit 2, found by words; 4 documents match.',
    })
    expect(found.rules).toEqual(found.hybrid?.words.rules)
    expect(found.hybrid).toMatchObject({
      semanticRatio: 0.5,
      skipped: null,
      words: { position: 1, reason: null, weightedScore: expect.closeTo(0.49242424, 8) as number },
      meaning: {
        position: 2,
        reason: null,
        rankingScore: 0.974341630935669,
        weightedScore: 0.4871708154678345,
        rules: [{ rule: 'vectorSort', similarity: 0.974341630935669, aheadCount: 1 }],
      },
    })
    expect(mixed('c', 0.5)).toMatchObject({ position: 1, foundBy: 'meaning' })
    expect(['b', 'c', 'a'].map((id) => mixed(id, 0.2).foundBy)).toEqual(Array(3).fill('words'))
    expect(['c', 'b', 'a'].map((id) => mixed(id, 0.8).foundBy)).toEqual(Array(3).fill('meaning'))
  })

  it('finds by meaning what lacks the words', () => {
    const found = mixed('d', 0.5)
    expect(found).toMatchObject({ isHit: true, position: 4, foundBy: 'meaning' })
    expect(found.hybrid?.words).toMatchObject({ position: null, reason: { kind: 'wordNotFound' } })
    expect(found.message).toBe(
      'Document `d` is hit 4, found by meaning; it has no vector of `own`; 4 documents match.',
    )
    expect(mixed('d', 0.6, { limit: 3 })).toMatchObject({
      isHit: false,
      reason: { kind: 'beyondPage', position: 4, pageTo: 3 },
    })
  })

  it('knows a score that is too low in both', () => {
    const found = mixed('d', 0.5, { rankingScoreThreshold: 0.5 })
    expect(found).toMatchObject({
      isHit: false,
      foundBy: null,
      reason: { kind: 'belowThreshold', rankingScore: 0 },
    })
    const threshold = { rankingScoreThreshold: 0.98 }
    expect(mixed('b', 0.5, threshold).hybrid).toMatchObject({
      words: { position: 1 },
      meaning: { position: null, reason: { kind: 'belowThreshold' } },
    })
  })

  it('knows the hit of the other ranking that took its place', async () => {
    const twins = FILMS.map((film, i) => ({ ...film, kind: i === 2 ? 'x' : i === 1 ? 'x' : i }))
    const settings = { filterableAttributes: ['kind'], embedders: EMBEDDERS }
    const over = await searcherOver(twins, settings)
    const search = { q: 'Captain', vector: [1, 1], distinct: 'kind' }
    const hybrid = { embedder: 'own', semanticRatio: 0.5 }
    const found = ask('b', { ...search, hybrid }, { over })
    expect(found.reason).toEqual({
      kind: 'replacedByDistinct',
      attribute: 'kind',
      replacedBy: 'c',
      replacedByPosition: 1,
    })
    expect(found.hybrid).toMatchObject({
      words: { position: 1 },
      meaning: { reason: { kind: 'replacedByDistinct', replacedBy: 'c' } },
    })
  })

  it('says when words did well enough, or there was no vector', () => {
    const found = mixed('b', 0.1, { limit: 1 })
    expect(found).toMatchObject({ isHit: true, position: 1, foundBy: 'words' })
    expect(found.hybrid).toMatchObject({ skipped: 'wordsGoodEnough', meaning: null })
    expect(found.message).toContain('words do well enough')
    const missed = mixed('d', 0.1, { limit: 1 })
    expect(missed).toMatchObject({ foundBy: null, reason: { kind: 'wordNotFound' } })
    const search = { ...SEARCH_DEFAULTS, q: 'Captain', vector: null }
    const hybrid = { embedder: 'own', semanticRatio: 0.5 }
    const problem = { code: 'vector_embedding_error', message: 'no answer' }
    const request = { documentId: 'b', search: { ...search, hybrid } }
    expect(explain(films, request, new Map([[0, { problem }]]))).toMatchObject({
      foundBy: 'words',
      position: 1,
      candidateCount: 3,
      hybrid: { skipped: 'noVector', meaning: null },
    })
    expect(() => explain(films, request)).toThrow('embedded first')
  })
})
