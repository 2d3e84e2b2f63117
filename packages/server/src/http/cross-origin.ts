// Pages of any origin may call the service: keys, not origins, protect it.

import type { IncomingHttpHeaders } from 'node:http'

const VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'

/** Headers of an answer to a page of another origin; none when the request does not come from one. */
export function crossOriginHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  if (headers.origin === undefined) return {}
  return { 'access-control-allow-origin': '*', vary: VARY }
}

/** Headers of the answer to a preflight: whatever it asks for is allowed. */
export function preflightHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const method = headers['access-control-request-method']
  const asked = headers['access-control-request-headers']
  return {
    'access-control-allow-origin': '*',
    'access-control-max-age': '86400',
    vary: VARY,
    ...(typeof method === 'string' ? { 'access-control-allow-methods': method } : {}),
    ...(typeof asked === 'string' ? { 'access-control-allow-headers': asked } : {}),
  }
}

/** Whether a request asks what pages may do, rather than for something. */
export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  )
}
