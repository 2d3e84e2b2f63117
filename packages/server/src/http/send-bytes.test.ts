import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { sendBytes } from './send-bytes.ts'

let server: Server
let client: Socket

afterEach(() => {
  client.destroy()
  server.close()
})

/** The responses to requests that are sent in one go on one connection. */
async function receive(requestCount: number): Promise<ServerResponse[]> {
  const responses: ServerResponse[] = []
  const all = new Promise<void>((resolve) => {
    server = createServer((_request, response) => {
      if (responses.push(response) === requestCount) resolve()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.pause()
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requestCount))
  await all
  return responses
}

/** What the client gets, up to a text at the end. */
async function readUntil(text: string): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of client as AsyncIterable<Buffer>) {
    parts.push(part)
    if (Buffer.concat(parts.slice(-2)).toString().endsWith(text)) break
  }
  return Buffer.concat(parts).toString()
}

test('bytes that the system takes are free at once', async () => {
  const [response] = await receive(1)
  let isSent = false
  sendBytes(response!, 200, { 'content-length': 6 }, Buffer.from('answer'), () => (isSent = true))
  expect(isSent).toBe(true)
  const read = await readUntil('answer')
  expect(read).toMatch(/^HTTP\/1.1 200 OK\r\ncontent-length: 6\r\n/)
})

test('bytes for a slow client are free when it has got them', async () => {
  const [response] = await receive(1)
  const bytes = Buffer.alloc(16 << 20, 'a')
  bytes.write('the end', bytes.length - 7)
  let isSent = false
  const sent = new Promise<void>((resolve) => {
    const onSent = (): void => {
      isSent = true
      // whoever reads them now would see it
      bytes.fill('b')
      resolve()
    }
    sendBytes(response!, 200, { 'content-length': bytes.length }, bytes, onSent)
  })
  expect(isSent).toBe(false)
  const read = await readUntil('the end')
  await sent
  expect(read.includes('b', read.indexOf('\r\n\r\n'))).toBe(false)
})

test('bytes that wait for an earlier answer are not free before', async () => {
  const [first, second] = await receive(2)
  const bytes = Buffer.from('second')
  let isSent = false
  sendBytes(second!, 200, { 'content-length': 6 }, bytes, () => {
    isSent = true
    bytes.fill('x')
  })
  expect(isSent).toBe(false)
  sendBytes(first!, 200, { 'content-length': 5 }, Buffer.from('first'), () => undefined)
  expect(await readUntil('second')).toContain('first')
})
