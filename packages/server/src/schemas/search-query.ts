// The parameters of a search in a query string.

import { InputError, LOCALES } from '@sextant/engine'

import type { ErrorCode } from '../errors/codes.ts'
import { quoteAll, shorten } from '../validate/quoting.ts'
import {
  BOOLEAN_TEXT,
  FILTER_TEXT,
  LIST_TEXT,
  numberText,
  type QueryField,
  type QueryFields,
  type QueryKind,
  readQuery,
  SORT_TEXT,
  TEXT,
  UINT_TEXT,
  wordOf,
} from '../validate/query-fields.ts'
import { type SearchParameters, STRATEGIES } from './search-parameters.ts'

const VECTOR_TEXT: QueryKind<readonly number[]> = {
  schema: { type: 'string', description: 'Numbers separated by commas.' },
  read: (text, name, code) =>
    LIST_TEXT.read(text, name, code).map((item) =>
      numberText(-Infinity, Infinity).read(item.trim(), name, code),
    ),
}

const LOCALES_TEXT: QueryKind<readonly string[]> = {
  schema: LIST_TEXT.schema,
  read(text, name, code) {
    const locales = LIST_TEXT.read(text, name, code)
    const unknown = locales.find((locale) => !LOCALES.has(locale))
    if (unknown === undefined) return locales
    throw new InputError(
      code,
      `Parameter \`${name}\`: \`${shorten(unknown)}\` is not a supported locale. Accepted values: ${quoteAll([...LOCALES.keys()])}.`,
    )
  },
}

const FIELDS = {
  q: field(TEXT, 'invalid_search_q'),
  vector: field(VECTOR_TEXT, 'invalid_search_vector'),
  offset: field(UINT_TEXT, 'invalid_search_offset'),
  limit: field(UINT_TEXT, 'invalid_search_limit'),
  page: field(UINT_TEXT, 'invalid_search_page'),
  hitsPerPage: field(UINT_TEXT, 'invalid_search_hits_per_page'),
  attributesToRetrieve: field(LIST_TEXT, 'invalid_search_attributes_to_retrieve'),
  retrieveVectors: field(BOOLEAN_TEXT, 'invalid_search_retrieve_vectors'),
  attributesToCrop: field(LIST_TEXT, 'invalid_search_attributes_to_crop'),
  cropLength: field(UINT_TEXT, 'invalid_search_crop_length'),
  attributesToHighlight: field(LIST_TEXT, 'invalid_search_attributes_to_highlight'),
  filter: field(FILTER_TEXT, 'invalid_search_filter'),
  sort: field(SORT_TEXT, 'invalid_search_sort'),
  distinct: field(TEXT, 'invalid_search_distinct'),
  showMatchesPosition: field(BOOLEAN_TEXT, 'invalid_search_show_matches_position'),
  showRankingScore: field(BOOLEAN_TEXT, 'invalid_search_show_ranking_score'),
  showRankingScoreDetails: field(BOOLEAN_TEXT, 'invalid_search_show_ranking_score_details'),
  showPerformanceDetails: field(BOOLEAN_TEXT, 'invalid_search_show_performance_details'),
  useNetwork: field(BOOLEAN_TEXT, 'invalid_search_use_network'),
  facets: field(LIST_TEXT, 'invalid_search_facets'),
  highlightPreTag: field(TEXT, 'invalid_search_highlight_pre_tag'),
  highlightPostTag: field(TEXT, 'invalid_search_highlight_post_tag'),
  cropMarker: field(TEXT, 'invalid_search_crop_marker'),
  matchingStrategy: field(wordOf(STRATEGIES), 'invalid_search_matching_strategy'),
  attributesToSearchOn: field(LIST_TEXT, 'invalid_search_attributes_to_search_on'),
  hybridEmbedder: field(TEXT, 'invalid_search_embedder'),
  hybridSemanticRatio: field(numberText(0, 1), 'invalid_search_semantic_ratio'),
  rankingScoreThreshold: field(numberText(0, 1), 'invalid_search_ranking_score_threshold'),
  locales: field(LOCALES_TEXT, 'invalid_search_locales'),
  personalizeUserContext: field(TEXT, 'invalid_search_personalize_user_context'),
} as const

/** The parameters, for the table of routes. */
export const SEARCH_QUERY: QueryFields = FIELDS

/** Reads the query string of a search into the parameters that a body would give. */
export function readSearchQuery(text: string): SearchParameters {
  const { hybridEmbedder, hybridSemanticRatio, personalizeUserContext, ...parameters } = readQuery(
    text,
    FIELDS,
  )
  if (hybridSemanticRatio !== undefined && hybridEmbedder === undefined) {
    throw new InputError(
      'invalid_search_hybrid_query',
      'Parameter `hybridSemanticRatio` needs `hybridEmbedder` to name the embedder.',
    )
  }
  return {
    ...parameters,
    ...hybridOf(hybridEmbedder, hybridSemanticRatio),
    ...(personalizeUserContext === undefined
      ? {}
      : { personalize: { userContext: personalizeUserContext } }),
  }
}

function hybridOf(
  embedder: string | undefined,
  semanticRatio: number | undefined,
): Pick<SearchParameters, 'hybrid'> {
  if (embedder === undefined) return {}
  return { hybrid: { embedder, ...(semanticRatio === undefined ? {} : { semanticRatio }) } }
}

function field<T>(kind: QueryKind<T>, code: ErrorCode): QueryField<T> {
  return { kind, code, doc: '' }
}
