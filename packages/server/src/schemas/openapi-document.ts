// The OpenAPI document, derived from the table of routes.

import type { Route } from '../routes/route.ts'
import type { QueryFields } from '../validate/query-fields.ts'
import { SEXTANT_VERSION } from '../version.ts'

let bytes: Promise<Uint8Array> | null = null

/** The document as JSON, made once. */
export function openApiBytes(): Promise<Uint8Array> {
  bytes ??= import('../routes/table.ts').then(({ ROUTES }) =>
    Buffer.from(JSON.stringify(openApiDocument(ROUTES))),
  )
  return bytes
}

/** Describes a table of routes. */
export function openApiDocument(routes: readonly Route[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = describeRoute(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sextant', version: SEXTANT_VERSION, description: 'A search engine.' },
    components: {
      securitySchemes: { Bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: ERROR_SCHEMA },
    },
    paths,
  }
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['message', 'code', 'type', 'link'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    type: { type: 'string', enum: ['invalid_request', 'auth', 'internal', 'system'] },
    link: { type: 'string' },
  },
}

function describeRoute(route: Route): Record<string, unknown> {
  const parameters = [...pathParameters(route.path), ...queryParameters(route.query ?? {})]
  return {
    summary: route.doc,
    ...(route.action === null ? {} : { security: [{ Bearer: [route.action] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: route.body } } },
        }),
    responses: {
      [route.status]: { description: 'Success.' },
      default: {
        description: 'The request was refused.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function pathParameters(path: string): Record<string, unknown>[] {
  return [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(fields: QueryFields): Record<string, unknown>[] {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    in: 'query',
    required: field.missing !== undefined,
    schema: field.kind.schema,
    description: field.doc,
  }))
}
