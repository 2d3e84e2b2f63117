// Calls from this server to others. The address is checked when the connection is made, so a name cannot lead to another
// address than the one that was checked; redirections are not followed.

import { lookup, type LookupAddress } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import type { AddressPolicy } from './address-policy.ts'

/** A message to another server. */
export interface OutboundPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly timeoutMs: number
  readonly policy: AddressPolicy
}

/** Sends it and gives the status of the answer, whatever it is. Rejects when there is none in time. */
export async function postOutbound(post: OutboundPost): Promise<number> {
  const url = new URL(post.url)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // names are checked when they are resolved, addresses never are
  if (isIP(host) !== 0 && !post.policy.allows(host)) throw closedAddress(host)
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  return await new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...post.headers, 'content-length': post.body.byteLength },
      lookup: checkedLookup(post.policy),
      signal: AbortSignal.timeout(post.timeoutMs),
      agent: false,
    })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      answer.once('error', reject)
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.resume()
    })
    sent.end(post.body)
  })
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

function closedAddress(address: string): Error {
  return new Error(
    `${address} is not a public address; --experimental-allowed-ip-networks can allow it`,
  )
}
