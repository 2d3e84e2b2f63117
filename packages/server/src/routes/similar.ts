import type { SimilarRequest } from '@sextant/engine'

import { joinFilters } from '../auth/tenant-token.ts'
import type { ErrorCode } from '../errors/codes.ts'
import { PAGE_LIMIT_DEFAULT } from '../schemas/page.ts'
import {
  type BodyField,
  type BodyKind,
  type FieldsFor,
  readObject,
} from '../validate/body-fields.ts'
import {
  BOOLEAN,
  FILTER,
  nullable,
  numberBetween,
  objectSchema,
  STRING,
  STRINGS,
  UINT,
} from '../validate/body-kinds.ts'
import { DOCUMENT_ID } from '../validate/document-id.ts'
import {
  BOOLEAN_TEXT,
  FILTER_TEXT,
  LIST_TEXT,
  numberText,
  type QueryField,
  type QueryKind,
  readQuery,
  TEXT,
  UINT_TEXT,
} from '../validate/query-fields.ts'
import { findIndex, namingIndex } from './find-index.ts'
import { type Answer, indexUidOf, readJson, type Route, type RouteRequest } from './route.ts'

interface SimilarParameters {
  readonly id?: string
  readonly offset?: number
  readonly limit?: number
  readonly filter?: unknown
  readonly embedder?: string
  readonly attributesToRetrieve?: readonly string[] | null
  readonly retrieveVectors?: boolean
  readonly showRankingScore?: boolean
  readonly showRankingScoreDetails?: boolean
  readonly showPerformanceDetails?: boolean
  readonly rankingScoreThreshold?: number | null
}

const BODY: FieldsFor<SimilarParameters> = {
  id: {
    ...field(DOCUMENT_ID, 'invalid_similar_id', 'Document to compare with.'),
    missing: 'bad_request',
  },
  offset: field(UINT, 'invalid_similar_offset', 'Hits to skip.'),
  limit: field(UINT, 'invalid_similar_limit', 'Hits to return, 20 by default.'),
  filter: field(FILTER, 'invalid_similar_filter', 'Only documents that pass.'),
  embedder: {
    ...field(STRING, 'invalid_similar_embedder', 'Embedder whose vectors are compared.'),
    missing: 'bad_request',
  },
  attributesToRetrieve: field(
    nullable(STRINGS),
    'invalid_similar_attributes_to_retrieve',
    'Fields of the hits.',
  ),
  retrieveVectors: field(BOOLEAN, 'invalid_similar_retrieve_vectors', 'Show vectors.'),
  showRankingScore: field(BOOLEAN, 'invalid_similar_show_ranking_score', 'Show the score.'),
  showRankingScoreDetails: field(
    BOOLEAN,
    'invalid_similar_show_ranking_score_details',
    'Show the score in detail.',
  ),
  showPerformanceDetails: field(
    BOOLEAN,
    'invalid_similar_show_performance_details',
    'Accepted; nothing is added.',
  ),
  rankingScoreThreshold: field(
    nullable(numberBetween(0, 1)),
    'invalid_similar_ranking_score_threshold',
    'Leave out hits that score less.',
  ),
}

const ID_TEXT: QueryKind<string> = {
  schema: { type: 'string' },
  read: (text, name, code) => DOCUMENT_ID.read(text, name, code),
}

const QUERY = {
  id: { ...parameter(ID_TEXT, 'invalid_similar_id'), missing: 'bad_request' },
  offset: parameter(UINT_TEXT, 'invalid_similar_offset'),
  limit: parameter(UINT_TEXT, 'invalid_similar_limit'),
  filter: parameter(FILTER_TEXT, 'invalid_similar_filter'),
  embedder: { ...parameter(TEXT, 'invalid_similar_embedder'), missing: 'bad_request' },
  attributesToRetrieve: parameter(LIST_TEXT, 'invalid_similar_attributes_to_retrieve'),
  retrieveVectors: parameter(BOOLEAN_TEXT, 'invalid_similar_retrieve_vectors'),
  showRankingScore: parameter(BOOLEAN_TEXT, 'invalid_similar_show_ranking_score'),
  showRankingScoreDetails: parameter(BOOLEAN_TEXT, 'invalid_similar_show_ranking_score_details'),
  showPerformanceDetails: parameter(BOOLEAN_TEXT, 'invalid_similar_show_performance_details'),
  rankingScoreThreshold: parameter(numberText(0, 1), 'invalid_similar_ranking_score_threshold'),
} as const

/** Finding documents that are like another one. */
export const SIMILAR_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/indexes/:indexUid/similar',
    action: 'search',
    doc: 'Finds documents like another one; the parameters are in the body.',
    status: 200,
    body: objectSchema(BODY),
    async handle(request) {
      const body = await readJson(request)
      return await similar(request, readObject(body, BODY, '', { code: 'bad_request' }))
    },
  },
  {
    method: 'GET',
    path: '/indexes/:indexUid/similar',
    action: 'search',
    doc: 'Finds documents like another one; the parameters are in the query string.',
    status: 200,
    query: QUERY,
    handle: (request) => similar(request, readQuery(request.queryText, QUERY)),
  },
]

async function similar(request: RouteRequest, parameters: SimilarParameters): Promise<Answer> {
  const { services, access } = request
  const indexUid = indexUidOf(request)
  const entry = findIndex(services, indexUid)
  const imposedFilter = access.imposedFilter(indexUid)
  const engineRequest: SimilarRequest = {
    id: parameters.id ?? '',
    embedder: parameters.embedder ?? '',
    offset: parameters.offset ?? 0,
    limit: parameters.limit ?? PAGE_LIMIT_DEFAULT,
    filter: joinFilters(parameters.filter ?? null, imposedFilter),
    // a document that the caller may not see is not there
    targetFilter: imposedFilter,
    attributesToRetrieve: parameters.attributesToRetrieve ?? null,
    retrieveVectors: parameters.retrieveVectors ?? false,
    showRankingScore: parameters.showRankingScore ?? false,
    showRankingScoreDetails: parameters.showRankingScoreDetails ?? false,
    rankingScoreThreshold: parameters.rankingScoreThreshold ?? null,
    containsFilter: services.features.states.containsFilter,
    vectorFilter: services.features.states.multimodal,
  }
  const found = services.searchGate.run(() => services.engine.similar(entry.indexId, engineRequest))
  return { body: await namingIndex(indexUid, found) }
}

function field<T>(kind: BodyKind<T>, code: ErrorCode, doc: string): BodyField<T> {
  return { kind, code, doc }
}

function parameter<T>(kind: QueryKind<T>, code: ErrorCode): QueryField<T> {
  return { kind, code, doc: '' }
}
