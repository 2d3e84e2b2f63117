import { expect, test } from 'vitest'
import { matchesPattern } from './attribute-pattern.ts'

test.each([
  ['*', 'price', true],
  ['*', '_geo', false],
  ['*', '_geo.lat', false],
  ['*', '_vectors.default', false],
  ['*', '_geometry', true],
  ['price', 'price', true],
  ['price', 'price.eur', false],
  ['price', 'prices', false],
  ['price*', 'price', true],
  ['price*', 'prices', true],
  ['price*', 'price.eur', true],
  ['price*', 'my_price', false],
  ['price.*', 'price.eur', true],
  ['price.*', 'price', false],
  ['*_date', 'release_date', true],
  ['*_date', 'release_date.year', false],
  ['*date*', 'my.dates', true],
  ['*date*', 'day', false],
  ['a*b', 'a*b', true],
  ['a*b', 'axb', false],
  ['Price', 'price', false],
])('%s and %s: %s', (pattern, path, expected) => {
  expect(matchesPattern(pattern, path)).toBe(expected)
})
