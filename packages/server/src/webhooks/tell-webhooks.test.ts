import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { gunzipSync } from 'node:zlib'

import { afterEach, expect, test, vi } from 'vitest'

import { startTestApp, type TestApp } from '../testing/test-app.ts'

interface Message {
  readonly headers: IncomingHttpHeaders
  readonly tasks: readonly Record<string, unknown>[]
}

let service: TestApp
let receiver: Server
const messages: Message[] = []

async function startReceiver(status: number): Promise<string> {
  messages.length = 0
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = gunzipSync(Buffer.concat(parts)).toString()
      expect(text.endsWith('\n')).toBe(true)
      const lines = text.trimEnd().split('\n')
      messages.push({ headers: request.headers, tasks: lines.map((line) => JSON.parse(line)) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://localhost:${address.port}/told`
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

afterEach(async () => {
  await service.close()
  await new Promise((resolve) => receiver.close(resolve))
})

test('every webhook is told of the finished tasks of a batch, as the interface shows them', async () => {
  const url = await startReceiver(204)
  service = await startTestApp({
    'experimental-allowed-ip-networks': '127.0.0.0/8,::1/128',
    'task-webhook-url': url,
    'task-webhook-authorization-header': 'Bearer start',
  })
  const headers = { 'X-Shop': 'tea' }
  await service.call('POST', '/webhooks', { body: { url, headers } })
  const body = [{ id: 1 }]
  const { body: task } = await service.write('POST', '/indexes/teas/documents', { body })
  await eventually(() => expect(messages).toHaveLength(2))
  for (const message of messages) {
    expect(message.headers['content-type']).toBe('application/x-ndjson')
    expect(message.tasks).toEqual([task])
  }
  const sent = messages.map(
    ({ headers: { authorization, 'x-shop': shop } }) => authorization ?? shop,
  )
  expect(new Set(sent)).toEqual(new Set(['Bearer start', 'tea']))
  const failed = await service.write('DELETE', '/indexes/ghosts')
  await eventually(() => expect(messages).toHaveLength(4))
  expect(messages.at(-1)?.tasks).toEqual([failed.body])
  expect(failed.body).toMatchObject({ status: 'failed', error: { code: 'index_not_found' } })
})

test('a webhook that refuses is logged, without its address, and the queue goes on', async () => {
  const url = await startReceiver(500)
  service = await startTestApp({
    'experimental-allowed-ip-networks': 'any',
    'task-webhook-url': url,
    'log-level': 'WARN',
  })
  await service.write('POST', '/indexes', { body: { uid: 'teas' } })
  await eventually(() => expect(service.log.join('')).toContain('webhook refused'))
  expect(service.log.join('')).not.toContain('/told')
})

test('addresses of the own network are not called unless they are allowed', async () => {
  await startReceiver(204)
  service = await startTestApp({ 'task-webhook-url': 'http://10.0.0.1/told', 'log-level': 'WARN' })
  await service.write('POST', '/indexes', { body: { uid: 'teas' } })
  await eventually(() => expect(service.log.join('')).toContain('webhook not reached'))
  expect(service.log.join('')).toContain('not a public address')
  expect(messages).toEqual([])
})
