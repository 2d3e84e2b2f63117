// An embedding server for tests: real HTTP on this machine, answers as the test says.

import { type IncomingHttpHeaders, createServer } from 'node:http'

import type { EmbedContext } from '../src/embed/embedder.ts'
import { type Outbound, OutboundFailure } from '../src/embed/outbound.ts'

/** What the server was asked. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** What it says: a status and a body, or nothing at all. */
export type Reply =
  | { readonly status?: number; readonly body: unknown; readonly retryAfter?: string }
  | 'silence'

/** A server that listens. */
export interface EmbeddingServer {
  readonly url: string
  readonly received: readonly Received[]
  /** Requests that were under way at the same time, at most. */
  readonly inFlightMax: () => number
  close(): Promise<void>
}

/** Starts a server; `reply` may be slow. */
export async function startEmbeddingServer(
  reply: (request: Received) => Reply | Promise<Reply>,
): Promise<EmbeddingServer> {
  const received: Received[] = []
  let [inFlight, inFlightMax] = [0, 0]
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    inFlight++
    inFlightMax = Math.max(inFlight, inFlightMax)
    response.once('close', () => inFlight--)
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const { url = '', headers } = request
      const asked = { path: url, headers, body: JSON.parse(text) as unknown }
      received.push(asked)
      void Promise.resolve(reply(asked)).then((answer) => {
        if (answer === 'silence') return
        const { status = 200, body, retryAfter } = answer
        response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    inFlightMax: () => inFlightMax,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A world in which waiting takes no time: waits are written down. */
export function testContext(
  more: Partial<EmbedContext> = {},
): EmbedContext & { readonly waits: number[] } {
  const waits: number[] = []
  return {
    outbound: callByFetch,
    wait: async (ms) => {
      waits.push(ms)
    },
    random: () => 0,
    environment: {},
    waits,
    ...more,
  }
}

const callByFetch: Outbound = async ({ url, method, headers, body, timeoutMs, signal }) => {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await fetch(url, {
      method,
      headers,
      body,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    const retryAfter = answer.headers.get('retry-after')
    return {
      status: answer.status,
      body: await answer.text(),
      ...(retryAfter !== null && { retryAfter }),
    }
  } catch (error) {
    throw new OutboundFailure(error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
}
