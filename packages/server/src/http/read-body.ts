// Bodies as they are read from the socket: decompressed, counted against the limit while they arrive. The request itself
// is never destroyed on a mistake, so that the answer still reaches the client.

import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'

import { InputError } from '@sextant/engine'

import { formatByteLimit } from '../config/byte-size.ts'
import { quoteAll, shorten } from '../validate/body-fields.ts'
import type { JsonValue } from '../validate/json-value.ts'
import { requireJson } from './content-type.ts'
import { JsonSyntaxError, parseJson } from './parse-json.ts'

/** Reads a JSON body whole. */
export async function readJsonBody(request: IncomingMessage, bytesMax: number): Promise<JsonValue> {
  requireJson(request.headers['content-type'])
  const parts: Buffer[] = []
  for await (const part of readBody(request, bytesMax)) parts.push(part)
  const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
  if (bytes.length === 0) throw missingPayload('json')
  if (!isUtf8(bytes)) throw malformedPayload('json', 'it is not valid UTF-8')
  try {
    return parseJson(bytes.toString('utf8'))
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw malformedPayload('json', error.message)
    throw error
  }
}

/** The body in parts, decompressed. Throws when the limit is passed or the compression is damaged. */
export async function* readBody(
  request: IncomingMessage,
  bytesMax: number,
): AsyncGenerator<Buffer, void> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > bytesMax && encoding === 'identity') throw payloadTooLarge(bytesMax)
  const decoder = await decoderFor(encoding)
  let count = 0
  for await (const part of decoder === null ? partsOf(request) : decode(request, decoder)) {
    count += part.length
    if (count > bytesMax) throw payloadTooLarge(bytesMax)
    yield part
  }
}

/** The error for an empty body. */
export function missingPayload(format: string): InputError {
  return new InputError('missing_payload', `A body in \`${format}\` is required, but it is empty.`)
}

/** The error for a body that does not follow its format; `reason` says where. */
export function malformedPayload(format: string, reason: string): InputError {
  return new InputError(
    'malformed_payload',
    `The \`${format}\` body is malformed: ${shorten(reason)}.`,
  )
}

function payloadTooLarge(bytesMax: number): InputError {
  return new InputError(
    'payload_too_large',
    `The body exceeds the limit of ${formatByteLimit(bytesMax)}.`,
  )
}

const ENCODINGS = ['gzip', 'deflate', 'br', 'identity']

async function decoderFor(encoding: string): Promise<Transform | null> {
  if (encoding === 'identity' || encoding === '') return null
  const zlib = await import('node:zlib')
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip()
    case 'deflate':
      return zlib.createInflate()
    case 'br':
      return zlib.createBrotliDecompress()
    default:
      throw new InputError(
        'bad_request',
        `Content encoding \`${shorten(encoding)}\` is not accepted. Accepted: ${quoteAll(ENCODINGS)}.`,
      )
  }
}

async function* decode(request: IncomingMessage, decoder: Transform): AsyncGenerator<Buffer, void> {
  const onRequestError = (error: Error): void => void decoder.destroy(error)
  request.once('error', onRequestError)
  request.pipe(decoder)
  try {
    yield* partsOf(decoder)
  } catch (error) {
    if (request.errored !== null || error instanceof InputError) throw error
    throw new InputError('bad_request', 'The body cannot be decompressed: its data is damaged.')
  } finally {
    request.unpipe(decoder)
    request.off('error', onRequestError)
    decoder.destroy()
  }
}

function partsOf(stream: Readable): AsyncIterable<Buffer> {
  return stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
}
