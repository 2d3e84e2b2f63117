import { describe, expect, it } from 'vitest'
import { SEARCH_DEFAULTS, type SearchRequest } from '../search/search-request.ts'
import { packRead, unpackRead } from './packed-read.ts'

const there = (changes: Partial<SearchRequest>): unknown => {
  const request: SearchRequest = { ...SEARCH_DEFAULTS, ...changes }
  return unpackRead(structuredClone(packRead({ kind: 'search', indexId: 'a', request })))
}

describe('a packed read', () => {
  it('arrives with every parameter of the search', () => {
    const changes = { q: 'red', limit: 3, facets: ['color'], filter: [['a = 1'], 'b = 2'] }
    const request = { ...SEARCH_DEFAULTS, ...changes }
    expect(there(changes)).toEqual({ kind: 'search', indexId: 'a', request })
  })

  it('tells an empty query from none', () => {
    expect(there({ q: '' })).toMatchObject({ request: { q: '' } })
    expect(there({})).toMatchObject({ request: { q: null } })
  })

  it('carries only what differs from a search without parameters', () => {
    const request = { ...SEARCH_DEFAULTS, q: 'red' }
    const packed = packRead({ kind: 'search', indexId: 'a', request })
    expect(packed).toEqual({ kind: 'packedSearch', indexId: 'a', changes: { q: 'red' } })
  })

  it('leaves other reads as they are', () => {
    const read = {
      kind: 'getDocument',
      indexId: 'a',
      documentId: '1',
      fields: null,
      retrieveVectors: false,
    } as const
    expect(unpackRead(packRead(read))).toEqual(read)
  })
})
