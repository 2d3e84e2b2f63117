import { beforeAll, describe, expect, it } from 'vitest'

import { searcherOver } from '../../test/searcher-over.ts'
import { evaluateFilter } from '../filter/evaluate.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { clauseAttributes, clauseText, failingClause } from './explain-filter.ts'

let searcher: IndexSearcher
beforeAll(async () => {
  const document = { id: 1, hue: 'teal', size: 40, tags: ['a', 'b'], _geo: { lat: 1, lng: 1 } }
  const filterableAttributes = ['hue', 'size', 'tags', 'no one', '_geo']
  searcher = await searcherOver([document], { filterableAttributes })
})

const OPTIONS = { code: 'invalid_search_filter', features: { containsFilter: true } }

/** The clause that keeps the document out. */
function clauseOf(filter: unknown): string {
  const node = parseFilter(filter, OPTIONS)!
  expect(evaluateFilter(node, searcher).size).toBe(0)
  return clauseText(failingClause(node, 0, searcher))
}

describe('failingClause', () => {
  it('is the first member of an AND that fails, as deep as there is one', () => {
    expect(clauseOf('size > 30 AND (hue = teal AND (size < 40 AND hue = red))')).toBe('size < 40')
    expect(clauseOf(['size > 30', ['hue = red', 'hue = "blue"']])).toBe('hue = red OR hue = "blue"')
  })

  it('is the whole OR, of which every member fails', () => {
    const filter = 'hue = red OR (size = 40 AND hue = navy)'
    expect(clauseOf(`tags = a AND (${filter})`)).toBe('hue = red OR size = 40 AND hue = navy')
  })

  it('is the member that should not match under a NOT', () => {
    expect(clauseOf('NOT (hue = red OR size 30 TO 50)')).toBe('NOT size 30 TO 50')
    expect(clauseOf('NOT (hue = teal AND (size = 1 OR size = 40))')).toBe(
      'NOT (hue = teal AND (size = 1 OR size = 40))',
    )
    expect(clauseOf('NOT (hue = red OR NOT (size > 1 AND hue = red))')).toBe('hue = red')
  })
})

describe('clauseText', () => {
  it.each([
    'hue != teal',
    "'hue'   IN [red,\t'b\\'c',]",
    'hue NOT IN [teal, red]',
    'hue NOT EXISTS',
    'hue IS NULL',
    'hue IS EMPTY',
    'hue CONTAINS x',
    'hue NOT CONTAINS "ea"',
    'hue STARTS WITH r',
    "'no one' EXISTS",
    'size>=41',
    '_geoRadius(10, 20.5, 30)',
    '_geoBoundingBox([3, 3], [2, 2])',
    'NOT _geoRadius(1, 1, 30, 12)',
  ])('keeps %s as it was written', (filter) => {
    expect(clauseOf(filter)).toBe(filter)
    expect(clauseOf(`size = 40 AND (${filter} )AND tags = a`)).toBe(filter)
  })

  it('means the same when it is read again', () => {
    for (const filter of ['NOT hue NOT EXISTS', 'NOT (hue NOT IN [red])', 'NOT (NOT size = 40)']) {
      const node = parseFilter(`NOT (${filter})`, OPTIONS)!
      const again = parseFilter(clauseText(node), OPTIONS)!
      expect(evaluateFilter(again, searcher).size).toBe(evaluateFilter(node, searcher).size)
    }
  })
})

describe('clauseAttributes', () => {
  it('lists each attribute once', () => {
    const node = parseFilter(
      'NOT (hue = a OR size > 1 AND hue = b) OR _geoRadius(1, 1, 1)',
      OPTIONS,
    )
    expect(clauseAttributes(node!)).toEqual(['hue', 'size', '_geo.lat', '_geo.lng'])
  })
})
