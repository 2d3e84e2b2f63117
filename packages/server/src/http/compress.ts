// Answers are compressed when the client says it can read that and the saving is worth the work.

import { promisify } from 'node:util'

/** Encodings on offer, the preferred one first. */
const OFFERED = ['br', 'gzip', 'deflate'] as const

/** An encoding that answers may have. */
export type Encoding = (typeof OFFERED)[number]

/** Smaller answers fit one packet anyway. */
const WORTHWHILE_BYTES = 1400

/** The encoding to send a body in; null when it goes out as it is. */
export function encodingFor(body: Uint8Array, acceptEncoding: string | undefined): Encoding | null {
  return body.length < WORTHWHILE_BYTES ? null : chooseEncoding(acceptEncoding)
}

/** The body in an encoding. */
export async function compress(body: Uint8Array, encoding: Encoding): Promise<Buffer> {
  const zlib = await import('node:zlib')
  if (encoding === 'br') {
    const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 }
    return await promisify(zlib.brotliCompress)(body, { params })
  }
  return await promisify(encoding === 'gzip' ? zlib.gzip : zlib.deflate)(body)
}

/** The best encoding that an `Accept-Encoding` header allows; null for none. */
export function chooseEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null
  const weights = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight))
  }
  let best: Encoding | null = null
  let bestWeight = 0
  for (const encoding of OFFERED) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0
    if (weight > bestWeight) {
      best = encoding
      bestWeight = weight
    }
  }
  return best
}
