import { expect, it } from 'vitest'
import { completeSearch, SEARCH_DEFAULTS } from './search-request.ts'

it('fills in what is not given, and keeps the order of fields whatever is', () => {
  const request = completeSearch({ hybrid: null, limit: 3, q: 'compass' })
  expect(request).toEqual({ ...SEARCH_DEFAULTS, q: 'compass', limit: 3 })
  expect(Object.keys(request)).toEqual(Object.keys(SEARCH_DEFAULTS))
})

it('leaves the defaults as they are', () => {
  completeSearch({ q: 'compass' })
  expect(SEARCH_DEFAULTS.q).toBeNull()
  expect(completeSearch({}).q).toBeNull()
})
