import { describe, expect, test } from 'vitest'
import { type ChangedParts, changedParts } from './changed-parts.ts'
import { applySettingsPatch, parseSettingsPatch } from './settings-patch.ts'
import { DEFAULT_SETTINGS, SETTINGS_TABLE, SETTING_NAMES } from './settings-table.ts'

const NOTHING: ChangedParts = { words: false, columns: false, geoChecks: false, vectors: [] }

describe('words', () => {
  test.each([
    [{ searchableAttributes: ['a', 'b'] }, { searchableAttributes: ['b', 'a'] }],
    [{ searchableAttributes: ['a', 'a.b'] }, { searchableAttributes: ['a'] }],
    [{ searchableAttributes: ['a', '_geo'] }, { searchableAttributes: ['a'] }],
    [{ localizedAttributes: [] }, {}],
    [{ typoTolerance: { disableOnAttributes: ['a'], disableOnNumbers: true } }, {}],
    [{ synonyms: { a: ['b'] }, displayedAttributes: ['a'], proximityPrecision: 'byAttribute' }, {}],
    [{ faceting: { maxValuesPerFacet: 1 }, pagination: { maxTotalHits: 1 } }, {}],
    [{ prefixSearch: 'disabled', facetSearch: false, searchCutoffMs: 1 }, {}],
    [{ rankingRules: ['typo', 'words'] }, {}],
  ])('from %j to %j nothing is rebuilt', (old, next) => {
    expect(compare(old, next)).toEqual(NOTHING)
    expect(compare(next, old)).toEqual(NOTHING)
  })

  test.each([
    [{ searchableAttributes: ['a'] }, {}],
    [{ searchableAttributes: ['a'] }, { searchableAttributes: ['a.b'] }],
    [{ stopWords: ['the'] }, {}],
    [{ separatorTokens: ['|'] }, {}],
    [{ nonSeparatorTokens: ['#'] }, {}],
    [{ dictionary: ['J. R.'] }, {}],
    [{ localizedAttributes: [{ attributePatterns: ['*'], locales: ['jpn'] }] }, {}],
  ])('from %j to %j words are', (old, next) => {
    expect(compare(old, next)).toEqual({ ...NOTHING, words: true })
    expect(compare(next, old)).toEqual({ ...NOTHING, words: true })
  })
})

describe('columns', () => {
  test.each([
    [{ filterableAttributes: ['a', 'b', 'a'] }, { filterableAttributes: ['b', 'a'] }],
    [{ filterableAttributes: ['a'] }, { sortableAttributes: ['a'] }],
    [{ filterableAttributes: ['a'] }, { filterableAttributes: ['a'], distinctAttribute: 'a.b' }],
    [{ filterableAttributes: ['a', 'a.b'] }, { filterableAttributes: ['a'] }],
    [{ rankingRules: ['a:asc'] }, { rankingRules: ['words', 'a:desc', 'a:asc'] }],
    [{ rankingRules: ['a:asc'] }, { distinctAttribute: 'a' }],
    [{ distinctAttribute: 'a' }, { filterableAttributes: [{ attributePatterns: ['a'] }] }],
    [
      { filterableAttributes: [{ attributePatterns: ['*'] }] },
      { filterableAttributes: [{ attributePatterns: ['b*', '*'] }], sortableAttributes: ['a'] },
    ],
    [
      { filterableAttributes: [{ attributePatterns: ['a'] }] },
      { filterableAttributes: [{ attributePatterns: ['a'], features: { facetSearch: true } }] },
    ],
    [
      { filterableAttributes: ['a', { attributePatterns: ['a.*'] }] },
      { filterableAttributes: ['a'] },
    ],
  ])('from %j to %j nothing is rebuilt', (old, next) => {
    expect(compare(old, next)).toEqual(NOTHING)
    expect(compare(next, old)).toEqual(NOTHING)
  })

  test.each([
    [{ filterableAttributes: ['a'] }, {}],
    [{ filterableAttributes: ['a'] }, { filterableAttributes: [{ attributePatterns: ['a'] }] }],
    [{ sortableAttributes: ['a'] }, {}],
    [{ distinctAttribute: 'a' }, { distinctAttribute: 'b' }],
    [{ rankingRules: ['a:asc'] }, {}],
    [
      { filterableAttributes: [closed('a'), 'a', 'b'] },
      { filterableAttributes: ['a', closed('a'), 'b'] },
    ],
  ])('from %j to %j columns are', (old, next) => {
    expect(compare(old, next)).toEqual({ ...NOTHING, columns: true })
    expect(compare(next, old)).toEqual({ ...NOTHING, columns: true })
  })

  test('documents are checked when `_geo` becomes of interest', () => {
    expect(compare({}, { filterableAttributes: ['_geo'] })).toMatchObject({ geoChecks: true })
    expect(compare({}, { sortableAttributes: ['_geo'] })).toMatchObject({ geoChecks: true })
    expect(compare({ filterableAttributes: ['_geo'] }, { sortableAttributes: ['_geo'] })).toEqual(
      NOTHING,
    )
  })
})

test('the table says of every setting which part it can touch', () => {
  const different: Record<string, object> = {
    stopWords: ['a'],
    searchableAttributes: ['a'],
    filterableAttributes: ['a'],
    sortableAttributes: ['a'],
    foreignKeys: [{ foreignIndexUid: 'a', fieldName: 'b' }],
    rankingRules: ['a:asc'],
    separatorTokens: ['|'],
    nonSeparatorTokens: ['#'],
    dictionary: ['a b'],
    localizedAttributes: [{ attributePatterns: ['*'], locales: ['eng'] }],
    embedders: { e: { source: 'userProvided', dimensions: 2 } },
    synonyms: { a: ['b'] },
    displayedAttributes: ['a'],
    typoTolerance: { disableOnNumbers: true, enabled: false },
    faceting: { maxValuesPerFacet: 1 },
    pagination: { maxTotalHits: 1 },
    chat: { description: 'a' },
  }
  const plain: Record<string, unknown> = {
    distinctAttribute: 'a',
    proximityPrecision: 'byAttribute',
    searchCutoffMs: 1,
    facetSearch: false,
    prefixSearch: 'disabled',
  }
  for (const name of SETTING_NAMES) {
    const parts = compare({}, { [name]: different[name] ?? plain[name] })
    const { rebuilds } = SETTINGS_TABLE[name]
    expect([parts.words, parts.columns, parts.vectors.length > 0], name).toEqual([
      rebuilds === 'words',
      rebuilds === 'columns',
      rebuilds === 'vectors',
    ])
  }
})

function closed(pattern: string): object {
  const filter = { equality: false, comparison: false }
  return { attributePatterns: [pattern], features: { filter } }
}

function compare(old: object, next: object): ChangedParts {
  const [before, after] = [old, next].map((body) =>
    applySettingsPatch(DEFAULT_SETTINGS, parseSettingsPatch(body), (word) => word),
  )
  return changedParts(before ?? DEFAULT_SETTINGS, after ?? DEFAULT_SETTINGS)
}
