// What a route is. The table of routes drives routing, authorization, the tests of both, and the OpenAPI document.

import type { IncomingMessage } from 'node:http'

import type { Action } from '../auth/actions.ts'
import type { Access } from '../auth/authorize.ts'
import { readJsonBody } from '../http/read-body.ts'
import type { Services } from '../services.ts'
import type { ValueSchema } from '../validate/fields.ts'
import { checkIndexUid } from '../validate/index-uid.ts'
import type { JsonValue } from '../validate/json-value.ts'
import type { QueryFields } from '../validate/query-fields.ts'

/** Methods that routes use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One route. A segment of the path that begins with a colon is a parameter. */
export interface Route {
  readonly method: Method
  readonly path: string
  /** What the caller's key must hold; null for routes open to everyone. */
  readonly action: Action | null
  readonly doc: string
  /** Status of a success. */
  readonly status: number
  readonly query?: QueryFields
  readonly body?: ValueSchema
  handle(request: RouteRequest): Promise<Answer> | Answer
}

/** What a handler gets: an authorized request whose body was not read yet. */
export interface RouteRequest {
  readonly params: Readonly<Record<string, string>>
  /** The query string without its question mark, as received. */
  readonly queryText: string
  readonly raw: IncomingMessage
  readonly access: Access
  readonly services: Services
}

/** What a handler gives: bytes are sent as they are, anything else as JSON, null as an empty body. */
export interface Answer {
  readonly body: unknown
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Reads the JSON body of a request, within the configured limit. */
export function readJson(request: RouteRequest): Promise<JsonValue> {
  return readJsonBody(request.raw, request.services.config.payloadBytesMax)
}

/** The index uid of the path, checked. Handlers call it once body and parameters are read. */
export function indexUidOf(request: RouteRequest): string {
  return checkIndexUid(request.params['indexUid'] ?? '')
}
