import { InputError, withIndexName } from '@sextant/engine'

import {
  checkParameters,
  SEARCH_BODY,
  type SearchContext,
  type SearchParameters,
  toSearchRequest,
} from '../schemas/search-parameters.ts'
import { readSearchQuery, SEARCH_QUERY } from '../schemas/search-query.ts'
import type { Services } from '../services.ts'
import { readObject } from '../validate/body-fields.ts'
import { objectSchema } from '../validate/body-kinds.ts'
import { findIndex } from './find-index.ts'
import { type Answer, indexUidOf, readJson, type Route, type RouteRequest } from './route.ts'

/** Searching one index. */
export const SEARCH_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/indexes/:indexUid/search',
    action: 'search',
    doc: 'Searches an index; the parameters are in the body.',
    status: 200,
    body: objectSchema(SEARCH_BODY),
    async handle(request) {
      const body = await readJson(request)
      return await search(request, readObject(body, SEARCH_BODY, '', { code: 'bad_request' }))
    },
  },
  {
    method: 'GET',
    path: '/indexes/:indexUid/search',
    action: 'search',
    doc: 'Searches an index; the parameters are in the query string.',
    status: 200,
    query: SEARCH_QUERY,
    handle: (request) => search(request, readSearchQuery(request.queryText)),
  },
]

/** Refuses parameters whose feature is off. */
export function checkFeatures(
  services: Services,
  parameters: Pick<SearchParameters, 'media' | 'useNetwork' | 'personalize'>,
): void {
  if ((parameters.media ?? null) !== null) {
    services.features.require('multimodal', 'Using `media` in a search')
  }
  if (parameters.useNetwork === true) {
    services.features.require('network', 'Using `useNetwork` in a search')
  }
  if ((parameters.personalize ?? null) !== null) throw unavailable('Personalized search')
}

/** What a search of an index depends on beside its parameters. */
export function searchContext(request: RouteRequest, indexUid: string): SearchContext {
  return {
    imposedFilter: request.access.imposedFilter(indexUid),
    containsFilter: request.services.features.states.containsFilter,
    vectorFilter: request.services.features.states.multimodal,
  }
}

/** The error for what this build cannot do; no switch turns it on. */
export function unavailable(what: string): InputError {
  return new InputError(
    'feature_not_enabled',
    `${what} is not available in this version of Sextant.`,
  )
}

async function search(request: RouteRequest, parameters: SearchParameters): Promise<Answer> {
  const { services } = request
  checkParameters(parameters)
  const indexUid = indexUidOf(request)
  checkFeatures(services, parameters)
  const entry = findIndex(services, indexUid)
  const engineRequest = toSearchRequest(parameters, searchContext(request, indexUid))
  // what `run` and `namingIndex` do, with one wait instead of three
  services.searchGate.enter()
  try {
    return { body: await services.engine.search(entry.indexId, engineRequest) }
  } catch (error) {
    throw withIndexName(error, indexUid)
  } finally {
    services.searchGate.leave()
  }
}
