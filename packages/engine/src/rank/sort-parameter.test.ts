import { describe, expect, it } from 'vitest'

import { DEFAULT_SETTINGS } from '../settings/settings-table.ts'
import { checkSortable, parseSort } from './sort-parameter.ts'

const CODE = 'invalid_search_sort'
const parse = (...elements: string[]) => parseSort(elements, CODE)
const check = (element: string, settings: object) => () =>
  checkSortable(parse(element), { ...DEFAULT_SETTINGS, ...settings }, CODE)

describe('parseSort', () => {
  it('splits at the last colon', () => {
    expect(parse('price:asc', 'a:b:desc', 'e f:asc')).toEqual([
      { kind: 'field', path: 'price', direction: 'asc' },
      { kind: 'field', path: 'a:b', direction: 'desc' },
      { kind: 'field', path: 'e f', direction: 'asc' },
    ])
  })

  it('reads points', () => {
    expect(parse('_geoPoint( 50 , -0.5e1):desc')).toEqual([
      { kind: 'geo', target: { lat: 50, lng: -5 }, direction: 'desc' },
    ])
  })

  it.each([
    'price',
    'price:',
    ':asc',
    '',
    'price:ASC',
    'price: asc',
    'price:asc ',
    '_geoPoint(1, 2)',
  ])('refuses `%s`, which has no direction', (element) => {
    expect(() => parse('a:asc', element)).toThrow(`\`${element}\``)
  })

  it.each(['_geoPoint(1):asc', '_geoPoint(1, 2, 3):asc', '_geoPoint(a, b):asc', '_geoPoint():asc'])(
    'shows how a point is written instead of `%s`',
    (element) => {
      expect(() => parse(element)).toThrow('`_geoPoint(latitude, longitude):asc`')
    },
  )

  it('keeps points on the globe', () => {
    expect(() => parse('_geoPoint(91, 0):asc')).toThrow('Latitude `91`')
    expect(() => parse('_geoPoint(0, 181):asc')).toThrow('Longitude `181`')
  })

  it('refuses reserved words, with advice where there is some', () => {
    for (const word of ['_geo', '_geoRadius(1, 2, 3)', '_geoBoundingBox([1, 2], [3, 4])']) {
      expect(() => parse(`${word}:asc`)).toThrow(/reserved word.*use `_geoPoint/)
    }
    for (const word of ['_geoDistance', '_geoPoint', '_geojson']) {
      expect(() => parse(`${word}:asc`)).toThrow(/reserved word[^_]*$/)
    }
  })
})

describe('checkSortable', () => {
  it('lets a parent cover its children, and `_geo` stand for points', () => {
    expect(check('dims.w:asc', { sortableAttributes: ['dims'] })).not.toThrow()
    expect(check('_geoPoint(1, 2):asc', { sortableAttributes: ['_geo'] })).not.toThrow()
    expect(check('dimsum:asc', { sortableAttributes: ['dims'] })).toThrow('`dimsum`')
    expect(check('_geoPoint(1, 2):asc', { sortableAttributes: ['x'] })).toThrow('`_geo`')
  })

  it('names what can be sorted, but nothing hidden', () => {
    const sortableAttributes = ['price', 'brand', 'age']
    expect(check('x:asc', { sortableAttributes })).toThrow('`age`, `brand`, `price`')
    expect(check('x:asc', { sortableAttributes, displayedAttributes: ['price'] })).toThrow(
      'Sortable attributes: `price`, `<..hidden-attributes>`.',
    )
    expect(check('x:asc', {})).toThrow('no sortable attributes')
  })

  it('needs a place in the ranking rules', () => {
    const settings = { sortableAttributes: ['a'], rankingRules: ['words'] }
    expect(check('a:asc', settings)).toThrow('`rankingRules`')
    expect(() => checkSortable([], { ...DEFAULT_SETTINGS, ...settings }, CODE)).not.toThrow()
  })
})
