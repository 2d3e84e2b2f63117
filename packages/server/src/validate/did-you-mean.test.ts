import { expect, test } from 'vitest'

import { didYouMean } from './did-you-mean.ts'

const NAMES = ['limit', 'offset', 'hitsPerPage', 'primaryKey', 'q']

test.each([
  ['limits', 'limit'],
  ['primary_key', 'primaryKey'],
  ['HitsPerPage', 'hitsPerPage'],
  ['Q', null],
  ['colour', null],
  ['', null],
])('%s: %s', (written, expected) => {
  expect(didYouMean(written, NAMES)).toBe(expected)
})
