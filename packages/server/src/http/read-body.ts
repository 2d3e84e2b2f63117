// Bodies as they are read from the socket: decompressed, counted against the limit while they arrive. The request itself
// is never destroyed on a mistake, so that the answer still reaches the client.

import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'

import { InputError } from '@sextant/engine'

import { formatByteLimit } from '../config/byte-size.ts'
import { quoteAll, shorten } from '../validate/quoting.ts'
import type { JsonValue } from '../validate/json-value.ts'
import { requireJson } from './content-type.ts'
import { JsonSyntaxError, parseJson } from './parse-json.ts'

/** Reads a JSON body whole. */
export async function readJsonBody(request: IncomingMessage, bytesMax: number): Promise<JsonValue> {
  requireJson(request.headers['content-type'])
  // the parser goes on to the body when the handler of the headers has returned
  await Promise.resolve()
  const bytes = takeShort(request, bytesMax) ?? (await readWhole(request, bytesMax))
  if (bytes.length === 0) throw missingPayload('json')
  const text = bytes.toString('utf8')
  // what is not UTF-8 becomes replacement characters, which may also have been sent
  if (text.includes('\u{FFFD}') && !isUtf8(bytes)) {
    throw malformedPayload('json', 'it is not valid UTF-8')
  }
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw malformedPayload('json', error.message)
    throw error
  }
}

/** Takes a part of a body. A promise means: nothing more before it is fulfilled. */
export type TakePart = (part: Buffer) => Promise<void> | null

/** Hands out the body as it arrives, decompressed. Throws when the limit is passed or the compression is damaged. */
export async function readBody(
  request: IncomingMessage,
  bytesMax: number,
  take: TakePart,
): Promise<void> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > bytesMax && encoding === 'identity') throw payloadTooLarge(bytesMax)
  const decoder = await decoderFor(encoding)
  let count = 0
  const takeCounted: TakePart = (part) => {
    count += part.length
    if (count > bytesMax) throw payloadTooLarge(bytesMax)
    return take(part)
  }
  if (decoder === null) await flow(request, takeCounted)
  else await decode(request, decoder, takeCounted)
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

// A body that came with its headers, as most do, is taken at once: events would need listeners and several turns. Null
// where it must be waited for, decompressed or refused.
function takeShort(request: IncomingMessage, bytesMax: number): Buffer | null {
  const { headers } = request
  const announced = Number(headers['content-length'])
  if (request.readableLength !== announced || announced > bytesMax) return null
  if (headers['content-encoding'] !== undefined || request.destroyed) return null
  const bytes: Buffer | null = request.read()
  // nothing more comes but the end, which the connection waits for
  request.resume()
  return bytes ?? Buffer.alloc(0)
}

async function readWhole(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = []
  await readBody(request, bytesMax, (part) => {
    parts.push(part)
    return null
  })
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
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

async function decode(request: IncomingMessage, decoder: Transform, take: TakePart): Promise<void> {
  const onRequestError = (error: Error): void => void decoder.destroy(error)
  request.once('error', onRequestError)
  request.pipe(decoder)
  try {
    await flow(decoder, take)
  } catch (error) {
    if (request.errored !== null || decoder.errored === null) throw error
    throw new InputError('bad_request', 'The body cannot be decompressed: its data is damaged.')
  } finally {
    request.unpipe(decoder)
    request.off('error', onRequestError)
    decoder.destroy()
    request.resume()
  }
}

// Events and no iterator: a stream that is asked for each part is stopped and started for each part.
async function flow(stream: Readable, take: TakePart): Promise<void> {
  const gone = (): Error => new Error('the body was cut off')
  if (stream.readableEnded) return
  if (stream.destroyed) throw stream.errored ?? gone()
  await new Promise<void>((resolve, reject) => {
    const stop = (error: unknown): void => {
      stream.off('data', onData).off('end', onEnd).off('error', stop).off('close', onClose)
      // what is left is read and thrown away, so that the connection can be used again
      stream.resume()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const onEnd = (): void => {
      stream.off('data', onData).off('end', onEnd).off('error', stop).off('close', onClose)
      resolve()
    }
    const onClose = (): void => stop(stream.errored ?? gone())
    const onData = (part: Buffer): void => {
      try {
        const room = take(part)
        if (room === null) return
        stream.pause()
        room.then(() => void stream.resume(), stop)
      } catch (error) {
        stop(error)
      }
    }
    stream.on('data', onData).on('end', onEnd).on('error', stop).on('close', onClose)
  })
}
