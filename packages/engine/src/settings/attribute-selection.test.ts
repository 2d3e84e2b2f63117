import { describe, expect, test } from 'vitest'
import {
  filterableFeatures,
  isDisplayed,
  isExactAttribute,
  isGeoUsed,
  isSortable,
  needsColumn,
  searchableWeight,
  searchableWeightMax,
} from './attribute-selection.ts'
import type { FilterableAttribute } from './filterable-attributes.ts'
import { DEFAULT_SETTINGS, type Settings } from './settings-table.ts'

describe('filterable paths', () => {
  test('a plain attribute covers its children with every feature', () => {
    const all = { ruleIndex: null, facetSearch: true, equality: true, comparison: true }
    expect(features(['deck'], 'deck')).toEqual(all)
    expect(features(['deck'], 'deck.levels')).toEqual(all)
    expect(features(['deck'], 'decks')).toBeNull()
    expect(features(['deck.levels'], 'deck')).toBeNull()
  })

  test.each([
    ['*', ['price', 'a.b', '_hidden'], ['_geo', '_geo.lat', '_geojson', '_vectors.x']],
    ['price', ['price'], ['price.eur', 'prices']],
    ['price*', ['price', 'prices', 'price.eur'], ['my_price']],
    ['price.*', ['price.eur'], ['price']],
    ['*_date', ['release_date', 'event.start_date'], ['release_date.year']],
    ['*date*', ['update.at', 'date'], ['dat']],
    ['a*b', ['a*b'], ['axb']],
    ['_geo', [], ['_geo', '_geo.lat']],
    ['_geo*', [], ['_geo', '_geojson', '_geo.lat']],
  ])('the pattern %s', (pattern, matched, others) => {
    for (const path of matched) expect(features([rule([pattern])], path), path).not.toBeNull()
    for (const path of others) expect(features([rule([pattern])], path), path).toBeNull()
  })

  test('the first matching element decides, even when it grants nothing', () => {
    const elements = [rule(['fa*'], { equality: false, comparison: false }), 'fare']
    expect(features(elements, 'fare')).toEqual({
      ruleIndex: 0,
      facetSearch: false,
      equality: false,
      comparison: false,
    })
    expect(features(['fare', rule(['*'])], 'fare')).toMatchObject({ ruleIndex: null })
    expect(features(['fare', rule(['*'])], 'seats')).toMatchObject({ ruleIndex: 1 })
  })
})

describe('columns', () => {
  test('no setting, no column', () => {
    expect(needsColumn(DEFAULT_SETTINGS, 'price')).toBe(false)
  })

  test('filters, sort, distinct and custom ranking rules need one', () => {
    expect(needsColumn(settings({ filterableAttributes: ['a'] }), 'a.b')).toBe(true)
    expect(needsColumn(settings({ sortableAttributes: ['a'] }), 'a.b')).toBe(true)
    expect(needsColumn(settings({ distinctAttribute: 'a' }), 'a')).toBe(true)
    expect(needsColumn(settings({ rankingRules: ['words', 'a:b:desc'] }), 'a:b')).toBe(true)
    expect(needsColumn(settings({ rankingRules: ['words', 'a:asc'] }), 'words')).toBe(false)
  })

  test('a rule that grants nothing needs none', () => {
    const elements = [rule(['a'], { equality: false, comparison: false }), 'a']
    expect(needsColumn(settings({ filterableAttributes: elements }), 'a')).toBe(false)
  })

  test('of the reserved fields only geo coordinates have one', () => {
    const reserved = settings({ filterableAttributes: ['_geo', '_vectors', '_geojson'] })
    expect(needsColumn(reserved, '_geo.lat')).toBe(true)
    expect(needsColumn(reserved, '_geo.lng')).toBe(true)
    expect(needsColumn(reserved, '_geo.other')).toBe(false)
    expect(needsColumn(reserved, '_vectors.a')).toBe(false)
    expect(needsColumn(reserved, '_geojson.type')).toBe(false)
    expect(needsColumn(settings({ sortableAttributes: ['_geo'] }), '_geo.lat')).toBe(true)
    expect(isGeoUsed(settings({ filterableAttributes: [rule(['*'])] }))).toBe(false)
    expect(isGeoUsed(settings({ sortableAttributes: ['_geo'] }))).toBe(true)
  })
})

test('a sortable parent covers its children', () => {
  expect(isSortable(settings({ sortableAttributes: ['dims'] }), 'dims.w')).toBe(true)
  expect(isSortable(settings({ sortableAttributes: ['dims.w'] }), 'dims')).toBe(false)
})

describe('searchable weights', () => {
  test('with a star all fields are equal, but the reserved ones', () => {
    expect(searchableWeight(DEFAULT_SETTINGS, 'a.b')).toBe(0)
    expect(searchableWeight(DEFAULT_SETTINGS, '_geo.lat')).toBe(-1)
    expect(searchableWeight(DEFAULT_SETTINGS, '_vectors')).toBe(-1)
    expect(searchableWeight(DEFAULT_SETTINGS, '_geography')).toBe(0)
    expect(searchableWeightMax(DEFAULT_SETTINGS)).toBeNull()
  })

  test('otherwise the first attribute that covers a field decides', () => {
    const listed = settings({ searchableAttributes: ['title', 'deck', 'deck.bar', '_geo'] })
    expect(searchableWeight(listed, 'title')).toBe(0)
    expect(searchableWeight(listed, 'deck.bar')).toBe(1)
    expect(searchableWeight(listed, 'titles')).toBe(-1)
    expect(searchableWeight(listed, '_geo')).toBe(-1)
    expect(searchableWeightMax(listed)).toBe(3)
    expect(searchableWeight(settings({ searchableAttributes: [] }), 'title')).toBe(-1)
  })
})

test('attributes without typos and displayed ones cover their children', () => {
  const typoTolerance = { ...DEFAULT_SETTINGS.typoTolerance, disableOnAttributes: ['code'] }
  expect(isExactAttribute({ typoTolerance }, 'code.isbn')).toBe(true)
  expect(isExactAttribute({ typoTolerance }, 'codex')).toBe(false)
  expect(isDisplayed(DEFAULT_SETTINGS, 'a')).toBe(true)
  expect(isDisplayed(settings({ displayedAttributes: ['a'] }), 'a.b')).toBe(true)
  expect(isDisplayed(settings({ displayedAttributes: [] }), 'a')).toBe(false)
})

function settings(changes: Partial<Settings>): Settings {
  return { ...DEFAULT_SETTINGS, ...changes }
}

function features(
  filterableAttributes: readonly FilterableAttribute[],
  path: string,
): ReturnType<typeof filterableFeatures> {
  return filterableFeatures({ filterableAttributes }, path)
}

function rule(
  attributePatterns: string[],
  filter: { equality: boolean; comparison: boolean } = { equality: true, comparison: false },
): FilterableAttribute {
  return { attributePatterns, features: { facetSearch: false, filter } }
}
