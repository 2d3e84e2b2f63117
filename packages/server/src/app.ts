// The HTTP application, without a socket: tests inject requests into it. The framework owns connections and their life;
// routing, authorization, bodies and errors follow the table of routes.

import type { OutgoingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'
import type { TlsOptions } from 'node:tls'

import type {
  fastify as makeFramework,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'

import type { Engine } from '@sextant/engine'
import { type Access, createAuthorizer, FULL_ACCESS } from './auth/authorize.ts'
import { Keys } from './auth/keys.ts'
import { toResponse } from './errors/to-response.ts'
import { Features } from './features/features.ts'
import { compress, type Encoding, encodingFor } from './http/compress.ts'
import { crossOriginHeaders, isPreflight, preflightHeaders } from './http/cross-origin.ts'
import { sendBytes } from './http/send-bytes.ts'
import type { Logger } from './logging/logger.ts'
import { HEALTH_ROUTES } from './routes/health.ts'
import type { Answer, Route } from './routes/route.ts'
import { Router } from './routes/router.ts'
import { SearchGate } from './search-gate.ts'
import type { Services } from './services.ts'
import { Caller } from './outbound/call-out.ts'
import { tellWebhooks } from './webhooks/tell-webhooks.ts'
import { Webhooks } from './webhooks/webhooks.ts'

/** What the application is made of. */
export interface AppParts extends Omit<Services, 'keys' | 'features' | 'searchGate' | 'webhooks'> {
  readonly logger: Logger
  /** Certificate and private key in PEM; plain HTTP without. */
  readonly tls?: TlsOptions | null
}

/** Bytes of a request line and headers: room for long queries and for tokens with many rules. */
const HEADER_BYTES_MAX = 65_536

/** Builds the application. Listening, and stopping what it is made of, is the caller's business. */
export function buildApp(parts: AppParts): FastifyInstance {
  const { logger, catalogue, clock, config } = parts
  const { masterKey } = config
  const keys = new Keys({ records: catalogue.keys, masterKey, clock })
  const services: Services = {
    ...parts,
    keys,
    features: new Features(catalogue.features, config.startFeatures),
    searchGate: new SearchGate(config.searchQueueSizeMax),
    webhooks: new Webhooks(catalogue.webhooks, config.taskWebhook),
  }
  const authorizer = createAuthorizer({ masterKey, keys, clock })
  // All other routes, and what they check bodies with, are loaded while the first callers are on their way.
  let router = new Router(HEALTH_ROUTES)
  const loadRoutes = lazily(async () => {
    router = new Router((await import('./routes/table.ts')).ROUTES)
  })
  const app = createFramework(parts.tls ?? null)

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw } = request
    const { headers, method = '', url = '/' } = raw
    if (isPreflight(method, headers)) {
      reply.code(200).headers(preflightHeaders(headers)).send()
      return
    }
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    let match = router.find(method, path)
    if (match.kind === 'none') {
      await loadRoutes()
      match = router.find(method, path)
    }
    if (match.kind === 'none') return void reply.code(404).headers(headersOf(request)).send()
    if (match.kind === 'method') {
      const allow = match.allowed.join(', ')
      reply
        .code(405)
        .headers({ ...headersOf(request), allow })
        .send()
      return
    }
    const { route, params } = match
    try {
      const access = accessTo(route, request, params['indexUid'] ?? null)
      const queryText = mark < 0 ? '' : url.slice(mark + 1)
      const result = await route.handle({ params, queryText, raw, access, services })
      const sending = send(request, reply, route, result, services.engine)
      if (sending !== null) await sending
    } catch (error) {
      refuse(request, reply, route, error)
    }
  }

  function accessTo(route: Route, request: FastifyRequest, indexUid: string | null): Access {
    if (route.action === null) return FULL_ACCESS
    return authorizer.authorize(request.headers, route.action, indexUid)
  }

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    route: Route,
    error: unknown,
  ): void {
    const response = toResponse(error, { isMultiSearch: route.path === '/multi-search' })
    if (response.isOurFault && !request.raw.destroyed) {
      const { method } = request
      logger.error({ err: error, request: request.id, method, route: route.path }, 'request failed')
    }
    reply
      .code(response.status)
      .headers({
        ...headersOf(request),
        'content-type': 'application/json',
        ...response.headers,
      })
      .send(Buffer.from(JSON.stringify(response.body)))
  }

  app.route({ method: [...METHODS], url: '*', handler: answer })
  app.addHook('onReady', () => keys.createDefaults())
  const caller = new Caller(config.addressPolicy)
  const stopTelling = tellWebhooks({
    scheduler: parts.scheduler,
    webhooks: services.webhooks,
    caller,
    logger,
  })
  app.addHook('onClose', (_app, done) => {
    stopTelling()
    caller.close()
    done()
  })
  app.addHook('onListen', () => void loadRoutes())
  if (logger.isLevelEnabled('debug')) {
    app.addHook('onResponse', (request, reply, done) => {
      const { method, id } = request
      const path = (request.raw.url ?? '').split('?')[0]
      const ms = Math.round(reply.elapsedTime * 10) / 10
      logger.debug({ request: id, method, path, status: reply.statusCode, ms }, 'request')
      done()
    })
  }
  return app
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

function createFramework(tls: AppParts['tls'] | null): FastifyInstance {
  // Loaded the old way: an ES import first reads all its files for the names they export, 80 ms more of CPU at start.
  const fastify: typeof makeFramework = createRequire(import.meta.url)('fastify')
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    // Routes read query strings by their tables.
    routerOptions: { querystringParser: () => NO_QUERY },
    ...(tls === null || tls === undefined
      ? { http: { maxHeaderSize: HEADER_BYTES_MAX } }
      : { https: { ...tls, maxHeaderSize: HEADER_BYTES_MAX } }),
    // Ours are tables that need no compiler; loading the framework's costs 30 ms of CPU.
    schemaController: {
      compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
    },
  })
  // Bodies are read by handlers, as streams, so the framework must not touch them.
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  }
  return app
}

const NO_QUERY = {}

function noCompiler(): never {
  throw new Error('routes have no schemas for the framework to compile')
}

// What every answer says.
function headersOf(request: FastifyRequest): Record<string, string> {
  const { headers } = request.raw
  if (headers.origin === undefined) return { 'x-request-id': request.id }
  return { ...crossOriginHeaders(headers), 'x-request-id': request.id }
}

// A promise only where the answer must be compressed first.
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  answer: Answer,
  engine: Engine,
): Promise<void> | null {
  const status = answer.status ?? route.status
  const headers: OutgoingHttpHeaders = headersOf(request)
  if (answer.body === null && route.status === 204) {
    reply.code(status).headers(headers).send()
    return null
  }
  headers['content-type'] = 'application/json'
  if (answer.headers !== undefined) Object.assign(headers, answer.headers)
  const { body } = answer
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body))
  const encoding = encodingFor(bytes, request.raw.headers['accept-encoding'])
  if (encoding !== null) {
    reply.code(status).headers(headers)
    return sendCompressed(reply, bytes, encoding, engine)
  }
  // past the framework, which has nothing to add: searching is the shortest way through here
  reply.hijack()
  headers['content-length'] = bytes.length
  sendBytes(reply.raw, status, headers, bytes, () => engine.takeBack(bytes))
  return null
}

async function sendCompressed(
  reply: FastifyReply,
  bytes: Uint8Array,
  encoding: Encoding,
  engine: Engine,
): Promise<void> {
  const body = await compress(bytes, encoding)
  engine.takeBack(bytes)
  reply.headers({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
  reply.send(body)
}
