import { compileScript, InputError, parseFilter, ScriptError } from '@sextant/engine'

import { documentFormat } from '../http/content-type.ts'
import { receiveDocuments } from '../payload/receive-documents.ts'
import { summarizeTask, type TaskContent } from '../tasks/task.ts'
import { type BodyKind, readObject, wrongKind } from '../validate/body-fields.ts'
import { FILTER, nullable, objectSchema, STRING } from '../validate/body-kinds.ts'
import { isJsonObject, jsonText, plainObject } from '../validate/json-value.ts'
import {
  ASCII_CHARACTER,
  BOOLEAN_ANY_CASE,
  type QueryField,
  readQuery,
  TEXT,
} from '../validate/query-fields.ts'
import {
  type Answer,
  indexUidOf,
  type Method,
  readJson,
  type Route,
  type RouteRequest,
} from './route.ts'

const METADATA: QueryField<string> = {
  kind: TEXT,
  code: 'invalid_index_custom_metadata',
  doc: 'Text that the task shows.',
}

const METADATA_QUERY = { customMetadata: METADATA } as const

const ADD_QUERY = {
  primaryKey: {
    kind: TEXT,
    code: 'invalid_index_primary_key',
    doc: 'Field that holds the ids of documents.',
  },
  csvDelimiter: {
    kind: ASCII_CHARACTER,
    code: 'invalid_document_csv_delimiter',
    doc: 'Character between the cells of CSV.',
  },
  customMetadata: METADATA,
  skipCreation: {
    kind: BOOLEAN_ANY_CASE,
    code: 'invalid_skip_creation',
    doc: 'Leave out documents whose id is not stored yet.',
  },
} as const

// Null is a kind of its own here: a deletion without a filter would delete everything.
const GIVEN_FILTER: BodyKind<unknown> = {
  schema: FILTER.schema,
  read(value, at, code) {
    if (value === null) throw wrongKind(value, 'a string or an array', at, code)
    return FILTER.read(value, at, code)
  },
}

const DELETE_BODY = {
  filter: {
    kind: GIVEN_FILTER,
    code: 'invalid_document_filter',
    missing: 'bad_request',
    doc: 'Documents to delete.',
  },
} as const

const CONTEXT: BodyKind<Readonly<Record<string, unknown>>> = {
  schema: { type: 'object' },
  read(value, at, code) {
    if (!isJsonObject(value)) throw wrongKind(value, 'an object', at, code)
    return plainObject(value)
  },
}

const EDIT_BODY = {
  filter: {
    kind: FILTER,
    code: 'invalid_document_filter',
    doc: 'Documents to edit; all by default.',
  },
  context: {
    kind: nullable(CONTEXT),
    code: 'invalid_document_edition_context',
    doc: 'Data that the function may read.',
  },
  function: {
    kind: STRING,
    code: 'invalid_document_edition_function_filter',
    missing: 'missing_document_edition_function',
    doc: 'What to do with each document.',
  },
} as const

/** Adding, changing and deleting documents. */
export const DOCUMENT_WRITE_ROUTES: readonly Route[] = [
  addRoute('POST', 'replace', 'Adds documents; one whose id is stored already is replaced.'),
  addRoute(
    'PUT',
    'update',
    'Adds documents; the fields of one whose id is stored are merged into it.',
  ),
  {
    method: 'DELETE',
    path: '/indexes/:indexUid/documents',
    action: 'documents.delete',
    doc: 'Deletes all documents.',
    status: 202,
    query: METADATA_QUERY,
    handle(request) {
      const query = readQuery(request.queryText, METADATA_QUERY)
      return register(request, { kind: 'documentClear' }, query.customMetadata)
    },
  },
  {
    method: 'DELETE',
    path: '/indexes/:indexUid/documents/:documentId',
    action: 'documents.delete',
    doc: 'Deletes one document.',
    status: 202,
    query: METADATA_QUERY,
    handle(request) {
      const query = readQuery(request.queryText, METADATA_QUERY)
      const ids = [request.params['documentId'] ?? '']
      return register(request, { kind: 'documentDeletionByIds', ids }, query.customMetadata)
    },
  },
  {
    method: 'POST',
    path: '/indexes/:indexUid/documents/delete-batch',
    action: 'documents.delete',
    doc: 'Deletes documents by their ids.',
    status: 202,
    query: METADATA_QUERY,
    body: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
    async handle(request) {
      const query = readQuery(request.queryText, METADATA_QUERY)
      const body = await readJson(request)
      if (!Array.isArray(body)) throw wrongKind(body, 'an array', '', 'bad_request')
      const ids = body.map((item) => (typeof item === 'string' ? item : jsonText(item)))
      return await register(request, { kind: 'documentDeletionByIds', ids }, query.customMetadata)
    },
  },
  {
    method: 'POST',
    path: '/indexes/:indexUid/documents/delete',
    action: 'documents.delete',
    doc: 'Deletes the documents that a filter selects.',
    status: 202,
    query: METADATA_QUERY,
    body: objectSchema(DELETE_BODY),
    async handle(request) {
      const query = readQuery(request.queryText, METADATA_QUERY)
      const body = readObject(await readJson(request), DELETE_BODY, '', { code: 'bad_request' })
      const { filter } = body
      indexUidOf(request)
      if (parsed(request, filter) === null) {
        throw new InputError('invalid_document_filter', 'The filter is empty: it selects nothing.')
      }
      return await register(
        request,
        { kind: 'documentDeletionByFilter', filter },
        query.customMetadata,
      )
    },
  },
  {
    method: 'POST',
    path: '/indexes/:indexUid/documents/edit',
    action: 'documents.*',
    doc: 'Runs a function on documents (experimental).',
    status: 202,
    query: METADATA_QUERY,
    body: objectSchema(EDIT_BODY),
    async handle(request) {
      const { services } = request
      const query = readQuery(request.queryText, METADATA_QUERY)
      const body = readObject(await readJson(request), EDIT_BODY, '', { code: 'bad_request' })
      const content: TaskContent = {
        kind: 'documentEdition',
        function: body.function ?? '',
        filter: body.filter ?? null,
        context: body.context ?? null,
      }
      indexUidOf(request)
      services.features.require('editDocumentsByFunction', 'Editing documents by a function')
      parsed(request, content.filter)
      checkFunction(content.function)
      return await register(request, content, query.customMetadata)
    },
  },
]

function addRoute(method: Method, mode: 'replace' | 'update', doc: string): Route {
  return {
    method,
    path: '/indexes/:indexUid/documents',
    action: 'documents.add',
    doc,
    status: 202,
    query: ADD_QUERY,
    body: { anyOf: [{ type: 'array', items: { type: 'object' } }, { type: 'object' }] },
    handle: (request) =>
      request.services.payloads.whileReceiving(() => addDocuments(request, mode)),
  }
}

async function addDocuments(request: RouteRequest, mode: 'replace' | 'update'): Promise<Answer> {
  const { services, access } = request
  const query = readQuery(request.queryText, ADD_QUERY)
  const indexUid = indexUidOf(request)
  const format = documentFormat(request.raw.headers['content-type'])
  if (query.csvDelimiter !== undefined && format !== 'csv') {
    throw new InputError(
      'invalid_content_type',
      'Parameter `csvDelimiter` is only for bodies of content type `text/csv`.',
    )
  }
  services.engine.expectWork()
  const received = await receiveDocuments(request.raw, {
    payloads: services.payloads,
    bytesMax: services.config.payloadBytesMax,
    csvDelimiter: query.csvDelimiter ?? ',',
  })
  try {
    return await register(
      request,
      {
        kind: 'documentAddition',
        mode,
        payload: received.payload.name,
        payloadBytes: received.payload.bytes,
        documentCount: received.documentCount,
        primaryKey: query.primaryKey ?? null,
        allowIndexCreation: access.mayCreate(indexUid),
        skipCreation: query.skipCreation ?? false,
      },
      query.customMetadata,
    )
  } catch (error) {
    // Nobody would ever read the file of a task that was not registered.
    await services.payloads.remove(received.payload.name)
    throw error
  }
}

async function register(
  request: RouteRequest,
  content: TaskContent,
  customMetadata: string | undefined,
): Promise<Answer> {
  const task = await request.services.scheduler.register(content, {
    indexUid: indexUidOf(request),
    customMetadata: customMetadata ?? null,
  })
  return { body: summarizeTask(task) }
}

// The grammar is checked now, the attributes when the task runs.
function parsed(request: RouteRequest, filter: unknown): unknown {
  const { containsFilter, multimodal } = request.services.features.states
  return parseFilter(filter, {
    code: 'invalid_document_filter',
    features: { containsFilter, vectorFilter: multimodal },
  })
}

function checkFunction(text: string): void {
  try {
    compileScript(text)
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error
    throw new InputError('bad_request', `The function does not compile: ${error.message}.`)
  }
}
