// Calls from this server to others. The address is checked when the connection is made, so a name cannot lead to another
// address than the one that was checked; redirections are not followed.

import { lookup, type LookupAddress } from 'node:dns'
import { createWriteStream } from 'node:fs'
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as callPlain,
} from 'node:http'
import { Agent as SecureAgent, request as callSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream/promises'

import type { AddressPolicy } from './address-policy.ts'

/** A call to another server. */
export interface OutgoingCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Bytes of the answer beyond which it is refused. */
  readonly bytesMax: number
}

/** What came back. */
export interface OutgoingAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** The call was not made, or its answer not taken, because of a rule: another try would end the same way. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
}

/** Makes calls under one policy; connections are kept for the next call. */
export class Caller {
  readonly #policy: AddressPolicy
  readonly #plain: Agent
  readonly #secure: SecureAgent

  constructor(policy: AddressPolicy) {
    this.#policy = policy
    const options = { keepAlive: true, lookup: checkedLookup(policy) }
    this.#plain = new Agent(options)
    this.#secure = new SecureAgent(options)
  }

  /** Rejects when there is no answer in time, with CallRefused when there may be none. */
  call(call: OutgoingCall): Promise<OutgoingAnswer> {
    return this.#exchange(call, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of partsOf(answer, call.bytesMax)) parts.push(part)
      const { statusCode: status = 0, headers } = answer
      return { status, headers, body: Buffer.concat(parts) }
    })
  }

  /** Writes the body of a 200 to a file; of any other answer, only the status and where it points to are given. */
  download(
    call: OutgoingCall,
    path: string,
  ): Promise<{ readonly status: number; readonly location: string | null }> {
    return this.#exchange(call, async (answer) => {
      const status = answer.statusCode ?? 0
      if (status === 200) await pipeline(partsOf(answer, call.bytesMax), createWriteStream(path))
      else answer.destroy()
      return { status, location: answer.headers.location ?? null }
    })
  }

  async #exchange<Result>(
    call: OutgoingCall,
    read: (answer: IncomingMessage) => Promise<Result>,
  ): Promise<Result> {
    const url = new URL(call.url)
    const isSecure = url.protocol === 'https:'
    if (!isSecure && url.protocol !== 'http:') {
      throw new CallRefused(`\`${url.protocol}\` is not a protocol that can be called`)
    }
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    // names are checked when they are resolved, addresses never are
    if (isIP(host) !== 0 && !this.#policy.allows(host)) throw closedAddress(host)
    const timeout = AbortSignal.timeout(call.timeoutMs)
    const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout])
    try {
      return await new Promise((resolve, reject) => {
        const sent = (isSecure ? callSecure : callPlain)(url, {
          method: call.method,
          headers: { ...call.headers, 'content-length': Buffer.byteLength(call.body ?? '') },
          agent: isSecure ? this.#secure : this.#plain,
          signal,
        })
        // stays: a connection that was given up on may break once more, later
        sent.on('error', reject)
        sent.once('response', (answer) => {
          read(answer).then(resolve, reject)
        })
        sent.end(call.body)
      })
    } catch (error) {
      if (timeout.aborted) {
        throw new Error(`no answer within ${call.timeoutMs} ms`, { cause: error })
      }
      throw error
    }
  }

  /** Closes the connections that are kept. */
  close(): void {
    this.#plain.destroy()
    this.#secure.destroy()
  }
}

async function* partsOf(answer: IncomingMessage, bytesMax: number): AsyncGenerator<Buffer> {
  let byteCount = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    byteCount += part.byteLength
    // leaving the loop closes the connection
    if (byteCount > bytesMax) throw new CallRefused(`the answer has more than ${bytesMax} bytes`)
    yield part
  }
}

function checkedLookup(policy: AddressPolicy): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return done(error, '', 0)
      const refused = found.find(({ address }) => !policy.allows(address))
      const [first] = found
      if (first === undefined || refused !== undefined) {
        return done(closedAddress(refused?.address ?? name), '', 0)
      }
      if (options.all === true) return done(null, found)
      return done(null, first.address, first.family)
    })
  }
}

function closedAddress(address: string): CallRefused {
  return new CallRefused(
    `${address} is not a public address; --experimental-allowed-ip-networks can allow it`,
  )
}
