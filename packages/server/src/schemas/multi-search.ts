// The body of a multi-search, with and without federation.

import { InputError } from '@sextant/engine'

import type { ErrorCode } from '../errors/codes.ts'
import {
  type BodyField,
  type BodyKind,
  type FieldsFor,
  readObject,
} from '../validate/body-fields.ts'
import {
  BOOLEAN,
  listOf,
  mapOf,
  nullable,
  numberBetween,
  objectOf,
  objectSchema,
  STRING,
  STRINGS,
  UINT,
} from '../validate/body-kinds.ts'
import { checkIndexUid, INDEX_UID } from '../validate/index-uid.ts'
import type { JsonValue } from '../validate/json-value.ts'
import { SEARCH_BODY, type SearchParameters } from './search-parameters.ts'

/** How one query takes part in a federation. */
export interface FederationOptions {
  readonly weight?: number
  readonly remote?: string | null
  readonly queryPosition?: number | null
}

/** One query of a multi-search. */
export interface QueryParameters extends SearchParameters {
  readonly indexUid?: string
  readonly federationOptions?: FederationOptions | null
}

/** How the hits of all queries become one list. */
export interface Federation {
  readonly limit?: number
  readonly offset?: number
  readonly page?: number | null
  readonly hitsPerPage?: number | null
  readonly facetsByIndex?: Readonly<Record<string, readonly string[] | null>>
  readonly mergeFacets?: { readonly maxValuesPerFacet?: number | null } | null
  readonly distinct?: string | null
  readonly showPerformanceDetails?: boolean
}

/** A multi-search, read. */
export interface MultiSearchBody {
  readonly queries?: readonly QueryParameters[]
  readonly federation?: Federation | null
}

const OPTIONS: FieldsFor<FederationOptions> = {
  weight: field(
    numberBetween(0, Infinity),
    'invalid_multi_search_weight',
    'What scores of this query are multiplied by.',
  ),
  remote: field(nullable(STRING), 'invalid_multi_search_remote', 'Instance to ask.'),
  queryPosition: field(
    nullable(UINT),
    'invalid_multi_search_query_position',
    'Position that hits of this query show.',
  ),
}

const QUERY: FieldsFor<QueryParameters> = {
  indexUid: {
    ...field(INDEX_UID, 'invalid_index_uid', 'Index to search.'),
    missing: 'missing_index_uid',
  },
  ...SEARCH_BODY,
  offset: field(nullable(UINT), 'invalid_search_offset', 'Hits to skip.'),
  limit: field(nullable(UINT), 'invalid_search_limit', 'Hits to return, 20 by default.'),
  federationOptions: field(
    nullable(objectOf(OPTIONS, { code: 'bad_request' })),
    'bad_request',
    'Only with `federation`.',
  ),
}

const MERGE_FACETS = {
  maxValuesPerFacet: field(
    nullable(UINT),
    'invalid_multi_search_max_values_per_facet',
    'Values of one facet at most.',
  ),
} as const

const FACETS_BY_INDEX: BodyKind<Readonly<Record<string, readonly string[] | null>>> = {
  schema: mapOf(nullable(STRINGS)).schema,
  read(value, at, code) {
    const facets = mapOf(nullable(STRINGS)).read(value, at, code)
    for (const indexUid of Object.keys(facets)) checkIndexUid(indexUid, code)
    return facets
  },
}

const FEDERATION: FieldsFor<Federation> = {
  limit: field(UINT, 'invalid_search_limit', 'Hits to return, 20 by default.'),
  offset: field(UINT, 'invalid_search_offset', 'Hits to skip.'),
  page: field(nullable(UINT), 'invalid_search_page', 'Page to return; totals are exact.'),
  hitsPerPage: field(nullable(UINT), 'invalid_search_hits_per_page', 'Hits of a page.'),
  facetsByIndex: field(
    FACETS_BY_INDEX,
    'invalid_multi_search_facets_by_index',
    'Fields whose values are counted, by index.',
  ),
  mergeFacets: field(
    nullable(objectOf(MERGE_FACETS)),
    'invalid_multi_search_merge_facets',
    'Count values over all indexes.',
  ),
  distinct: field(nullable(STRING), 'invalid_search_distinct', 'One hit per value of this field.'),
  showPerformanceDetails: field(
    BOOLEAN,
    'invalid_search_show_performance_details',
    'Accepted; nothing is added.',
  ),
}

const BODY: FieldsFor<MultiSearchBody> = {
  federation: field(
    nullable(objectOf(FEDERATION, { code: 'bad_request' })),
    'bad_request',
    'Give one list of hits; `{}` is enough.',
  ),
  queries: {
    ...field(listOf(objectOf(QUERY, { code: 'bad_request' })), 'bad_request', 'The searches.'),
    missing: 'bad_request',
  },
}

/** The schema of the body, for the table of routes. */
export function multiSearchSchema(): Readonly<Record<string, unknown>> {
  return objectSchema(BODY)
}

/** Reads the body and checks what a query may hold with and without federation. */
export function readMultiSearch(body: JsonValue): {
  readonly queries: readonly QueryParameters[]
  readonly federation: Federation | null
} {
  const read = readObject(body, BODY, '', { code: 'bad_request' })
  const queries = read.queries ?? []
  const federation = read.federation ?? null
  for (const [position, query] of queries.entries()) {
    if (federation !== null) checkFederatedQuery(query, federation, position)
    else if ((query.federationOptions ?? null) !== null) {
      throw new InputError(
        'invalid_multi_search_federation_options',
        `Inside \`.queries[${position}]\`: \`federationOptions\` is only for a federated search.\n  - Hint: add \`"federation": {}\` to the body.`,
      )
    }
  }
  return { queries, federation }
}

const PAGING = ['limit', 'offset', 'page', 'hitsPerPage'] as const

function checkFederatedQuery(
  query: QueryParameters,
  federation: Federation,
  position: number,
): void {
  const forbid = (key: string, code: ErrorCode, hint: string): never => {
    throw new InputError(
      code,
      `Inside \`.queries[${position}]\`: query key \`${key}\` cannot be used with \`federation\`.\n  - Hint: ${hint}`,
    )
  }
  for (const key of PAGING) {
    if ((query[key] ?? null) !== null) {
      forbid(key, 'invalid_multi_search_query_pagination', `use \`federation.${key}\`.`)
    }
  }
  if ((query.facets ?? []).length > 0) {
    forbid('facets', 'invalid_multi_search_query_facets', 'use `federation.facetsByIndex`.')
  }
  if ((query.personalize ?? null) !== null) {
    forbid('personalize', 'invalid_multi_search_query_personalization', 'leave it out.')
  }
  if (query.showPerformanceDetails === true) {
    forbid(
      'showPerformanceDetails',
      'invalid_multi_search_query_show_performance_details',
      'use `federation.showPerformanceDetails`.',
    )
  }
  if ((query.distinct ?? null) !== null && (federation.distinct ?? null) !== null) {
    forbid('distinct', 'invalid_multi_search_distinct', 'use one of both.')
  }
  if (query.useNetwork === true && (query.federationOptions?.remote ?? null) !== null) {
    forbid('useNetwork', 'invalid_multi_search_federation_options', 'leave `remote` out.')
  }
}

function field<T>(kind: BodyKind<T>, code: ErrorCode, doc: string): BodyField<T> {
  return { kind, code, doc }
}
