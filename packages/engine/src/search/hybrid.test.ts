import { expect, it } from 'vitest'

import { searcherOver } from '../../test/searcher-over.ts'
import { search } from './search.ts'
import { SEARCH_DEFAULTS } from './search-request.ts'

it('counts one document per distinct value in page mode, whichever ranking kept which', async () => {
  const searcher = await searcherOver(
    [
      { id: 1, title: 'coffee', kind: 'x', _vectors: { own: [0, 1] } },
      { id: 2, title: 'tea at noon', kind: 'x', _vectors: { own: [0, 1] } },
      { id: 3, title: 'tea', kind: 'y', _vectors: { own: [1, 0] } },
    ],
    {
      searchableAttributes: ['title'],
      filterableAttributes: ['kind'],
      embedders: { own: { source: 'userProvided', dimensions: 2 } },
    },
  )
  const request = {
    ...SEARCH_DEFAULTS,
    q: 'tea',
    vector: [1, 0],
    hybrid: { embedder: 'own', semanticRatio: 0.7 },
    distinct: 'kind',
    hitsPerPage: 1,
    facets: ['kind'],
  }
  const bytes = search(searcher, request, () => 0)
  expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({
    hits: [{ id: 3 }],
    totalHits: 2,
    totalPages: 2,
    facetDistribution: { kind: { x: 1, y: 1 } },
  })
})
