import { describe, expect, it } from 'vitest'

import { naiveColumnSearcher } from '../../test/naive/naive-columns.ts'
import type { NaiveColumnSearcher, NaiveDocument } from '../../test/naive/naive-columns.ts'
import type { FilterableAttribute } from '../settings/filterable-attributes.ts'
import { evaluateFilter, evaluateForQuery } from './evaluate.ts'
import type { FilterNode } from './nodes/filter-node.ts'
import { parseFilter } from './parse-filter.ts'

function find(searcher: NaiveColumnSearcher, filter: unknown): number[] {
  const node = parsed(filter)
  const found = outcome(() => evaluateFilter(node, searcher).toArray())
  // asked together with a query, a filter finds and refuses the same
  const forQuery = outcome(() => {
    const { docs, condition } = evaluateForQuery(node, searcher)
    return (condition?.meeting(docs) ?? docs).toArray()
  })
  expect(forQuery).toEqual(found)
  if (found instanceof Error) throw found
  return [...found]
}

function parsed(filter: unknown): FilterNode {
  return parseFilter(filter, {
    code: 'invalid_search_filter',
    features: { containsFilter: true },
  })!
}

function outcome<Value>(work: () => Value): Value | Error {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

const over = (documents: NaiveDocument[], ...filterable: FilterableAttribute[]) =>
  naiveColumnSearcher(documents, { settings: { filterableAttributes: filterable } })

const rule = (pattern: string, equality: boolean, comparison: boolean): FilterableAttribute => ({
  attributePatterns: [pattern],
  features: { facetSearch: false, filter: { equality, comparison } },
})

describe('conditions', () => {
  const tags = over(
    [{}, { tag: ['Red', 'BLUE'] }, { tag: null }, {}, { tag: '' }, { tag: 7 }],
    'tag',
  )
  it.each([
    ['tag = red', [1]],
    ['tag != blue', [0, 2, 3, 4, 5]],
    ['tag EXISTS', [1, 2, 4, 5]],
    ['tag IS NULL', [2]],
    ['tag IS EMPTY', [4]],
    ['tag IS NOT EMPTY', [0, 1, 2, 3, 5]],
    ['tag > 5', [1, 5]],
    ['tag b TO c', [1]],
    ['tag NOT IN [red, 7]', [0, 2, 3, 4]],
    ['NOT tag = red AND tag EXISTS', [2, 4, 5]],
    ['tag 9 TO 3', []],
    ['tag IN []', []],
    ['tag CONTAINS LU', [1]],
    ["tag STARTS WITH ''", [1, 2, 4, 5]],
  ])('%s', (filter, slots) => {
    expect(find(tags, filter)).toEqual(slots)
  })

  it('match nothing on an attribute that no document ever had, negated or not', () => {
    const searcher = over([{ a: 1 }], 'ghost')
    expect(find(searcher, 'ghost != 1')).toEqual([])
    expect(find(searcher, 'NOT ghost = 1')).toEqual([0])
    expect(find(searcher, 'ghost NOT IN [1]')).toEqual([0])
  })

  it('know an attribute whose documents are all gone', () => {
    const settings = { filterableAttributes: ['gone'] }
    const searcher = naiveColumnSearcher([{ a: 1 }], { settings, knownPaths: ['gone'] })
    expect(find(searcher, 'gone != 1')).toEqual([0])
  })

  it('find nothing for a text longer than what is kept', () => {
    const searcher = over([{ a: 'x'.repeat(500) }], 'a')
    expect(find(searcher, `a = ${'x'.repeat(500)}`)).toEqual([])
    expect(find(searcher, `a = ${'x'.repeat(468)}`)).toEqual([0])
  })

  it('answer a list of 100,000 values within a second', () => {
    const searcher = over([{ id: 5 }, { id: '99999' }, { id: -1 }], 'id')
    const values = Array.from({ length: 100_000 }, (_, i) => i)
    const start = performance.now()
    for (const filter of [
      values.map((i) => `id = ${i}`).join(' OR '),
      `id IN [${values.join()}]`,
    ]) {
      expect([...evaluateFilter(parsed(filter), searcher).toArray()]).toEqual([0, 1])
    }
    expect(performance.now() - start).toBeLessThan(2000)
  })
})

describe('attributes', () => {
  it('must be filterable; the last that is not is named, with what is', () => {
    const searcher = over([{ a: 1 }], 'tags', rule('b*', true, false))
    expect(() => find(searcher, 'x = 1 OR tags = 2 AND y > 1')).toThrow(
      'Attribute `y` is not filterable. Filterable attributes: `b*`, `tags`.\n23:24 x = 1 OR tags = 2 AND y > 1',
    )
    expect(() => find(over([{ a: 1 }]), 'a = 1')).toThrow('no filterable attributes')
  })

  it('are checked even where evaluation would stop', () => {
    expect(() => find(over([{ a: 1 }], 'a'), 'a = 2 AND b = 1')).toThrow('`b` is not filterable')
  })

  it('take only the operators their rule allows', () => {
    const searcher = over([{ a: 1, b: 1 }], 'z', rule('a', true, false), rule('b', false, true))
    expect(find(searcher, 'a = 1 AND b >= 1 AND a EXISTS AND b STARTS WITH x')).toEqual([])
    expect(() => find(searcher, 'a > 1')).toThrow(
      /Operator `>` .* attribute `a`\.\n.*: OR, AND, NOT, =, !=, IN, IS EMPTY, IS NULL, EXISTS\.\n.*rule #1 .*\n.*enable `comparison` in rule #1/,
    )
    expect(() => find(searcher, 'b NOT IN [1]')).toThrow(/Operator `=` .* `b`/)
    expect(() => find(searcher, 'b 1 TO 2 AND b = 1')).toThrow(
      /allowed operators: OR, AND, NOT, <, >, <=, >=, TO,/,
    )
  })

  it('are not looked at once an AND has nothing left', () => {
    const searcher = over([{ a: 1, b: 1 }], 'b', rule('a', true, false))
    expect(find(searcher, 'b = 2 AND a > 1')).toEqual([])
    expect(find(searcher, 'b > 2 AND a > 1')).toEqual([])
    expect(() => find(searcher, 'b > 0 AND a > 1')).toThrow('Operator `>`')
    expect(() => find(searcher, 'b = 2 OR a > 1')).toThrow('Operator `>`')
  })
})

describe('places', () => {
  const documents = [
    { _geo: { lat: 46.5, lng: 8 } },
    { _geo: { lat: '46.5', lng: '8.002' } },
    { _geo: null },
    { _geo: { lat: 0, lng: 179.5 } },
    { _geo: { lat: -1, lng: -179.5 } },
    {},
  ]
  const searcher = over(documents, '_geo')
  it.each([
    ['_geoRadius(46.5, 8, 0)', [0]],
    ['_geoRadius(46.5, 8, 153.2)', [0, 1]],
    ['_geoRadius(46.5, 8, -1)', []],
    ['_geoRadius(0, 180, 200000)', [3, 4]],
    ['_geoRadius(0, 0, 3e7)', [0, 1, 3, 4]],
    ['NOT _geoRadius(46.5, 8, 2000)', [2, 3, 4, 5]],
    ['_geoBoundingBox([10, -170], [-10, 170])', [3, 4]],
    ['_geoBoundingBox([46.5, 8.002], [46.5, 8])', [0, 1]],
  ])('%s', (filter, slots) => {
    expect(find(searcher, filter)).toEqual(slots)
  })

  it.each([
    ['_geoRadius(91, 0, 1)', /Latitude `91`.*\n12:14 /],
    ['_geoRadius(0, 181, 1)', /Longitude `181`.*`-179`.*\n15:18 /],
    ['_geoBoundingBox([1, 2], [3, 4])', /top latitude `1` lies below the bottom latitude `3`/],
  ])('%s is refused', (filter, message) => {
    expect(() => find(searcher, filter)).toThrow(message)
  })

  it('are found by their shapes where those are filterable', () => {
    const square = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [0, 0],
    ]
    const shapes = over(
      [
        { _geojson: { type: 'Point', coordinates: [5, 5] } },
        { _geojson: { type: 'Feature', geometry: { type: 'Polygon', coordinates: [square] } } },
        {
          _geojson: {
            type: 'LineString',
            coordinates: [
              [179, 0],
              [181, 0],
            ],
          },
        },
        { _geo: { lat: 5, lng: 5 } },
        { _geojson: null },
      ],
      '_geojson',
    )
    expect(find(shapes, '_geoPolygon([4, 4], [4, 6], [6, 6], [6, 4])')).toEqual([0, 1])
    expect(find(shapes, '_geoPolygon([20, 20], [20, 30], [30, 20])')).toEqual([])
    expect(find(shapes, '_geoRadius(5, 5, 1000)')).toEqual([0, 1])
    expect(find(shapes, '_geoBoundingBox([1, -170], [-1, 170])')).toEqual([2])
    expect(() => find(shapes, '_geoRadius(5, 5, 1000, 2)')).toThrow(/from 3 to 1000.*\n24:25 /)
    expect(() => find(searcher, '_geoPolygon([1, 1], [2, 2], [3, 1])')).toThrow(
      '`_geojson` is not filterable',
    )
  })

  it('need `_geo` by its plain name', () => {
    for (const unusable of [[], [rule('*', true, true)], [rule('_geo', true, true)]]) {
      expect(() => find(over(documents, ...unusable), '_geoRadius(1, 2, 3)')).toThrow(
        /`_geo\/_geojson` is not filterable.*\n12:13 /,
      )
    }
  })
})
