import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { flattenDocument, naiveColumnSearcher } from '../../test/naive/naive-columns.ts'
import { distinctDocs } from './distinct.ts'

describe('distinctDocs', () => {
  const documents = [{ v: 'Tide' }, { v: ['tide ', 'x'] }, { v: 1 }, { v: '1' }, {}, { v: null }]

  it('tells which documents share a value, numbers and texts apart', () => {
    const distinct = distinctDocs(
      'v',
      naiveColumnSearcher(documents, { settings: { filterableAttributes: ['v'] } }),
    )
    const sharing = (slot: number) => [...(distinct?.sharing(slot)?.toArray() ?? [])]
    expect(sharing(0)).toEqual([0, 1])
    expect(sharing(2)).toEqual([2])
    expect(sharing(3)).toEqual([3])
    expect(distinct?.sharing(4)).toBeNull()
    expect(distinct?.sharing(5)).toBeNull()
  })

  it('takes the attribute of the request before that of the settings, which needs no permission', () => {
    const settings = { distinctAttribute: 'v', filterableAttributes: ['w'] }
    const searcher = naiveColumnSearcher(
      [
        { v: 1, w: 1 },
        { v: 1, w: 2 },
      ],
      { settings },
    )
    expect(distinctDocs(null, searcher)?.sharing(0)?.size).toBe(2)
    expect(distinctDocs('w', searcher)?.sharing(0)?.size).toBe(1)
    expect(() => distinctDocs('v', searcher)).toThrow(
      expect.objectContaining({ code: 'invalid_search_distinct' }),
    )
  })

  it('does nothing without an attribute that documents have', () => {
    const settings = { distinctAttribute: 'ghost' }
    expect(distinctDocs(null, naiveColumnSearcher(documents, { settings }))).toBeNull()
    expect(distinctDocs(null, naiveColumnSearcher(documents))).toBeNull()
  })

  it('agrees with a look at every pair of documents', () => {
    const leaf = fc.constantFrom<unknown>(0, 1, 2, '1', 'A', 'a', 'b', null, '', true)
    const one = fc.record({ v: fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })) })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), fc.array(fc.nat(9)), (all, partSizes) => {
        const settings = { distinctAttribute: 'v' }
        const distinct = distinctDocs(null, naiveColumnSearcher(all, { settings, partSizes }))
        const values = all.map((document) => {
          const field = flattenDocument(document).get('v')
          return [...(field?.numbers ?? []), ...(field?.strings.keys() ?? [])]
        })
        for (const [slot, own] of values.entries()) {
          const expected = values.flatMap((others, other) =>
            own.some((value) => others.includes(value)) ? [other] : [],
          )
          expect([...(distinct?.sharing(slot)?.toArray() ?? [])]).toEqual(expected)
        }
      }),
    )
  })
})
