import { expect, it } from 'vitest'
import { isSameList } from './same-list.ts'

it('compares by texts and their order', () => {
  expect(isSameList(['a', 'b'], ['a', 'b'])).toBe(true)
  expect(isSameList([], [])).toBe(true)
  expect(isSameList(['a', 'b'], ['b', 'a'])).toBe(false)
  expect(isSameList(['a'], ['a', 'b'])).toBe(false)
})

it('takes null for something else than an empty list', () => {
  expect(isSameList(null, null)).toBe(true)
  expect(isSameList(null, [])).toBe(false)
  expect(isSameList([], null)).toBe(false)
})
