// One row per setting: its name and route, its default, how a value is read and merged, what a change costs. The
// sub-routes, the types, the reset behaviour and the documentation come from this table.

import { type ChatPatch, type ChatSettings, DEFAULT_CHAT, mergeChat, parseChat } from './chat.ts'
import { checkEmbeddersPatch } from './check-embedders.ts'
import {
  type Place,
  readArray,
  readBoolean,
  readInteger,
  readMap,
  readString,
  readStrings,
  readWord,
} from './decoder.ts'
import type { TemplateCheck } from './document-template.ts'
import { type Embedder, type EmbeddersPatch, parseEmbedders } from './embedders.ts'
import {
  DEFAULT_FACETING,
  type Faceting,
  type FacetingPatch,
  mergeFaceting,
  parseFaceting,
} from './faceting.ts'
import { type FilterableAttribute, parseFilterableAttribute } from './filterable-attributes.ts'
import { type ForeignKey, parseForeignKey } from './foreign-keys.ts'
import {
  type LocalizedAttribute,
  parseLocalizedAttribute,
  resolveLocalizedAttribute,
} from './localized-attributes.ts'
import { mergeEmbedders } from './merge-embedders.ts'
import { DEFAULT_PAGINATION, type Pagination, parsePagination } from './pagination.ts'
import { type Patch, mergePatch } from './patch.ts'
import { DEFAULT_RANKING_RULES, readRankingRules } from './ranking-rules.ts'
import { stopWordForm } from '../bits/stop-word-form.ts'
import { sortByName, sortedSet } from './string-set.ts'
import {
  DEFAULT_TYPO_TOLERANCE,
  type TypoTolerance,
  type TypoTolerancePatch,
  mergeTypoTolerance,
  parseTypoTolerance,
} from './typo-tolerance.ts'

/** The settings of one index, every field with its effective value, in the order in which they are presented. */
export interface Settings {
  readonly displayedAttributes: readonly string[]
  readonly searchableAttributes: readonly string[]
  readonly filterableAttributes: readonly FilterableAttribute[]
  readonly sortableAttributes: readonly string[]
  readonly foreignKeys: readonly ForeignKey[]
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
  readonly pagination: Pagination
  readonly embedders: Readonly<Record<string, Embedder>>
  readonly searchCutoffMs: number | null
  readonly localizedAttributes: readonly LocalizedAttribute[] | null
  readonly facetSearch: boolean
  readonly prefixSearch: 'indexingTime' | 'disabled'
  readonly chat: ChatSettings
}

/** The name of a setting in the interface. */
export type SettingName = keyof Settings

interface PatchMembers extends Omit<
  Settings,
  'typoTolerance' | 'faceting' | 'pagination' | 'embedders' | 'chat'
> {
  readonly typoTolerance: TypoTolerancePatch
  readonly faceting: FacetingPatch
  readonly pagination: Patch<Pagination>
  readonly embedders: EmbeddersPatch
  readonly chat: ChatPatch
}

/** A change of some settings, plain JSON: absent ones stay, null ones go back to their default. */
export type SettingsPatch = Patch<PatchMembers>

/** What a request for one setting holds, null apart. */
export type SettingInput<Name extends SettingName> = NonNullable<PatchMembers[Name]>

/** Experimental features that open parts of the settings. */
export type SettingFeature = 'compositeEmbedders' | 'multimodal' | 'chatCompletions' | 'foreignKeys'

/** What reading a request needs besides the request. */
export interface ParseContext {
  /** Throws when the feature is off. */
  readonly requireFeature: (feature: SettingFeature, use: string) => void
  readonly checkTemplate: TemplateCheck
}

/** What applying a change needs besides the change. */
export interface ApplyContext {
  readonly place: Place
  /** The form in which the tokenizer would put a query word. */
  readonly normalizeWord: (word: string) => string
}

/** What must be rebuilt from the documents when a setting really changes. */
export type RebuiltPart = 'none' | 'words' | 'columns' | 'vectors'

/** One setting. */
export interface SettingRow<Name extends SettingName> {
  /** Last segment of its route. */
  readonly segment: string
  readonly verb: 'PUT' | 'PATCH'
  readonly default: Settings[Name]
  /** Public code of a value that cannot be accepted. */
  readonly code: string
  /** How a new value meets the stored one: in its place, member by member, or name by name. */
  readonly merge: 'replace' | 'members' | 'names'
  readonly rebuilds: RebuiltPart
  /** Feature without which the setting is neither shown nor accepted. */
  readonly feature?: SettingFeature
  /** One line for the documentation. */
  readonly doc: string
  parse(value: unknown, place: Place, context: ParseContext): SettingInput<Name>
  apply(current: Settings[Name], input: SettingInput<Name>, context: ApplyContext): Settings[Name]
}

/** Every setting, in the order in which they are presented. */
export const SETTINGS_TABLE: { readonly [Name in SettingName]: SettingRow<Name> } = {
  displayedAttributes: {
    segment: 'displayed-attributes',
    verb: 'PUT',
    default: ['*'],
    code: 'invalid_settings_displayed_attributes',
    merge: 'replace',
    rebuilds: 'none',
    doc: 'Fields that hits show; `*` stands for all.',
    parse: readStrings,
    apply: (_, attributes) => withoutRepeats(attributes),
  },
  searchableAttributes: {
    segment: 'searchable-attributes',
    verb: 'PUT',
    default: ['*'],
    code: 'invalid_settings_searchable_attributes',
    merge: 'replace',
    rebuilds: 'words',
    doc: 'Fields whose words are searched, the most important first; `*` stands for all.',
    parse: readStrings,
    apply: (_, attributes) => withoutRepeats(attributes),
  },
  filterableAttributes: {
    segment: 'filterable-attributes',
    verb: 'PUT',
    default: [],
    code: 'invalid_settings_filterable_attributes',
    merge: 'replace',
    rebuilds: 'columns',
    doc: 'Fields that filters and facets may use, as names or as rules with patterns and features.',
    parse: (value, place) => readArray(value, place, parseFilterableAttribute),
    apply: (_, attributes) => attributes,
  },
  sortableAttributes: {
    segment: 'sortable-attributes',
    verb: 'PUT',
    default: [],
    code: 'invalid_settings_sortable_attributes',
    merge: 'replace',
    rebuilds: 'columns',
    doc: 'Fields that the search parameter `sort` may use; `_geo` allows sorting by distance.',
    parse: readStringSet,
    apply: (_, attributes) => attributes,
  },
  foreignKeys: {
    segment: 'foreign-keys',
    verb: 'PUT',
    default: [],
    code: 'invalid_settings_foreign_keys',
    merge: 'replace',
    rebuilds: 'none',
    feature: 'foreignKeys',
    doc: 'Fields that hold the ids of documents of another index.',
    parse: (value, place) => readArray(value, place, parseForeignKey),
    apply: (_, keys) => keys,
  },
  rankingRules: {
    segment: 'ranking-rules',
    verb: 'PUT',
    default: DEFAULT_RANKING_RULES,
    code: 'invalid_settings_ranking_rules',
    merge: 'replace',
    rebuilds: 'columns',
    doc: 'Rules that order the hits, the most important first; `price:asc` orders by a field.',
    parse: readRankingRules,
    apply: (_, rules) => rules,
  },
  stopWords: {
    segment: 'stop-words',
    verb: 'PUT',
    default: [],
    code: 'invalid_settings_stop_words',
    merge: 'replace',
    rebuilds: 'words',
    doc: 'Words that are not searched.',
    parse: readStringSet,
    apply: (_, words) => sortedSet(words.map(stopWordForm)),
  },
  nonSeparatorTokens: {
    segment: 'non-separator-tokens',
    verb: 'PUT',
    default: [],
    code: 'invalid_settings_non_separator_tokens',
    merge: 'replace',
    rebuilds: 'words',
    doc: 'Character sequences that do not separate words, though they would by default.',
    parse: readStringSet,
    apply: (_, tokens) => tokens,
  },
  separatorTokens: {
    segment: 'separator-tokens',
    verb: 'PUT',
    default: [],
    code: 'invalid_settings_separator_tokens',
    merge: 'replace',
    rebuilds: 'words',
    doc: 'Character sequences that separate words, beside the default ones.',
    parse: readStringSet,
    apply: (_, tokens) => tokens,
  },
  dictionary: {
    segment: 'dictionary',
    verb: 'PUT',
    default: [],
    code: 'invalid_settings_dictionary',
    merge: 'replace',
    rebuilds: 'words',
    doc: 'Character sequences that are one word wherever they occur, such as `J. R. R.`.',
    parse: readStringSet,
    apply: (_, words) => words,
  },
  synonyms: {
    segment: 'synonyms',
    verb: 'PUT',
    default: {},
    code: 'invalid_settings_synonyms',
    merge: 'replace',
    rebuilds: 'none',
    doc: 'Words and phrases, and what else a search for them finds; one way only.',
    parse: (value, place) => sortByName(readMap(value, place, readStrings)),
    apply: (_, synonyms) => synonyms,
  },
  distinctAttribute: {
    segment: 'distinct-attribute',
    verb: 'PUT',
    default: null,
    code: 'invalid_settings_distinct_attribute',
    merge: 'replace',
    rebuilds: 'columns',
    doc: 'Field of which hits never share a value.',
    parse: readString,
    apply: (_, attribute) => attribute,
  },
  proximityPrecision: {
    segment: 'proximity-precision',
    verb: 'PUT',
    default: 'byWord',
    code: 'invalid_settings_proximity_precision',
    merge: 'replace',
    // positions are always stored: the precision is chosen by the query
    rebuilds: 'none',
    doc: 'Whether the distance of words counts (`byWord`) or only that they share a field (`byAttribute`).',
    parse: (value, place) => readWord(value, place, ['byWord', 'byAttribute']),
    apply: (_, precision) => precision,
  },
  typoTolerance: {
    segment: 'typo-tolerance',
    verb: 'PATCH',
    default: DEFAULT_TYPO_TOLERANCE,
    code: 'invalid_settings_typo_tolerance',
    merge: 'members',
    // which places take typos is decided by the query
    rebuilds: 'none',
    doc: 'Which words and fields match despite typos, and from which length on.',
    parse: parseTypoTolerance,
    apply: mergeTypoTolerance,
  },
  faceting: {
    segment: 'faceting',
    verb: 'PATCH',
    default: DEFAULT_FACETING,
    code: 'invalid_settings_faceting',
    merge: 'members',
    rebuilds: 'none',
    doc: 'How many values a facet lists, and in which order.',
    parse: parseFaceting,
    apply: mergeFaceting,
  },
  pagination: {
    segment: 'pagination',
    verb: 'PATCH',
    default: DEFAULT_PAGINATION,
    code: 'invalid_settings_pagination',
    merge: 'members',
    rebuilds: 'none',
    doc: 'How many hits a search can reach.',
    parse: parsePagination,
    apply: (current, patch) => mergePatch(current, patch, DEFAULT_PAGINATION),
  },
  embedders: {
    segment: 'embedders',
    verb: 'PATCH',
    default: {},
    code: 'invalid_settings_embedders',
    merge: 'names',
    rebuilds: 'vectors',
    doc: 'Named ways of turning documents and queries into vectors.',
    parse: (value, place, context) => {
      const patch = parseEmbedders(value, place)
      checkEmbeddersPatch(patch, place, context)
      return patch
    },
    apply: (current, patch, context) => mergeEmbedders(current, patch, context.place),
  },
  searchCutoffMs: {
    segment: 'search-cutoff-ms',
    verb: 'PUT',
    default: null,
    code: 'invalid_settings_search_cutoff_ms',
    merge: 'replace',
    rebuilds: 'none',
    doc: 'Milliseconds after which a search answers with what it has; 1500 when unset.',
    parse: (value, place) => readInteger(value, place),
    apply: (_, cutoff) => cutoff,
  },
  localizedAttributes: {
    segment: 'localized-attributes',
    verb: 'PUT',
    default: null,
    code: 'invalid_settings_localized_attributes',
    merge: 'replace',
    rebuilds: 'words',
    doc: 'Languages that fields are written in, by pattern; the first match decides.',
    parse: (value, place) => readArray(value, place, parseLocalizedAttribute),
    apply: (_, rules) => rules.map(resolveLocalizedAttribute),
  },
  facetSearch: {
    segment: 'facet-search',
    verb: 'PUT',
    default: true,
    code: 'invalid_settings_facet_search',
    merge: 'replace',
    // facet search reads the columns that filters need anyway
    rebuilds: 'none',
    doc: 'Whether facet values can be searched.',
    parse: readBoolean,
    apply: (_, isOn) => isOn,
  },
  prefixSearch: {
    segment: 'prefix-search',
    verb: 'PUT',
    default: 'indexingTime',
    code: 'invalid_settings_prefix_search',
    merge: 'replace',
    // prefixes are ranges of the sorted words: nothing is stored for them
    rebuilds: 'none',
    doc: 'Whether the last word of a query also matches longer words (`indexingTime`) or not (`disabled`).',
    parse: (value, place) => readWord(value, place, ['indexingTime', 'disabled']),
    apply: (_, mode) => mode,
  },
  chat: {
    segment: 'chat',
    verb: 'PATCH',
    default: DEFAULT_CHAT,
    code: 'invalid_settings_index_chat',
    merge: 'members',
    rebuilds: 'none',
    feature: 'chatCompletions',
    doc: 'How the index presents itself to conversations.',
    parse: (value, place, context) => parseChat(value, place, context.checkTemplate),
    apply: mergeChat,
  },
}

/** The names of all settings, in the order in which they are presented. */
export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS_TABLE) as SettingName[]

/** The settings of an index that was never configured. */
export const DEFAULT_SETTINGS: Settings = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS_TABLE[name].default]),
) as unknown as Settings

/** The name of the setting behind a route segment, or null. */
export function settingOfSegment(segment: string): SettingName | null {
  return SETTING_NAMES.find((name) => SETTINGS_TABLE[name].segment === segment) ?? null
}

function readStringSet(value: unknown, place: Place): string[] {
  return sortedSet(readStrings(value, place))
}

/** A `*` anywhere stands for everything. */
function withoutRepeats(attributes: readonly string[]): string[] {
  return attributes.includes('*') ? ['*'] : [...new Set(attributes)]
}
