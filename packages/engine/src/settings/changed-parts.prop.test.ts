import fc from 'fast-check'
import { expect, test } from 'vitest'
import { needsColumn, searchableWeight } from './attribute-selection.ts'
import { changedParts } from './changed-parts.ts'
import { applySettingsPatch, parseSettingsPatch } from './settings-patch.ts'
import { DEFAULT_SETTINGS, type Settings } from './settings-table.ts'

const PATHS = [
  'a',
  'a.b',
  'a.b.c',
  'a.bc',
  'ab',
  'b',
  'b.a',
  '_geo',
  '_geo.lat',
  '_geo.x',
  '_vectors',
]
const path = fc.constantFrom(...PATHS)
const pattern = fc.constantFrom(...PATHS, '*', 'a*', 'a.*', 'a.b*', '*b', '*a*', '_geo*')
const filterable = fc.oneof(
  path,
  fc.record({
    attributePatterns: fc.array(pattern, { maxLength: 3 }),
    features: fc.record({
      facetSearch: fc.boolean(),
      filter: fc.record({ equality: fc.boolean(), comparison: fc.boolean() }),
    }),
  }),
)
const body = fc.record(
  {
    searchableAttributes: fc.array(fc.oneof(path, fc.constant('*')), { maxLength: 3 }),
    filterableAttributes: fc.array(filterable, { maxLength: 3 }),
    sortableAttributes: fc.array(path, { maxLength: 2 }),
    distinctAttribute: path,
    rankingRules: fc.array(fc.constantFrom('words', 'a:asc', 'a.b:desc', 'b:asc', '_vectors:asc'), {
      maxLength: 2,
    }),
  },
  { requiredKeys: [] },
)

test('whatever part is kept would come out the same', () => {
  fc.assert(
    fc.property(body, body, (oldBody, nextBody) => {
      const old = settingsOf(oldBody)
      const next = settingsOf(nextBody)
      const parts = changedParts(old, next)
      for (const each of PATHS) {
        if (!parts.columns) expect(needsColumn(next, each), each).toBe(needsColumn(old, each))
        if (!parts.words) expect(isSearchable(next, each), each).toBe(isSearchable(old, each))
      }
    }),
    { numRuns: 3000 },
  )
})

test('the same settings ask for nothing', () => {
  fc.assert(
    fc.property(body, (given) => {
      expect(changedParts(settingsOf(given), settingsOf(given))).toEqual({
        words: false,
        columns: false,
        geoChecks: false,
        vectors: [],
      })
    }),
  )
})

function isSearchable(settings: Settings, each: string): boolean {
  return searchableWeight(settings, each) >= 0
}

function settingsOf(given: object): Settings {
  return applySettingsPatch(DEFAULT_SETTINGS, parseSettingsPatch(given), (word) => word)
}
