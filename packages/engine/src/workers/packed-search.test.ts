import { describe, expect, it } from 'vitest'
import { completeSearch, type SearchRequest } from '../search/search-request.ts'
import { packSearch, unpackSearch } from './packed-search.ts'

const there = (changes: Partial<SearchRequest>): unknown =>
  unpackSearch(structuredClone(packSearch(7, 'a', completeSearch(changes)))).request

describe('a packed search', () => {
  it('arrives with every parameter', () => {
    const changes = { q: 'red', limit: 3, facets: ['color'], filter: [['a = 1'], 'b = 2'] }
    expect(there(changes)).toEqual(completeSearch(changes))
  })

  it('tells an empty query from none', () => {
    expect(there({ q: '' })).toMatchObject({ q: '' })
    expect(there({})).toMatchObject({ q: null })
  })

  it('carries only what differs from a search without parameters', () => {
    const packed = packSearch(7, 'a', completeSearch({ limit: 3 }))
    expect(packed).toEqual([7, 'a', 2, 3])
    expect(unpackSearch(packed)).toMatchObject({ kind: 'search', indexId: 'a' })
  })
})
