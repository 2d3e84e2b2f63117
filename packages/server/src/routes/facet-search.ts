import { type FacetSearchRequest, InputError } from '@sextant/engine'

import {
  checkParameters,
  SHARED_SEARCH_BODY,
  type SharedSearchParameters,
  toSearchRequest,
} from '../schemas/search-parameters.ts'
import { type FieldsFor, readObject } from '../validate/body-fields.ts'
import { BOOLEAN, nullable, objectSchema, STRING } from '../validate/body-kinds.ts'
import { findIndex, namingIndex } from './find-index.ts'
import { indexUidOf, readJson, type Route } from './route.ts'
import { checkFeatures, searchContext } from './search.ts'

interface FacetSearchParameters extends SharedSearchParameters {
  readonly facetQuery?: string | null
  readonly facetName?: string
  readonly exhaustiveFacetCount?: boolean | null
}

const FACET_SEARCH_BODY: FieldsFor<FacetSearchParameters> = {
  facetQuery: {
    kind: nullable(STRING),
    code: 'invalid_facet_search_query',
    doc: 'Beginning of the values to find; all of them by default.',
  },
  facetName: {
    kind: STRING,
    code: 'invalid_facet_search_facet_name',
    missing: 'missing_facet_search_facet_name',
    doc: 'Field whose values are searched.',
  },
  ...SHARED_SEARCH_BODY,
  exhaustiveFacetCount: {
    kind: nullable(BOOLEAN),
    code: 'invalid_facet_search_exhaustive_facet_count',
    doc: 'Count exactly where a distinct attribute hides documents.',
  },
}

/** Searching the values of a facet. */
export const FACET_SEARCH_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/indexes/:indexUid/facet-search',
    action: 'search',
    doc: 'Searches the values of one field.',
    status: 200,
    body: objectSchema(FACET_SEARCH_BODY),
    async handle(request) {
      const { services } = request
      // Clients may send a whole search here, so fields that mean nothing are passed over.
      const body = readObject(await readJson(request), FACET_SEARCH_BODY, '', {
        code: 'bad_request',
        ignoreUnknown: true,
      })
      const { facetName, facetQuery, exhaustiveFacetCount, ...parameters } = body
      checkParameters(parameters)
      const indexUid = indexUidOf(request)
      checkFeatures(services, parameters)
      const entry = findIndex(services, indexUid)
      if (!services.engine.describe(entry.indexId).settings.facetSearch) {
        throw new InputError(
          'facet_search_disabled',
          `Facet search is switched off for index \`${indexUid}\` by its setting \`facetSearch\`.`,
        )
      }
      const engineRequest: FacetSearchRequest = {
        facetName: facetName ?? '',
        facetQuery: facetQuery ?? null,
        exhaustiveFacetCount: exhaustiveFacetCount ?? false,
        search: toSearchRequest(parameters, searchContext(request, indexUid)),
      }
      const found = services.searchGate.run(() =>
        services.engine.facetSearch(entry.indexId, engineRequest),
      )
      return { body: await namingIndex(indexUid, found) }
    },
  },
]
