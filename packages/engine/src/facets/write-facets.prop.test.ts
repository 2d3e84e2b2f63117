import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { naiveColumnSearcher } from '../../test/naive/naive-columns.ts'
import { searcherOver } from '../../test/searcher-over.ts'
import { DocSet } from '../bits/doc-set.ts'
import type { FacetOrder } from '../settings/faceting.ts'
import { facetDistribution } from './facet-distribution.ts'
import type { FacetSearcher } from './facet-searcher.ts'
import { facetMembers } from './write-facets.ts'

const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    7,
    -0.5,
    '7',
    'Red',
    'red',
    'a"b',
    'back\\slash',
    'tab\there',
    'é',
    '🦊',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.integer(),
)
const values = fc.oneof(leaf, fc.array(leaf, { maxLength: 4 }))
const documents = fc.array(fc.record({ f: values, 'g"': values }, { requiredKeys: [] }), {
  maxLength: 12,
})
const orders = fc.constantFrom<FacetOrder>('alpha', 'count')

/** The members as they are when they are put together from maps. */
function expectedMembers(facets: readonly string[], counted: DocSet, searcher: FacetSearcher) {
  const { distribution, stats } = facetDistribution(facets, counted, searcher)
  const fields = [...distribution].map(([path, counts]) => {
    const members = [...counts].map(([value, count]) => `${JSON.stringify(value)}:${count}`)
    return `${JSON.stringify(path)}:{${members.join(',')}}`
  })
  const statsText = JSON.stringify(Object.fromEntries(stats))
  return `"facetDistribution":{${fields.join(',')}},"facetStats":${statsText}`
}

function members(facets: readonly string[], counted: DocSet, searcher: FacetSearcher): string {
  return Buffer.from(facetMembers(facets, counted, searcher)).toString()
}

it('writes the facets of an index as JSON', async () => {
  await fc.assert(
    fc.asyncProperty(documents, fc.array(fc.nat(11)), orders, async (all, left, order) => {
      const searcher = await searcherOver(
        all.map((one, id) => ({ id, ...one })),
        {
          filterableAttributes: ['f', 'g"'],
          faceting: { maxValuesPerFacet: 6, sortFacetValuesBy: { '*': order } },
        },
      )
      const counted = searcher.live.andNot(
        DocSet.fromSorted(Uint32Array.from(new Set(left)).toSorted()),
      )
      const text = members(['*'], counted, searcher)
      expect(text).toBe(expectedMembers(['*'], counted, searcher))
      JSON.parse(`{${text}}`)
    }),
    { numRuns: 150 },
  )
})

it('writes the facets of several segments as JSON', () => {
  fc.assert(
    fc.property(documents, fc.array(fc.nat(6), { maxLength: 3 }), orders, (all, sizes, order) => {
      const searcher = naiveColumnSearcher(all, {
        settings: {
          filterableAttributes: ['f', 'g"'],
          faceting: { maxValuesPerFacet: 6, sortFacetValuesBy: { '*': order } },
        },
        partSizes: sizes,
      })
      const facets = ['f', 'g"']
      expect(members(facets, searcher.live, searcher)).toBe(
        expectedMembers(facets, searcher.live, searcher),
      )
    }),
  )
})
