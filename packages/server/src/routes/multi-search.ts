import { type FederatedSearchRequest, InputError } from '@sextant/engine'

import {
  type Federation,
  multiSearchSchema,
  type QueryParameters,
  readMultiSearch,
} from '../schemas/multi-search.ts'
import { PAGE_LIMIT_DEFAULT } from '../schemas/page.ts'
import { checkParameters, toSearchRequest } from '../schemas/search-parameters.ts'
import { findIndex, namingIndex } from './find-index.ts'
import { readJson, type Route, type RouteRequest } from './route.ts'
import { checkFeatures, searchContext } from './search.ts'

/** Searching several indexes at once. */
export const MULTI_SEARCH_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/multi-search',
    action: 'search',
    doc: 'Runs several searches, each with its own answer or federated into one.',
    status: 200,
    body: multiSearchSchema(),
    async handle(request) {
      const { queries, federation } = readMultiSearch(await readJson(request))
      for (const query of queries) request.access.checkIndex(query.indexUid ?? '')
      const prepared = queries.map((query, position) =>
        inPlace(placeOf(position), () => prepare(request, query)),
      )
      if (federation !== null) return { body: await federate(request, prepared, federation) }
      return { body: await searchEach(request, prepared) }
    },
  },
]

interface PreparedQuery {
  readonly indexUid: string
  readonly indexId: string
  readonly query: QueryParameters
  readonly search: ReturnType<typeof toSearchRequest>
}

function prepare(request: RouteRequest, query: QueryParameters): PreparedQuery {
  const { services } = request
  const { indexUid = '', federationOptions, ...parameters } = query
  checkParameters(parameters)
  checkFeatures(services, parameters)
  if ((federationOptions?.remote ?? null) !== null) {
    services.features.require('network', 'Using `remote` in a federated search')
  }
  const { indexId } = findIndex(services, indexUid)
  const search = toSearchRequest(parameters, searchContext(request, indexUid))
  return { indexUid, indexId, query, search }
}

// Answers come as bytes; the name of the index is put in front of each without looking inside.
async function searchEach(
  request: RouteRequest,
  queries: readonly PreparedQuery[],
): Promise<Uint8Array> {
  const { engine, searchGate } = request.services
  // one request, one place in the queue, however many searches it asks for
  const answers = await searchGate.run(() =>
    Promise.allSettled(
      queries.map(({ indexUid, indexId, search }) =>
        namingIndex(indexUid, engine.search(indexId, search)),
      ),
    ),
  )
  const parts: Uint8Array[] = [Buffer.from('{"results":[')]
  for (const [position, answer] of answers.entries()) {
    if (answer.status === 'rejected') throw prefixed(placeOf(position), answer.reason)
    const name = JSON.stringify(queries[position]?.indexUid)
    parts.push(Buffer.from(`${position === 0 ? '' : ','}{"indexUid":${name},`))
    parts.push(answer.value.subarray(1))
  }
  parts.push(Buffer.from(']}'))
  return Buffer.concat(parts)
}

async function federate(
  request: RouteRequest,
  queries: readonly PreparedQuery[],
  federation: Federation,
): Promise<Uint8Array> {
  const { services, access } = request
  const facetsByIndex = Object.entries(federation.facetsByIndex ?? {}).map(([indexUid, facets]) => {
    access.checkIndex(indexUid)
    const place = `.federation.facetsByIndex.${indexUid}`
    const { indexId } = inPlace(place, () => findIndex(services, indexUid))
    return { indexUid, indexId, facets }
  })
  const federated: FederatedSearchRequest = {
    queries: queries.map(({ indexUid, indexId, query, search }, position) => ({
      indexUid,
      indexId,
      search,
      weight: query.federationOptions?.weight ?? 1,
      queryPosition: query.federationOptions?.queryPosition ?? position,
    })),
    offset: federation.offset ?? 0,
    limit: federation.limit ?? PAGE_LIMIT_DEFAULT,
    page: federation.page ?? null,
    hitsPerPage: federation.hitsPerPage ?? null,
    distinct: federation.distinct ?? null,
    facetsByIndex,
    mergeFacets:
      (federation.mergeFacets ?? null) === null
        ? null
        : { maxValuesPerFacet: federation.mergeFacets?.maxValuesPerFacet ?? null },
  }
  return await services.searchGate.run(() => services.engine.federatedSearch(federated))
}

function placeOf(position: number): string {
  return `.queries[${position}]`
}

function inPlace<T>(place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw prefixed(place, error)
  }
}

function prefixed(place: string, error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'InputError' || !('code' in error)) return error
  return new InputError(String(error.code), `Inside \`${place}\`: ${error.message}`)
}
