// The parameters of reading documents, as a body and as a query string, and the request that the engine gets.

import type { FetchRequest } from '@sextant/engine'

import type { ErrorCode } from '../errors/codes.ts'
import type { BodyKind, FieldsFor } from '../validate/body-fields.ts'
import { BOOLEAN, FILTER, listOf, nullable, STRINGS, UINT } from '../validate/body-kinds.ts'
import { DOCUMENT_ID, invalidDocumentId, isDocumentId } from '../validate/document-id.ts'
import {
  BOOLEAN_TEXT,
  FILTER_TEXT,
  LIST_TEXT,
  type QueryField,
  type QueryKind,
  SORT_TEXT,
  UINT_TEXT,
} from '../validate/query-fields.ts'
import { PAGE_LIMIT_DEFAULT } from './page.ts'

/** The parameters of a list of documents as they were sent. */
export interface FetchParameters {
  readonly offset?: number
  readonly limit?: number
  readonly fields?: readonly string[] | null
  readonly filter?: unknown
  readonly retrieveVectors?: boolean
  readonly sort?: readonly string[] | null
  readonly ids?: readonly string[] | null
  readonly useNetwork?: boolean | null
}

// The star is a pattern in query strings only; in a body it is a name that no document has.
const FIELD_NAMES: BodyKind<readonly string[]> = {
  schema: STRINGS.schema,
  read: (value, at, code) => STRINGS.read(value, at, code).filter((name) => name !== '*'),
}

/** The parameters in a body. */
export const FETCH_BODY: FieldsFor<FetchParameters> = {
  offset: { kind: UINT, code: 'invalid_document_offset', doc: 'Documents to skip.' },
  limit: { kind: UINT, code: 'invalid_document_limit', doc: 'Documents to return, 20 by default.' },
  fields: {
    kind: nullable(FIELD_NAMES),
    code: 'invalid_document_fields',
    doc: 'Fields to return.',
  },
  filter: { kind: FILTER, code: 'invalid_document_filter', doc: 'Only documents that pass.' },
  retrieveVectors: {
    kind: BOOLEAN,
    code: 'invalid_document_retrieve_vectors',
    doc: 'Show vectors.',
  },
  sort: { kind: nullable(STRINGS), code: 'invalid_document_sort', doc: 'Order, `price:asc`.' },
  ids: {
    kind: nullable(listOf(DOCUMENT_ID)),
    code: 'invalid_document_ids',
    doc: 'Only these documents.',
  },
  useNetwork: {
    kind: nullable(BOOLEAN),
    code: 'invalid_document_use_network',
    doc: 'Read other instances too.',
  },
}

// `*` alone or among others means all fields.
const FIELDS_TEXT: QueryKind<readonly string[] | null> = {
  schema: LIST_TEXT.schema,
  read(text, name, code) {
    const names = LIST_TEXT.read(text, name, code)
    return names.includes('*') ? null : names
  },
}

const IDS_TEXT: QueryKind<readonly string[]> = {
  schema: LIST_TEXT.schema,
  read(text, name, code) {
    const ids = LIST_TEXT.read(text, name, code)
    const refused = ids.find((id) => !isDocumentId(id))
    if (refused !== undefined) throw invalidDocumentId(JSON.stringify(refused), code)
    return ids
  },
}

/** The parameters of one document in a query string. */
export const DOCUMENT_QUERY: {
  readonly fields: QueryField<readonly string[] | null>
  readonly retrieveVectors: QueryField<boolean>
  readonly useNetwork: QueryField<boolean>
} = {
  fields: field(FIELDS_TEXT, 'invalid_document_fields', 'Fields to return.'),
  retrieveVectors: field(BOOLEAN_TEXT, 'invalid_document_retrieve_vectors', 'Show vectors.'),
  useNetwork: field(BOOLEAN_TEXT, 'invalid_document_use_network', 'Read other instances too.'),
}

/** The parameters of a list in a query string. */
export const FETCH_QUERY: {
  readonly [Name in keyof FetchParameters]-?: QueryField<Exclude<FetchParameters[Name], undefined>>
} = {
  offset: field(UINT_TEXT, 'invalid_document_offset', 'Documents to skip.'),
  limit: field(UINT_TEXT, 'invalid_document_limit', 'Documents to return, 20 by default.'),
  ...DOCUMENT_QUERY,
  filter: field(FILTER_TEXT, 'invalid_document_filter', 'Only documents that pass.'),
  sort: field(SORT_TEXT, 'invalid_document_sort', 'Order, `price:asc`.'),
  ids: field(IDS_TEXT, 'invalid_document_ids', 'Only these documents.'),
}

/** The request that the engine gets. */
export function toFetchRequest(
  parameters: FetchParameters,
  context: { readonly containsFilter: boolean; readonly multimodal: boolean },
): FetchRequest {
  return {
    offset: parameters.offset ?? 0,
    limit: parameters.limit ?? PAGE_LIMIT_DEFAULT,
    fields: parameters.fields ?? null,
    filter: parameters.filter ?? null,
    ids: parameters.ids ?? null,
    sort: parameters.sort ?? null,
    retrieveVectors: parameters.retrieveVectors ?? false,
    containsFilter: context.containsFilter,
    vectorFilter: context.multimodal,
  }
}

function field<T>(kind: QueryKind<T>, code: ErrorCode, doc: string): QueryField<T> {
  return { kind, code, doc }
}
