import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestAnswer, type TestApp } from '../testing/test-app.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp()
  const settings = { filterableAttributes: ['hall'], sortableAttributes: ['price'] }
  for (const index of ['posters', 'mugs']) {
    await service.write('PATCH', `/indexes/${index}/settings`, { body: settings })
  }
  await service.write('POST', '/indexes/posters/documents', {
    body: [{ id: 1, title: 'Whale poster', hall: 'sea', price: 12 }],
  })
  await service.write('POST', '/indexes/mugs/documents', {
    body: [{ id: 1, title: 'Whale mug', hall: 'sea', price: 8 }],
  })
})
afterAll(() => service.close())

const ask = (body: unknown): Promise<TestAnswer> => service.call('POST', '/multi-search', { body })
const both = (query: object) => [
  { indexUid: 'posters', ...query },
  { indexUid: 'mugs', ...query },
]

describe('separate searches', () => {
  test('answer in order, each with the name of its index first', async () => {
    const { text, body } = await ask({ queries: both({ q: 'whale' }) })
    expect(text.startsWith('{"results":[{"indexUid":"posters","hits":[')).toBe(true)
    expect(body.results.map(({ indexUid }) => indexUid)).toEqual(['posters', 'mugs'])
  })

  test('take one place in the queue together', async () => {
    const narrow = await startTestApp({ 'experimental-search-queue-size': 1 })
    await narrow.write('POST', '/indexes', { body: { uid: 'posters' } })
    const queries = [{ indexUid: 'posters' }, { indexUid: 'posters' }, { indexUid: 'posters' }]
    const { status, body } = await narrow.call('POST', '/multi-search', { body: { queries } })
    expect([status, body.results.length]).toEqual([200, 3])
    await narrow.close()
  })

  test('fail together, with the first that fails', async () => {
    const { status, body } = await ask({
      queries: [{ indexUid: 'posters' }, { indexUid: 'ghosts' }, { indexUid: 'mugs', sort: ['x'] }],
    })
    expect([status, body.code]).toEqual([400, 'index_not_found'])
    expect(body.message).toMatch(/^Inside `\.queries\[1\]`: /)
  })
})

test('what an index cannot do is said with its name, what is malformed is not', async () => {
  const queries = [{ indexUid: 'posters' }, { indexUid: 'mugs', sort: ['x:asc'] }]
  const about = /^Inside `\.queries\[1\]`: Index `mugs`: Attribute `x` is not sortable/
  expect((await ask({ queries })).body.message).toMatch(about)
  expect((await ask({ federation: {}, queries })).body.message).toMatch(about)
  const one = { body: { filter: 'x = 1' } }
  const alone = await service.call('POST', '/indexes/mugs/search', one)
  expect(alone.body.message).toMatch(/^Index `mugs`: Attribute `x` is not filterable/)
  const facet = { body: { ...one.body, facetName: 'hall' } }
  const faceted = await service.call('POST', '/indexes/mugs/facet-search', facet)
  expect(faceted.body.message).toMatch(/^Index `mugs`: /)
  const malformed = await service.call('POST', '/indexes/mugs/search', { body: { sort: ['x'] } })
  expect(malformed.body.message).not.toContain('mugs')
})

describe('federated searches', () => {
  test('answer with one list', async () => {
    const { status, body } = await ask({
      federation: { facetsByIndex: { posters: ['hall'], mugs: ['hall'] }, mergeFacets: {} },
      queries: both({ sort: ['price:asc'], attributesToRetrieve: ['title'] }),
    })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual([
      'hits',
      'processingTimeMs',
      'limit',
      'offset',
      'estimatedTotalHits',
      'facetDistribution',
      'facetStats',
    ])
    expect(body.hits[0]).toEqual({
      title: 'Whale mug',
      _federation: { indexUid: 'mugs', queriesPosition: 1, weightedRankingScore: 1 },
    })
    expect(body.facetDistribution).toEqual({ hall: { sea: 2 } })
  })

  test.each([
    [{}, [{ indexUid: 'mugs', filter: 'x = 1' }], 'invalid_search_filter', '.queries[0]'],
    [{}, [{ indexUid: 'mugs', limit: 1 }], 'invalid_multi_search_query_pagination', '.queries[0]'],
    [
      {},
      [{ indexUid: 'mugs' }, { indexUid: 'mugs', federationOptions: { weight: -1 } }],
      'invalid_multi_search_weight',
      '.queries[1].federationOptions.weight',
    ],
    [
      { facetsByIndex: { mugs: ['x'] } },
      [{ indexUid: 'mugs' }],
      'invalid_search_facets',
      '.federation.facetsByIndex.mugs',
    ],
    [
      { facetsByIndex: { ghosts: null } },
      [{ indexUid: 'mugs' }],
      'index_not_found',
      '.federation.facetsByIndex.ghosts',
    ],
    [
      {},
      [
        { indexUid: 'mugs', sort: ['price:asc'] },
        { indexUid: 'posters', sort: ['price:desc'] },
      ],
      'invalid_multi_search_query_ranking_rules',
      '.queries[1]',
    ],
  ])('say what is wrong and where: %j %j', async (federation, queries, code, place) => {
    const { status, body } = await ask({ federation, queries })
    expect([status, body.code]).toEqual([400, code])
    expect(body.message).toContain(place)
  })
})
