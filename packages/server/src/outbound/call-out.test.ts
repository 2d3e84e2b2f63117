import { type RequestListener, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { OutboundFailure } from '@sextant/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { readAddressPolicy } from './address-policy.ts'
import { Caller } from './call-out.ts'
import { createOutbound } from './create-outbound.ts'

let server: Server
let port: number
let answer: RequestListener
let caller: Caller
let connectionCount: number

beforeEach(async () => {
  connectionCount = 0
  answer = (_request, response) => void response.end('{}')
  server = createServer((request, response) => answer(request, response))
  server.on('connection', () => connectionCount++)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  port = (server.address() as AddressInfo).port
  caller = new Caller(readAddressPolicy('127.0.0.0/8,::1/128')!)
})

afterEach(async () => {
  caller.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const post = (more: Partial<Parameters<ReturnType<typeof createOutbound>>[0]> = {}) =>
  createOutbound(caller)({
    url: `http://localhost:${port}/embed?x=1`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shelf': '7' },
    body: '{"é":1}',
    timeoutMs: 5000,
    ...more,
  })

describe('an outbound call', () => {
  it('sends what it is given and brings back what is said', async () => {
    answer = (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        response.writeHead(429, { 'retry-after': '7' })
        const { method, url, headers } = request
        const body = Buffer.concat(parts).toString()
        response.end(JSON.stringify({ method, url, shelf: headers['x-shelf'], body }))
      })
    }
    const { status, body, retryAfter } = await post()
    expect({ status, retryAfter }).toEqual({ status: 429, retryAfter: '7' })
    expect(JSON.parse(body)).toEqual({
      method: 'POST',
      url: '/embed?x=1',
      shelf: '7',
      body: '{"é":1}',
    })
  })

  it('keeps its connection for the next one', async () => {
    await post()
    await post()
    expect(connectionCount).toBe(1)
  })

  it('does not follow redirections', async () => {
    answer = (_request, response) => void response.writeHead(302, { location: '/x' }).end()
    expect((await post()).status).toBe(302)
  })

  it('ends when its time is over', async () => {
    answer = () => {}
    const failure = await post({ timeoutMs: 20 }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(OutboundFailure)
    expect(failure).toMatchObject({ message: 'no answer within 20 ms', isRefused: false })
  })

  it('ends when its time is over in the middle of an answer', async () => {
    answer = (_request, response) => void response.write('{')
    await expect(post({ timeoutMs: 50 })).rejects.toThrow('no answer within 50 ms')
  })

  it('ends when it is aborted', async () => {
    const controller = new AbortController()
    answer = () => controller.abort()
    await expect(post({ signal: controller.signal })).rejects.toBeInstanceOf(OutboundFailure)
  })

  it('tells of a connection that breaks, and of a server that is not there', async () => {
    answer = (request) => request.socket.destroy()
    await expect(post()).rejects.toMatchObject({ name: 'OutboundFailure', isRefused: false })
    await expect(post({ url: 'http://127.0.0.1:1/' })).rejects.toThrow('ECONNREFUSED')
  })

  it('takes no more of an answer than it may', async () => {
    answer = (_request, response) => void response.end('x'.repeat(5000))
    const call = caller.call({
      url: `http://localhost:${port}`,
      method: 'GET',
      headers: {},
      timeoutMs: 5000,
      bytesMax: 4999,
    })
    await expect(call).rejects.toThrow('more than 4999 bytes')
  })
})

describe('the address policy', () => {
  it.each(['http://localhost', 'http://127.0.0.1', 'http://127.1', 'http://[::ffff:127.0.0.1]'])(
    'refuses %s by name and by number',
    async (host) => {
      caller.close()
      caller = new Caller(readAddressPolicy('')!)
      await expect(post({ url: `${host}:${port}/` })).rejects.toMatchObject({
        name: 'OutboundFailure',
        isRefused: true,
        message: expect.stringContaining('is not a public address'),
      })
      expect(connectionCount).toBe(0)
    },
  )

  it('refuses other protocols', async () => {
    await expect(post({ url: 'file:///etc/passwd' })).rejects.toMatchObject({ isRefused: true })
  })
})
