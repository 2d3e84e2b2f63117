import { describe, expect, test } from 'vitest'
import { InputError } from '../errors.ts'
import {
  RESET_ALL_SETTINGS,
  applySettingsPatch,
  parseOneSetting,
  parseSettingsPatch,
  presentSetting,
  presentSettings,
  presentSettingsPatch,
} from './settings-patch.ts'
import {
  DEFAULT_SETTINGS,
  SETTINGS_TABLE,
  SETTING_NAMES,
  type Settings,
  settingOfSegment,
} from './settings-table.ts'

describe('reading a body', () => {
  test('keeps what was sent, sets sorted by code point and without repeats', () => {
    const patch = parseSettingsPatch({
      stopWords: ['the', 'Été', '\u{1F600}', '\uFFFD', 'the'],
      displayedAttributes: ['b', 'a', 'b'],
    })
    expect(patch).toEqual({
      displayedAttributes: ['b', 'a', 'b'],
      stopWords: ['the', 'Été', '\uFFFD', '\u{1F600}'],
    })
    expect(Object.keys(patch)).toEqual(['displayedAttributes', 'stopWords'])
  })

  test('refuses a body that is no object, without naming a place', () => {
    expect(errorOf(() => parseSettingsPatch([]))).toEqual({
      code: 'bad_request',
      message: 'An object was expected, but the value is an array: `[]`.',
    })
    expect(errorOf(() => parseSettingsPatch(null)).code).toBe('bad_request')
  })

  test('refuses an unknown setting and suggests a known one', () => {
    const { code, message } = errorOf(() => parseSettingsPatch({ stopwords: [] }))
    expect(code).toBe('bad_request')
    expect(message).toContain('Did you mean `stopWords`?')
    expect(message).toContain('`prefixSearch`')
  })

  test('does not take names of every object for settings', () => {
    expect(errorOf(() => parseSettingsPatch({ toString: 1 })).code).toBe('bad_request')
    expect(errorOf(() => parseSettingsPatch(JSON.parse('{"__proto__": 1}'))).code).toBe(
      'bad_request',
    )
  })

  test('names the place of a wrong value', () => {
    expect(errorOf(() => parseSettingsPatch({ rankingRules: ['words', 'typo', 5] }))).toEqual({
      code: 'invalid_settings_ranking_rules',
      message:
        'At `.rankingRules[2]` a string was expected, but the value is a positive integer: `5`.',
    })
    expect(
      errorOf(() =>
        parseSettingsPatch({ typoTolerance: { minWordSizeForTypos: { oneTypo: 300 } } }),
      ).message,
    ).toContain('`.typoTolerance.minWordSizeForTypos.oneTypo`')
  })

  test('takes the halves of the attribute rule, but not beside the whole', () => {
    const halves = ['words', 'attributeRank', 'sort', 'wordPosition']
    expect(parseSettingsPatch({ rankingRules: halves })).toEqual({ rankingRules: halves })
    const { code, message } = errorOf(() =>
      parseSettingsPatch({ rankingRules: ['wordPosition', 'attribute'] }),
    )
    expect(code).toBe('invalid_settings_ranking_rules')
    expect(message).toContain('`attribute` and `wordPosition` exclude each other')
  })

  test('shortens long values in messages', () => {
    const { message } = errorOf(() => parseSettingsPatch({ facetSearch: 'x'.repeat(5000) }))
    expect(message.length).toBeLessThan(300)
  })

  test('reports the first problem in the order of the body', () => {
    const body = { prefixSearch: 'never', facetSearch: 'never' }
    expect(errorOf(() => parseSettingsPatch(body)).code).toBe('invalid_settings_prefix_search')
  })

  test('takes null for every setting', () => {
    const nulls = Object.fromEntries(SETTING_NAMES.map((name) => [name, null]))
    expect(parseSettingsPatch(nulls)).toEqual(RESET_ALL_SETTINGS)
  })

  test('reads its own result again without a change', () => {
    const patch = parseSettingsPatch(FULL_PATCH)
    expect(parseSettingsPatch(JSON.parse(JSON.stringify(patch)))).toEqual(patch)
  })

  test('reads the value alone on a sub-route', () => {
    expect(parseOneSetting('searchCutoffMs', 150)).toEqual({ searchCutoffMs: 150 })
    expect(parseOneSetting('stopWords', null)).toEqual({ stopWords: null })
    expect(errorOf(() => parseOneSetting('stopWords', ['a', null]))).toEqual({
      code: 'invalid_settings_stop_words',
      message: 'At `[1]` a string was expected, but the value is null.',
    })
  })

  test('asks for the feature that opens a setting', () => {
    const features = new Set<never>()
    expect(errorOf(() => parseSettingsPatch({ chat: {} }, { features })).code).toBe(
      'feature_not_enabled',
    )
    expect(errorOf(() => parseOneSetting('chat', null, { features })).code).toBe(
      'feature_not_enabled',
    )
    expect(parseSettingsPatch({ chat: {} }, { features: new Set(['chatCompletions']) })).toEqual({
      chat: {},
    })
  })

  test.each([
    ['displayedAttributes', 'name'],
    ['searchableAttributes', [{}]],
    ['filterableAttributes', [{ attributePatterns: 'fare' }]],
    ['filterableAttributes', [{ features: { facetSearch: true } }]],
    [
      'filterableAttributes',
      [{ attributePatterns: ['a'], features: { filter: { between: true } } }],
    ],
    ['filterableAttributes', [{ attributePatterns: ['a'], colour: 'red' }]],
    ['filterableAttributes', [null]],
    ['sortableAttributes', [['a']]],
    ['foreignKeys', [{ fieldName: 'a' }]],
    ['rankingRules', ['fare']],
    ['rankingRules', ['asc:fare']],
    ['rankingRules', [':asc']],
    ['rankingRules', ['_geo:asc']],
    ['rankingRules', ['_geoPoint(4.5,6):asc']],
    ['rankingRules', ['_geoRadius(1,2,3):desc']],
    ['stopWords', {}],
    ['nonSeparatorTokens', ['#', ['@']]],
    ['separatorTokens', [null]],
    ['dictionary', 44],
    ['synonyms', { boat: 'ferry' }],
    ['synonyms', { boat: null }],
    ['synonyms', []],
    ['distinctAttribute', ['a']],
    ['proximityPrecision', 'byword'],
    ['typoTolerance', { disableOnWord: [] }],
    ['typoTolerance', { minWordSizeForTypos: { oneTypo: 10, twoTypos: 4 } }],
    ['typoTolerance', { minWordSizeForTypos: { twoTypos: -1 } }],
    ['faceting', { maxValuesPerFacet: 2.5 }],
    ['faceting', { sortFacetValuesBy: { a: 'size' } }],
    ['pagination', { maxTotalHits: 0 }],
    ['searchCutoffMs', 1.5],
    ['localizedAttributes', [{ attributePatterns: ['*'], locales: ['klingon'] }]],
    ['localizedAttributes', [{ attributePatterns: ['*'], locales: ['ENG'] }]],
    ['localizedAttributes', [{ attributePatterns: ['*'] }]],
    ['facetSearch', 'true'],
    ['prefixSearch', 'always'],
    ['chat', { searchParameters: { limit: -1 } }],
  ] as const)('refuses %s: %j with the code of the setting', (name, value) => {
    expect(errorOf(() => parseSettingsPatch({ [name]: value })).code).toBe(
      SETTINGS_TABLE[name].code,
    )
    expect(errorOf(() => parseOneSetting(name, value)).code).toBe(SETTINGS_TABLE[name].code)
  })
})

describe('applying a change', () => {
  test('leaves absent settings alone and resets null ones', () => {
    const before = change(DEFAULT_SETTINGS, { stopWords: ['of'], facetSearch: false })
    const after = change(before, { stopWords: null })
    expect(after).toEqual({ ...DEFAULT_SETTINGS, facetSearch: false })
    expect(change(before, RESET_ALL_SETTINGS)).toEqual(DEFAULT_SETTINGS)
  })

  test('takes a star anywhere in displayed and searchable attributes for all', () => {
    const settings = change(DEFAULT_SETTINGS, {
      displayedAttributes: ['name', '*'],
      searchableAttributes: ['b', 'a', 'b'],
    })
    expect(settings.displayedAttributes).toEqual(['*'])
    expect(settings.searchableAttributes).toEqual(['b', 'a'])
  })

  test('stores stop words decomposed, without control characters, and keeps case and accents', () => {
    const settings = change(DEFAULT_SETTINGS, { stopWords: ['Éclair', 'THE', 'ﬁn', 'a\u0007b'] })
    expect(settings.stopWords).toEqual(['E\u0301clair', 'THE', 'ab', 'fin'])
  })

  test('merges the members of typoTolerance and normalizes its words', () => {
    const first = change(DEFAULT_SETTINGS, {
      typoTolerance: { enabled: false, minWordSizeForTypos: { twoTypos: 12 } },
    })
    const second = change(first, {
      typoTolerance: {
        enabled: null,
        minWordSizeForTypos: { oneTypo: 6 },
        disableOnWords: ['Gull'],
      },
    })
    expect(second.typoTolerance).toEqual({
      enabled: true,
      minWordSizeForTypos: { oneTypo: 6, twoTypos: 12 },
      disableOnWords: ['gull'],
      disableOnAttributes: [],
      disableOnNumbers: false,
    })
  })

  test('refuses a typo size that contradicts the stored other one', () => {
    const patch = parseSettingsPatch({ typoTolerance: { minWordSizeForTypos: { oneTypo: 10 } } })
    const { code } = errorOf(() => applySettingsPatch(DEFAULT_SETTINGS, patch, lower))
    expect(code).toBe('invalid_settings_typo_tolerance')
    const wide = change(DEFAULT_SETTINGS, {
      typoTolerance: { minWordSizeForTypos: { oneTypo: 1, twoTypos: 3 } },
    })
    const reset = parseSettingsPatch({ typoTolerance: { minWordSizeForTypos: { oneTypo: null } } })
    expect(errorOf(() => applySettingsPatch(wide, reset, lower)).code).toBe(
      'invalid_settings_typo_tolerance',
    )
  })

  test('replaces the map of facet orders and always has one for the star', () => {
    const first = change(DEFAULT_SETTINGS, { faceting: { sortFacetValuesBy: { a: 'count' } } })
    const second = change(first, { faceting: { sortFacetValuesBy: { b: 'count' } } })
    expect(second.faceting).toEqual({
      maxValuesPerFacet: 100,
      sortFacetValuesBy: { '*': 'alpha', b: 'count' },
    })
  })

  test('completes filterable rules and stores locales in their long form', () => {
    const settings = change(DEFAULT_SETTINGS, {
      filterableAttributes: ['a', 'a', { attributePatterns: ['b'], features: { filter: {} } }],
      localizedAttributes: [{ attributePatterns: ['*'], locales: ['ja', 'deu'] }],
    })
    expect(settings.filterableAttributes).toEqual([
      'a',
      'a',
      {
        attributePatterns: ['b'],
        features: { facetSearch: false, filter: { equality: true, comparison: false } },
      },
    ])
    expect(settings.localizedAttributes).toEqual([
      { attributePatterns: ['*'], locales: ['jpn', 'deu'] },
    ])
    expect(change(settings, { localizedAttributes: [] }).localizedAttributes).toEqual([])
    expect(change(settings, { localizedAttributes: null }).localizedAttributes).toBeNull()
  })

  test('resets the search parameters of a conversation one by one', () => {
    const first = change(DEFAULT_SETTINGS, {
      chat: { description: 'books', searchParameters: { limit: 3, sort: ['a:asc'] } },
    })
    const second = change(first, { chat: { searchParameters: { limit: null } } })
    expect(second.chat).toMatchObject({
      description: 'books',
      searchParameters: { sort: ['a:asc'] },
    })
    expect(second.chat.searchParameters).not.toHaveProperty('limit')
  })
})

describe('presenting', () => {
  test('shows settings in the order of the interface, without what a feature hides', () => {
    expect(Object.keys(presentSettings(DEFAULT_SETTINGS))).toEqual([
      'displayedAttributes',
      'searchableAttributes',
      'filterableAttributes',
      'sortableAttributes',
      'rankingRules',
      'stopWords',
      'nonSeparatorTokens',
      'separatorTokens',
      'dictionary',
      'synonyms',
      'distinctAttribute',
      'proximityPrecision',
      'typoTolerance',
      'faceting',
      'pagination',
      'embedders',
      'searchCutoffMs',
      'localizedAttributes',
      'facetSearch',
      'prefixSearch',
    ])
    const features = new Set(['chatCompletions', 'foreignKeys'] as const)
    expect(Object.keys(presentSettings(DEFAULT_SETTINGS, features))).toEqual(SETTING_NAMES)
  })

  test('masks secrets in settings and in the details of a task', () => {
    const patch = parseSettingsPatch({ embedders: { e: { apiKey: '1234567890' } } })
    const settings = applySettingsPatch(DEFAULT_SETTINGS, patch, lower)
    expect(settings.embedders['e']?.apiKey).toBe('1234567890')
    expect(presentSetting(settings, 'embedders')['e']?.apiKey).toBe('12XXXX...')
    expect(JSON.stringify(presentSettings(settings))).not.toContain('1234567890')
    expect(presentSettingsPatch(patch)).toEqual({ embedders: { e: { apiKey: '12XXXX...' } } })
  })

  test('shows resets of displayed and searchable attributes as a star', () => {
    expect(
      presentSettingsPatch({
        displayedAttributes: null,
        searchableAttributes: null,
        stopWords: null,
      }),
    ).toEqual({ displayedAttributes: ['*'], searchableAttributes: ['*'], stopWords: null })
  })
})

describe('the table', () => {
  test('finds settings by the segment of their route', () => {
    for (const name of SETTING_NAMES) {
      expect(settingOfSegment(SETTINGS_TABLE[name].segment)).toBe(name)
      expect(SETTINGS_TABLE[name].segment).toBe(
        name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`),
      )
    }
    expect(settingOfSegment('stopWords')).toBeNull()
  })

  test('has a documentation line and a code of its own for every setting', () => {
    const codes = SETTING_NAMES.map((name) => SETTINGS_TABLE[name].code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const name of SETTING_NAMES) expect(SETTINGS_TABLE[name].doc).toMatch(/^[A-Z].*\.$/u)
  })

  test('takes its own defaults as input', () => {
    for (const name of SETTING_NAMES) {
      const value = SETTINGS_TABLE[name].default
      expect(change(DEFAULT_SETTINGS, { [name]: value })).toEqual(DEFAULT_SETTINGS)
    }
  })
})

const FULL_PATCH = {
  displayedAttributes: ['name', 'fare'],
  filterableAttributes: ['seats', { attributePatterns: ['deck.*'] }],
  sortableAttributes: ['fare'],
  rankingRules: ['words', 'ratio:a:desc', 'sailing time:asc'],
  synonyms: { ferry: ['boat'], Ferry: ['Boat', 'Boat'] },
  distinctAttribute: 'operator',
  typoTolerance: { disableOnNumbers: true, minWordSizeForTypos: { oneTypo: null } },
  faceting: { maxValuesPerFacet: 0 },
  embedders: { manual: { source: 'userProvided', dimensions: 2 }, gone: null },
  searchCutoffMs: 0,
  localizedAttributes: [{ attributePatterns: ['name'], locales: ['en'] }],
  chat: { searchParameters: { hybrid: { embedder: 'manual' } } },
}

function lower(word: string): string {
  return word.toLowerCase()
}

function change(settings: Settings, body: object): Settings {
  return applySettingsPatch(settings, parseSettingsPatch(body), lower)
}

function errorOf(action: () => unknown): { code: string; message: string } {
  try {
    action()
  } catch (error) {
    if (error instanceof InputError) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('nothing was thrown')
}
