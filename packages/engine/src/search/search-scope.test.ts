import { beforeAll, describe, expect, it } from 'vitest'

import { searcherOver } from '../../test/searcher-over.ts'
import { InputError, withIndexName } from '../errors.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { SEARCH_DEFAULTS, type SearchRequest } from './search-request.ts'
import { searchScope } from './search-scope.ts'

const POTS = [
  { id: 1, name: 'Blue teapot', kind: 'teapot', price: 30, glaze: { hue: 'blue' } },
  { id: 2, name: 'Brown bowl', kind: 'bowl', price: 12, glaze: { hue: 'brown' } },
]

let pots: IndexSearcher
beforeAll(async () => {
  pots = await searcherOver(POTS, {
    filterableAttributes: ['kind'],
    sortableAttributes: ['price'],
    searchableAttributes: ['name', 'glaze', 'never seen'],
    displayedAttributes: ['name', 'id'],
  })
})

const scope = (request: Partial<SearchRequest>, over = pots) =>
  searchScope(over, { ...SEARCH_DEFAULTS, ...request })

function errorOf(request: Partial<SearchRequest>, over = pots): InputError {
  try {
    scope(request, over)
  } catch (error) {
    if (error instanceof InputError) return error
    throw error
  }
  throw new Error('accepted')
}
const codeOf = (request: Partial<SearchRequest>): string => errorOf(request).code

describe('searchScope', () => {
  it('leaves what the filter lets through', () => {
    expect(scope({ filter: 'kind = bowl' }).universe.size).toBe(1)
    expect(scope({}).universe.size).toBe(2)
  })

  it('looks at grammar before it looks at the index', () => {
    const unknown = { attributesToSearchOn: ['ghost'], distinct: 'ghost' }
    expect(codeOf({ ...unknown, filter: 'kind =', sort: ['price:up'] })).toBe(
      'invalid_search_filter',
    )
    expect(codeOf({ ...unknown, filter: 'ghost = 1', sort: ['price:up'] })).toBe(
      'invalid_search_sort',
    )
  })

  it('asks the index about searched attributes, distinct, filter and sort, in this order', () => {
    const sort = { sort: ['ghost:asc'] }
    const filter = { ...sort, filter: 'ghost = 1' }
    const distinct = { ...filter, distinct: 'ghost' }
    expect(codeOf({ ...distinct, attributesToSearchOn: ['ghost'] })).toBe(
      'invalid_search_attributes_to_search_on',
    )
    expect(codeOf(distinct)).toBe('invalid_search_distinct')
    expect(codeOf(filter)).toBe('invalid_search_filter')
    expect(codeOf(sort)).toBe('invalid_search_sort')
  })

  it('marks errors about the index, so that its name can be put in front', () => {
    const about = errorOf({ sort: ['ghost:asc'] })
    expect(withIndexName(about, 'pots')).toMatchObject({
      code: 'invalid_search_sort',
      message: `Index \`pots\`: ${about.message}`,
    })
    const grammar = errorOf({ sort: ['price:up'] })
    expect(withIndexName(grammar, 'pots')).toBe(grammar)
  })

  it('searches on what is listed, on known fields below it, and on patterns that match one', () => {
    const isAccepted = (...names: string[]): boolean => {
      try {
        scope({ attributesToSearchOn: names })
        return true
      } catch {
        return false
      }
    }
    expect(isAccepted('name')).toBe(true)
    expect(isAccepted('never seen')).toBe(true)
    expect(isAccepted('glaze.hue')).toBe(true)
    expect(isAccepted('*.hue', 'na*', '*')).toBe(true)
    expect(isAccepted('glaze.shine')).toBe(false)
    expect(isAccepted('price')).toBe(false)
    expect(isAccepted('zz*')).toBe(false)
    expect(isAccepted('*', 'ghost')).toBe(false)
    expect(isAccepted('')).toBe(false)
  })

  it('names no attribute that hits do not show', () => {
    const { message } = errorOf({ attributesToSearchOn: ['ghost'] })
    expect(message).toContain('Searchable attributes: `name`, `<..hidden-attributes>`.')
  })

  it('takes any name where all fields are searchable', async () => {
    const over = await searcherOver(POTS)
    expect(scope({ attributesToSearchOn: ['ghost'] }, over).universe.size).toBe(2)
  })
})
