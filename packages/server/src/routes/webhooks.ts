import { InputError } from '@sextant/engine'

import { type BodyKind, readObject } from '../validate/body-fields.ts'
import { shorten } from '../validate/quoting.ts'
import { mapOf, nullable, objectSchema, STRING } from '../validate/body-kinds.ts'
import { readUuid } from '../validate/uuid.ts'
import { presentWebhook, WEBHOOK_HEADERS_MAX } from '../webhooks/webhooks.ts'
import { readJson, type Route, type RouteRequest } from './route.ts'

const URL_TEXT: BodyKind<string> = {
  schema: { type: 'string', format: 'uri' },
  read(value, at, code) {
    const text = STRING.read(value, at, code)
    if (URL.canParse(text) && /^https?:/i.test(text)) return text
    throw new InputError(code, `\`${shorten(text)}\` at \`${at}\` is not an HTTP address.`)
  },
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

// A null value removes the header of that name.
const HEADERS: BodyKind<Readonly<Record<string, string | null>>> = {
  schema: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
  read(value, at, code) {
    const headers = mapOf(nullable(STRING)).read(value, at, code)
    for (const [name, text] of Object.entries(headers)) {
      if (HEADER_NAME.test(name) && (text === null || HEADER_VALUE.test(text))) continue
      throw new InputError(code, `\`${shorten(name)}\` at \`${at}\` is not a valid header.`)
    }
    return headers
  },
}

const UPDATE_BODY = {
  url: { kind: URL_TEXT, code: 'invalid_webhook_url', doc: 'Address to call.' },
  headers: {
    kind: nullable(HEADERS),
    code: 'invalid_webhook_headers',
    doc: 'Headers to send; a null value removes one, null all of them.',
  },
} as const

const CREATE_BODY = {
  ...UPDATE_BODY,
  url: { ...UPDATE_BODY.url, missing: 'invalid_webhook_url' },
} as const

const RULES = {
  code: 'bad_request',
  immutable: { uuid: 'immutable_webhook_uuid', isEditable: 'immutable_webhook_is_editable' },
} as const

/** Managing webhooks. */
export const WEBHOOK_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/webhooks',
    action: 'webhooks.get',
    doc: 'Lists the addresses that are told about finished tasks.',
    status: 200,
    handle: ({ services }) => ({ body: { results: services.webhooks.list().map(presentWebhook) } }),
  },
  {
    method: 'POST',
    path: '/webhooks',
    action: 'webhooks.create',
    doc: 'Adds an address.',
    status: 201,
    body: objectSchema(CREATE_BODY),
    async handle(request) {
      const body = readObject(await readJson(request), CREATE_BODY, '', RULES)
      const webhook = await request.services.webhooks.create({
        url: body.url ?? '',
        headers: mergeHeaders({}, body.headers),
      })
      return { body: presentWebhook(webhook) }
    },
  },
  {
    method: 'GET',
    path: '/webhooks/:uuid',
    action: 'webhooks.get',
    doc: 'Shows one address.',
    status: 200,
    handle: (request) => ({ body: presentWebhook(request.services.webhooks.get(uuidOf(request))) }),
  },
  {
    method: 'PATCH',
    path: '/webhooks/:uuid',
    action: 'webhooks.update',
    doc: 'Changes an address or its headers.',
    status: 200,
    body: objectSchema(UPDATE_BODY),
    async handle(request) {
      const uuid = uuidOf(request)
      const body = readObject(await readJson(request), UPDATE_BODY, '', RULES)
      const { webhooks } = request.services
      const current = webhooks.get(uuid)
      const webhook = await webhooks.update({
        uuid,
        url: body.url ?? current.url,
        headers: mergeHeaders(current.headers, body.headers),
      })
      return { body: presentWebhook(webhook) }
    },
  },
  {
    method: 'DELETE',
    path: '/webhooks/:uuid',
    action: 'webhooks.delete',
    doc: 'Removes an address.',
    status: 204,
    async handle(request) {
      await request.services.webhooks.delete(uuidOf(request))
      return { body: null }
    },
  },
]

function uuidOf({ params }: RouteRequest): string {
  const text = params['uuid'] ?? ''
  const uuid = readUuid(text)
  if (uuid !== null) return uuid
  throw new InputError('invalid_webhook_uuid', `\`${shorten(text)}\` is not a UUID.`)
}

function mergeHeaders(
  current: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>> | null | undefined,
): Record<string, string> {
  if (changes === null) return {}
  const merged = new Map(Object.entries(current))
  for (const [name, value] of Object.entries(changes ?? {})) {
    if (value === null) merged.delete(name)
    else merged.set(name, value)
  }
  if (merged.size > WEBHOOK_HEADERS_MAX) {
    throw new InputError(
      'invalid_webhook_headers',
      `A webhook has at most ${WEBHOOK_HEADERS_MAX} headers; these are ${merged.size}.`,
    )
  }
  return Object.fromEntries(merged)
}
