import { randomUUID } from 'node:crypto'

import { InputError } from '@sextant/engine'

import { type Action, ACTION_NAMES, isGlobal } from '../auth/actions.ts'
import { type Key, presentKey } from '../auth/key.ts'
import { pageFields, pageOf } from '../schemas/page.ts'
import type { Services } from '../services.ts'
import { type BodyKind, readObject, wrongKind } from '../validate/body-fields.ts'
import { quoteAll, shorten } from '../validate/quoting.ts'
import { listOf, nullable, objectSchema, oneOf, STRING } from '../validate/body-kinds.ts'
import { readDate, toRfc3339 } from '../validate/dates.ts'
import { INDEX_PATTERN } from '../validate/index-uid.ts'
import { readQuery } from '../validate/query-fields.ts'
import { readUuid } from '../validate/uuid.ts'
import { readJson, type Route, type RouteRequest } from './route.ts'

const LIST_QUERY = pageFields({ offset: 'invalid_api_key_offset', limit: 'invalid_api_key_limit' })

const UUID: BodyKind<string> = {
  schema: { type: 'string', format: 'uuid' },
  read(value, at, code) {
    const text = STRING.read(value, at, code)
    const uuid = readUuid(text)
    if (uuid !== null) return uuid
    throw new InputError(code, `\`${shorten(text)}\` at \`${at}\` is not a UUID.`)
  },
}

// Whether it lies in the future is decided where the clock is.
const DATE: BodyKind<string> = {
  schema: { type: 'string', format: 'date-time' },
  read(value, at, code) {
    if (typeof value !== 'string') throw wrongKind(value, 'a string', at, code)
    const date = toRfc3339(value)
    if (date === null) throw badExpiry(value)
    return date
  },
}

const TEXTS = {
  name: { kind: nullable(STRING), code: 'invalid_api_key_name', doc: 'Name for people.' },
  description: {
    kind: nullable(STRING),
    code: 'invalid_api_key_description',
    doc: 'What the key is for.',
  },
} as const

const CREATE_BODY = {
  ...TEXTS,
  uid: { kind: UUID, code: 'invalid_api_key_uid', doc: 'Uid of the key; a random one by default.' },
  actions: {
    kind: listOf(oneOf(ACTION_NAMES)),
    code: 'invalid_api_key_actions',
    missing: 'missing_api_key_actions',
    doc: 'What the key may do.',
  },
  indexes: {
    kind: listOf(INDEX_PATTERN),
    code: 'invalid_api_key_indexes',
    missing: 'missing_api_key_indexes',
    doc: 'Indexes that the key may touch; `*` at the end covers all that begin so.',
  },
  expiresAt: {
    kind: nullable(DATE),
    code: 'invalid_api_key_expires_at',
    missing: 'missing_api_key_expires_at',
    doc: 'When the key expires; null for never.',
  },
} as const

const IMMUTABLE = {
  uid: 'immutable_api_key_uid',
  actions: 'immutable_api_key_actions',
  indexes: 'immutable_api_key_indexes',
  expiresAt: 'immutable_api_key_expires_at',
  createdAt: 'immutable_api_key_created_at',
  updatedAt: 'immutable_api_key_updated_at',
} as const

/** Managing API keys. */
export const KEY_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/keys',
    action: 'keys.get',
    doc: 'Lists the keys, the newest first.',
    status: 200,
    query: LIST_QUERY,
    handle(request) {
      const query = readQuery(request.queryText, LIST_QUERY)
      const { services } = request
      return { body: pageOf(services.keys.list(), query, (key) => present(services, key)) }
    },
  },
  {
    method: 'POST',
    path: '/keys',
    action: 'keys.create',
    doc: 'Makes a key.',
    status: 201,
    body: objectSchema(CREATE_BODY),
    async handle(request) {
      const body = readObject(await readJson(request), CREATE_BODY, '', { code: 'bad_request' })
      const { services } = request
      const now = services.clock()
      const key: Key = {
        uid: body.uid ?? randomUUID(),
        name: body.name ?? null,
        description: body.description ?? null,
        actions: body.actions ?? [],
        indexes: body.indexes ?? [],
        expiresAt: body.expiresAt ?? null,
        createdAt: now,
        updatedAt: now,
      }
      if (key.expiresAt !== null && (readDate(key.expiresAt) ?? 0) <= now) {
        throw badExpiry(key.expiresAt)
      }
      refuseGlobalActions(key)
      if (services.keys.get(key.uid) !== undefined) {
        throw new InputError(
          'api_key_already_exists',
          `A key with uid \`${key.uid}\` exists already.`,
        )
      }
      await services.keys.put(key)
      return { body: present(services, key) }
    },
  },
  {
    method: 'GET',
    path: '/keys/:uidOrKey',
    action: 'keys.get',
    doc: 'Shows one key, named by its uid or by its secret.',
    status: 200,
    handle: (request) => ({ body: present(request.services, findKey(request)) }),
  },
  {
    method: 'PATCH',
    path: '/keys/:uidOrKey',
    action: 'keys.update',
    doc: 'Changes the name or the description of a key.',
    status: 200,
    body: objectSchema(TEXTS),
    async handle(request) {
      const body = readObject(await readJson(request), TEXTS, '', {
        code: 'bad_request',
        immutable: IMMUTABLE,
      })
      const { services } = request
      const updated: Key = { ...findKey(request), ...body, updatedAt: services.clock() }
      await services.keys.put(updated)
      return { body: present(services, updated) }
    },
  },
  {
    method: 'DELETE',
    path: '/keys/:uidOrKey',
    action: 'keys.delete',
    doc: 'Removes a key.',
    status: 204,
    async handle(request) {
      await request.services.keys.delete(findKey(request).uid)
      return { body: null }
    },
  },
]

function present(services: Services, key: Key): Record<string, unknown> {
  return presentKey(key, services.config.masterKey ?? '')
}

function findKey({ services, params }: RouteRequest): Key {
  const name = params['uidOrKey'] ?? ''
  const uid = readUuid(name)
  const key = uid === null ? services.keys.findBySecret(name) : services.keys.get(uid)
  if (key === undefined) {
    throw new InputError('api_key_not_found', `Key \`${shorten(name)}\` was not found.`)
  }
  return key
}

function refuseGlobalActions(key: Key): void {
  if (key.indexes.includes('*') || key.indexes.length === 0) return
  const actions: readonly Action[] = key.actions.filter(isGlobal)
  if (actions.length === 0) return
  throw new InputError(
    'index_scoped_api_key_with_global_action',
    `A key limited to some indexes cannot hold ${quoteAll(actions)}, which concern the whole instance.`,
  )
}

function badExpiry(found: string): InputError {
  return new InputError(
    'invalid_api_key_expires_at',
    `\`${shorten(found)}\` is not accepted for \`expiresAt\`: use a date in the future (RFC 3339, \`YYYY-MM-DD HH:MM:SS\` or \`YYYY-MM-DD\`), or null for never.`,
  )
}
