import { InputError } from '@sextant/engine'

import {
  DOCUMENT_QUERY,
  FETCH_BODY,
  FETCH_QUERY,
  type FetchParameters,
  toFetchRequest,
} from '../schemas/fetch-parameters.ts'
import { readObject } from '../validate/body-fields.ts'
import { shorten } from '../validate/quoting.ts'
import { objectSchema } from '../validate/body-kinds.ts'
import { isDocumentId } from '../validate/document-id.ts'
import { readQuery } from '../validate/query-fields.ts'
import { findIndex } from './find-index.ts'
import { type Answer, indexUidOf, readJson, type Route, type RouteRequest } from './route.ts'

/** Reading documents. */
export const DOCUMENT_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/indexes/:indexUid/documents',
    action: 'documents.get',
    doc: 'Lists documents; the parameters are in the query string.',
    status: 200,
    query: FETCH_QUERY,
    handle: (request) => fetchDocuments(request, readQuery(request.queryText, FETCH_QUERY)),
  },
  {
    method: 'POST',
    path: '/indexes/:indexUid/documents/fetch',
    action: 'documents.get',
    doc: 'Lists documents; the parameters are in the body.',
    status: 200,
    body: objectSchema(FETCH_BODY),
    async handle(request) {
      const body = await readJson(request)
      return await fetchDocuments(
        request,
        readObject(body, FETCH_BODY, '', { code: 'bad_request' }),
      )
    },
  },
  {
    method: 'GET',
    path: '/indexes/:indexUid/documents/:documentId',
    action: 'documents.get',
    doc: 'Shows one document.',
    status: 200,
    query: DOCUMENT_QUERY,
    async handle(request) {
      const { services } = request
      const query = readQuery(request.queryText, DOCUMENT_QUERY)
      const entry = findIndex(services, indexUidOf(request))
      if (query.useNetwork === true) services.features.require('network', 'Using `useNetwork`')
      const documentId = request.params['documentId'] ?? ''
      const document = isDocumentId(documentId)
        ? await services.engine.getDocument(entry.indexId, documentId, {
            fields: query.fields ?? null,
            retrieveVectors: query.retrieveVectors ?? false,
          })
        : null
      if (document === null) {
        throw new InputError(
          'document_not_found',
          `Document \`${shorten(documentId)}\` was not found.`,
        )
      }
      return { body: document }
    },
  },
]

async function fetchDocuments(request: RouteRequest, parameters: FetchParameters): Promise<Answer> {
  const { services } = request
  const indexUid = indexUidOf(request)
  if (parameters.useNetwork === true) services.features.require('network', 'Using `useNetwork`')
  const entry = findIndex(services, indexUid)
  return {
    body: await services.engine.fetchDocuments(
      entry.indexId,
      toFetchRequest(parameters, services.features.states),
    ),
  }
}
