import { pageFields, pageOf } from '../schemas/page.ts'
import { summarizeTask } from '../tasks/task.ts'
import { formatInstant } from '../tasks/instant.ts'
import { readObject } from '../validate/body-fields.ts'
import { nullable, objectSchema, STRING } from '../validate/body-kinds.ts'
import { INDEX_UID } from '../validate/index-uid.ts'
import { readQuery } from '../validate/query-fields.ts'
import type { Services } from '../services.ts'
import type { IndexEntry } from '../tasks/catalogue.ts'
import { findIndex, updatedAtOf, visibleIndexes } from './find-index.ts'
import { indexUidOf, readJson, type Route } from './route.ts'

const LIST_QUERY = pageFields({ offset: 'invalid_index_offset', limit: 'invalid_index_limit' })

const CREATE_BODY = {
  uid: {
    kind: INDEX_UID,
    code: 'invalid_index_uid',
    missing: 'missing_index_uid',
    doc: 'Name of the index.',
  },
  primaryKey: {
    kind: nullable(STRING),
    code: 'invalid_index_primary_key',
    doc: 'Field that holds the ids of documents; found in the first documents when null.',
  },
} as const

const UPDATE_BODY = {
  uid: { kind: nullable(INDEX_UID), code: 'invalid_index_uid', doc: 'New name of the index.' },
  primaryKey: {
    kind: nullable(STRING),
    code: 'invalid_index_primary_key',
    doc: 'New primary key; only while the index holds no documents.',
  },
} as const

/** Making, listing, changing and removing indexes. */
export const INDEX_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/indexes',
    action: 'indexes.get',
    doc: 'Lists the indexes by uid.',
    status: 200,
    query: LIST_QUERY,
    handle({ services, access, queryText }) {
      const query = readQuery(queryText, LIST_QUERY)
      const visible = visibleIndexes(services, access.visibility)
      return { body: pageOf(visible, query, (entry) => presentIndex(services, entry)) }
    },
  },
  {
    method: 'POST',
    path: '/indexes',
    action: 'indexes.create',
    doc: 'Creates an index.',
    status: 202,
    body: objectSchema(CREATE_BODY),
    async handle(request) {
      const { services, access } = request
      const body = readObject(await readJson(request), CREATE_BODY, '', { code: 'bad_request' })
      const indexUid = body.uid ?? ''
      access.checkIndex(indexUid)
      const task = await services.scheduler.register(
        { kind: 'indexCreation', primaryKey: body.primaryKey ?? null },
        { indexUid },
      )
      return { body: summarizeTask(task) }
    },
  },
  {
    method: 'GET',
    path: '/indexes/:indexUid',
    action: 'indexes.get',
    doc: 'Shows one index.',
    status: 200,
    handle(request) {
      const entry = findIndex(request.services, indexUidOf(request))
      return { body: presentIndex(request.services, entry) }
    },
  },
  {
    method: 'PATCH',
    path: '/indexes/:indexUid',
    action: 'indexes.update',
    doc: 'Renames an index or changes its primary key.',
    status: 202,
    body: objectSchema(UPDATE_BODY),
    async handle(request) {
      const body = readObject(await readJson(request), UPDATE_BODY, '', {
        code: 'bad_request',
        immutable: {
          createdAt: 'immutable_index_created_at',
          updatedAt: 'immutable_index_updated_at',
        },
      })
      const indexUid = indexUidOf(request)
      const newIndexUid = body.uid ?? null
      if (newIndexUid !== null) request.access.checkIndex(newIndexUid)
      const task = await request.services.scheduler.register(
        { kind: 'indexUpdate', primaryKey: body.primaryKey ?? null, newIndexUid },
        { indexUid },
      )
      return { body: summarizeTask(task) }
    },
  },
  {
    method: 'DELETE',
    path: '/indexes/:indexUid',
    action: 'indexes.delete',
    doc: 'Deletes an index with everything in it.',
    status: 202,
    async handle(request) {
      const indexUid = indexUidOf(request)
      const task = await request.services.scheduler.register(
        { kind: 'indexDeletion' },
        { indexUid },
      )
      return { body: summarizeTask(task) }
    },
  },
]

function presentIndex(services: Services, entry: IndexEntry): Record<string, unknown> {
  const description = services.engine.describe(entry.indexId)
  return {
    uid: entry.uid,
    createdAt: formatInstant(entry.createdAt),
    updatedAt: updatedAtOf(entry, description),
    primaryKey: description.primaryKey,
  }
}
