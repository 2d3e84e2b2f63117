// The parameters of a search, as a body and as a query string, and the request that the engine gets.

import {
  InputError,
  LOCALES,
  type MatchingStrategy,
  completeSearch,
  SEARCH_DEFAULTS,
  type SearchRequest,
} from '@sextant/engine'

import { joinFilters } from '../auth/tenant-token.ts'
import type { ErrorCode } from '../errors/codes.ts'
import {
  type BodyField,
  type BodyKind,
  type FieldsFor,
  notAccepted,
} from '../validate/body-fields.ts'
import {
  ANY,
  BOOLEAN,
  FILTER,
  listOf,
  nullable,
  numberBetween,
  objectOf,
  oneOf,
  STRING,
  STRINGS,
  UINT,
} from '../validate/body-kinds.ts'

/** What facet search takes from search. */
export interface SharedSearchParameters {
  readonly q?: string | null
  readonly vector?: readonly number[] | null
  readonly media?: unknown
  readonly hybrid?: { readonly embedder?: string; readonly semanticRatio?: number } | null
  readonly filter?: unknown
  readonly matchingStrategy?: MatchingStrategy
  readonly attributesToSearchOn?: readonly string[] | null
  readonly rankingScoreThreshold?: number | null
  readonly locales?: readonly string[] | null
  readonly useNetwork?: boolean | null
}

/** The parameters of a search as they were sent. */
export interface SearchParameters extends SharedSearchParameters {
  /** Null only in a multi-search, for the default. */
  readonly offset?: number | null
  readonly limit?: number | null
  readonly page?: number | null
  readonly hitsPerPage?: number | null
  readonly attributesToRetrieve?: readonly string[] | null
  readonly retrieveVectors?: boolean
  readonly attributesToCrop?: readonly string[] | null
  readonly cropLength?: number
  readonly attributesToHighlight?: readonly string[] | null
  readonly showMatchesPosition?: boolean
  readonly showRankingScore?: boolean
  readonly showRankingScoreDetails?: boolean
  readonly showPerformanceDetails?: boolean
  readonly sort?: readonly string[] | null
  readonly distinct?: string | null
  readonly facets?: readonly string[] | null
  readonly highlightPreTag?: string
  readonly highlightPostTag?: string
  readonly cropMarker?: string
  readonly personalize?: { readonly userContext?: string } | null
}

/** How words may be left out, in the order of messages. */
export const STRATEGIES: readonly MatchingStrategy[] = ['last', 'all', 'frequency']

const LOCALE: BodyKind<string> = {
  schema: { type: 'string', enum: [...LOCALES.keys()] },
  read(value, at, code) {
    const text = STRING.read(value, at, code)
    if (!LOCALES.has(text)) throw notAccepted(text, [...LOCALES.keys()], at, code)
    return text
  },
}

// Null means no text here.
const TAG: BodyKind<string> = {
  schema: nullable(STRING).schema,
  read: (value, at, code) => (value === null ? '' : STRING.read(value, at, code)),
}

const HYBRID = {
  embedder: {
    kind: STRING,
    code: 'invalid_search_embedder',
    missing: 'invalid_search_hybrid_query',
    doc: 'Name of the embedder.',
  },
  semanticRatio: {
    kind: numberBetween(0, 1),
    code: 'invalid_search_semantic_ratio',
    doc: '0 for words only, 1 for meaning only.',
  },
} as const

const PERSONALIZE = {
  userContext: {
    kind: STRING,
    code: 'invalid_search_personalize_user_context',
    missing: 'invalid_search_personalize',
    doc: 'What is known of the user.',
  },
} as const

/** The shared parameters in a body. */
export const SHARED_SEARCH_BODY: FieldsFor<SharedSearchParameters> = {
  q: field(nullable(STRING), 'invalid_search_q', 'Words to search.'),
  vector: field(
    nullable(listOf(numberBetween(-Infinity, Infinity))),
    'invalid_search_vector',
    'Query vector.',
  ),
  media: field(nullable(ANY), 'invalid_search_media', 'Data for a search fragment.'),
  hybrid: field(
    nullable(objectOf(HYBRID)),
    'invalid_search_hybrid_query',
    'Search by meaning as well.',
  ),
  filter: field(FILTER, 'invalid_search_filter', 'Only documents that pass.'),
  matchingStrategy: field(
    oneOf(STRATEGIES),
    'invalid_search_matching_strategy',
    'Which words may be left out.',
  ),
  attributesToSearchOn: field(
    nullable(STRINGS),
    'invalid_search_attributes_to_search_on',
    'Search these fields only.',
  ),
  rankingScoreThreshold: field(
    nullable(numberBetween(0, 1)),
    'invalid_search_ranking_score_threshold',
    'Leave out hits that score less.',
  ),
  locales: field(nullable(listOf(LOCALE)), 'invalid_search_locales', 'Languages of the query.'),
  useNetwork: field(nullable(BOOLEAN), 'invalid_search_use_network', 'Search other instances too.'),
}

/** Every parameter of a search in a body. */
export const SEARCH_BODY: FieldsFor<SearchParameters> = {
  q: SHARED_SEARCH_BODY.q,
  vector: SHARED_SEARCH_BODY.vector,
  media: SHARED_SEARCH_BODY.media,
  hybrid: SHARED_SEARCH_BODY.hybrid,
  offset: field(UINT, 'invalid_search_offset', 'Hits to skip.'),
  limit: field(UINT, 'invalid_search_limit', 'Hits to return, 20 by default.'),
  page: field(nullable(UINT), 'invalid_search_page', 'Page to return; totals are exact.'),
  hitsPerPage: field(nullable(UINT), 'invalid_search_hits_per_page', 'Hits of a page.'),
  attributesToRetrieve: field(
    nullable(STRINGS),
    'invalid_search_attributes_to_retrieve',
    'Fields of the hits.',
  ),
  retrieveVectors: field(BOOLEAN, 'invalid_search_retrieve_vectors', 'Show vectors.'),
  attributesToCrop: field(
    nullable(STRINGS),
    'invalid_search_attributes_to_crop',
    'Fields to shorten, `name` or `name:length`.',
  ),
  cropLength: field(UINT, 'invalid_search_crop_length', 'Words of a shortened field.'),
  attributesToHighlight: field(
    nullable(STRINGS),
    'invalid_search_attributes_to_highlight',
    'Fields in which matches are marked.',
  ),
  showMatchesPosition: field(BOOLEAN, 'invalid_search_show_matches_position', 'Show where.'),
  showRankingScore: field(BOOLEAN, 'invalid_search_show_ranking_score', 'Show the score.'),
  showRankingScoreDetails: field(
    BOOLEAN,
    'invalid_search_show_ranking_score_details',
    'Show the score of each rule.',
  ),
  showPerformanceDetails: field(
    BOOLEAN,
    'invalid_search_show_performance_details',
    'Accepted; nothing is added.',
  ),
  useNetwork: SHARED_SEARCH_BODY.useNetwork,
  filter: SHARED_SEARCH_BODY.filter,
  sort: field(nullable(STRINGS), 'invalid_search_sort', 'Order, `price:asc`.'),
  distinct: field(nullable(STRING), 'invalid_search_distinct', 'One hit per value of this field.'),
  facets: field(nullable(STRINGS), 'invalid_search_facets', 'Fields whose values are counted.'),
  highlightPreTag: field(TAG, 'invalid_search_highlight_pre_tag', 'Before a match.'),
  highlightPostTag: field(TAG, 'invalid_search_highlight_post_tag', 'After a match.'),
  cropMarker: field(TAG, 'invalid_search_crop_marker', 'Where text was cut.'),
  matchingStrategy: SHARED_SEARCH_BODY.matchingStrategy,
  attributesToSearchOn: SHARED_SEARCH_BODY.attributesToSearchOn,
  rankingScoreThreshold: SHARED_SEARCH_BODY.rankingScoreThreshold,
  locales: SHARED_SEARCH_BODY.locales,
  personalize: field(
    nullable(objectOf(PERSONALIZE)),
    'invalid_search_personalize',
    'Order by what is known of the user.',
  ),
}

/** Rules between parameters that need no index. */
export function checkParameters(parameters: SearchParameters): void {
  const hasVector = (parameters.vector ?? null) !== null
  const hasMedia = (parameters.media ?? null) !== null
  if ((hasVector || hasMedia) && (parameters.hybrid ?? null) === null) {
    throw new InputError(
      'missing_search_hybrid',
      `\`${hasVector ? 'vector' : 'media'}\` needs \`hybrid\` to name the embedder.`,
    )
  }
  if (hasVector && hasMedia) {
    throw new InputError(
      'invalid_search_media_and_vector',
      '`media` and `vector` cannot be used together.',
    )
  }
}

/** What a search depends on beside its parameters. */
export interface SearchContext {
  /** From the caller's token. */
  readonly imposedFilter: unknown
  /** Whether the operator CONTAINS is switched on. */
  readonly containsFilter: boolean
  /** Whether conditions on `_vectors` are switched on. */
  readonly vectorFilter: boolean
}

/** The request that the engine gets. */
export function toSearchRequest(
  parameters: SearchParameters,
  context: SearchContext,
): SearchRequest {
  const { hybrid } = parameters
  const request: Writable<SearchRequest> = completeSearch({})
  Object.assign(request, ofEngine(parameters))
  request.offset = parameters.offset ?? SEARCH_DEFAULTS.offset
  request.limit = parameters.limit ?? SEARCH_DEFAULTS.limit
  request.filter = joinFilters(parameters.filter ?? null, context.imposedFilter)
  request.containsFilter = context.containsFilter
  request.vectorFilter = context.vectorFilter
  request.media = parameters.media ?? null
  request.hybrid =
    hybrid === undefined || hybrid === null
      ? null
      : { embedder: hybrid.embedder ?? '', semanticRatio: hybrid.semanticRatio ?? 0.5 }
  return request
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] }

// The same object where there is nothing to leave out, as almost always: taking it apart costs more than checking it.
function ofEngine(parameters: SearchParameters): Partial<SearchParameters> {
  const { useNetwork, personalize, showPerformanceDetails } = parameters
  if (useNetwork === undefined && personalize === undefined) {
    if (showPerformanceDetails === undefined) return parameters
  }
  const { useNetwork: _network, personalize: _person, ...rest } = parameters
  const { showPerformanceDetails: _performance, ...own } = rest
  return own
}

function field<T>(kind: BodyKind<T>, code: ErrorCode, doc: string): BodyField<T> {
  return { kind, code, doc }
}
