import {
  checkParameters,
  SEARCH_BODY,
  type SearchParameters,
  toSearchRequest,
} from '../schemas/search-parameters.ts'
import { type FieldsFor, readObject } from '../validate/body-fields.ts'
import { objectSchema } from '../validate/body-kinds.ts'
import { DOCUMENT_ID } from '../validate/document-id.ts'
import { findIndex, namingIndex } from './find-index.ts'
import { indexUidOf, readJson, type Route } from './route.ts'
import { checkFeatures, searchContext } from './search.ts'

interface ExplainParameters extends SearchParameters {
  readonly documentId?: string
}

const BODY: FieldsFor<ExplainParameters> = {
  documentId: {
    kind: DOCUMENT_ID,
    code: 'invalid_document_id',
    missing: 'missing_document_id',
    doc: 'The document that the question is about.',
  },
  ...SEARCH_BODY,
}

/** Asking for the place of one document in a search. */
export const EXPLAIN_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/indexes/:indexUid/explain',
    action: 'search',
    doc: 'Tells why a document is where it is in the answer of a search, or why it is not there.',
    status: 200,
    body: objectSchema(BODY),
    async handle(request) {
      const { services } = request
      const body = readObject(await readJson(request), BODY, '', { code: 'bad_request' })
      const { documentId = '', ...parameters } = body
      checkParameters(parameters)
      const indexUid = indexUidOf(request)
      checkFeatures(services, parameters)
      const { indexId } = findIndex(services, indexUid)
      const context = searchContext(request, indexUid)
      const { imposedFilter } = context
      const question = { documentId, search: toSearchRequest(parameters, context), imposedFilter }
      const place = services.searchGate.run(() => services.engine.explain(indexId, question))
      return { body: await namingIndex(indexUid, place) }
    },
  },
]
