import { type Outbound, OutboundFailure } from '@sextant/engine'

import { type Caller, CallRefused } from './call-out.ts'

/** Bytes of an answer: ten vectors of thousands of dimensions are far below. */
const ANSWER_BYTES_MAX = 64 * 2 ** 20

/** The calls that the engine may make, by way of the caller and its policy. */
export function createOutbound(caller: Caller): Outbound {
  return async ({ url, method, headers, body, timeoutMs, signal }) => {
    try {
      const answer = await caller.call({
        url,
        method,
        headers,
        body,
        timeoutMs,
        bytesMax: ANSWER_BYTES_MAX,
        ...(signal !== undefined && { signal }),
      })
      const retryAfter = answer.headers['retry-after']
      return {
        status: answer.status,
        body: answer.body.toString('utf8'),
        ...(retryAfter !== undefined && { retryAfter }),
      }
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      throw new OutboundFailure(text, { isRefused: error instanceof CallRefused, cause: error })
    }
  }
}
