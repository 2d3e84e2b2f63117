import type { ChatSettings } from './chat.ts'
import type { Embedder } from './embedders.ts'
import type { Faceting } from './faceting.ts'
import type { FilterableAttribute } from './filterable-attributes.ts'
import type { LocalizedAttribute } from './localized-attributes.ts'
import type { TypoTolerance } from './typo-tolerance.ts'

/** The settings of one index, every field with its effective value, in the order in which they are presented. */
export interface Settings {
  readonly displayedAttributes: readonly string[]
  readonly searchableAttributes: readonly string[]
  readonly filterableAttributes: readonly FilterableAttribute[]
  readonly sortableAttributes: readonly string[]
  readonly rankingRules: readonly string[]
  readonly stopWords: readonly string[]
  readonly nonSeparatorTokens: readonly string[]
  readonly separatorTokens: readonly string[]
  readonly dictionary: readonly string[]
  readonly synonyms: Readonly<Record<string, readonly string[]>>
  readonly distinctAttribute: string | null
  readonly proximityPrecision: 'byWord' | 'byAttribute'
  readonly typoTolerance: TypoTolerance
  readonly faceting: Faceting
  readonly pagination: { readonly maxTotalHits: number }
  readonly embedders: Readonly<Record<string, Embedder>>
  readonly searchCutoffMs: number | null
  readonly localizedAttributes: readonly LocalizedAttribute[] | null
  readonly facetSearch: boolean
  readonly prefixSearch: 'indexingTime' | 'disabled'
  readonly chat: ChatSettings
}

/** The settings of an index that was never configured. */
export const DEFAULT_SETTINGS: Settings = {
  displayedAttributes: ['*'],
  searchableAttributes: ['*'],
  filterableAttributes: [],
  sortableAttributes: [],
  rankingRules: ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness'],
  stopWords: [],
  nonSeparatorTokens: [],
  separatorTokens: [],
  dictionary: [],
  synonyms: {},
  distinctAttribute: null,
  proximityPrecision: 'byWord',
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 },
    disableOnWords: [],
    disableOnAttributes: [],
    disableOnNumbers: false,
  },
  faceting: { maxValuesPerFacet: 100, sortFacetValuesBy: { '*': 'alpha' } },
  pagination: { maxTotalHits: 1000 },
  embedders: {},
  searchCutoffMs: null,
  localizedAttributes: null,
  facetSearch: true,
  prefixSearch: 'indexingTime',
  chat: {
    description: '',
    documentTemplate: null,
    documentTemplateMaxBytes: 400,
    searchParameters: {},
  },
}
