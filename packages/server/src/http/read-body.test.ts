import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

import { afterEach, beforeEach, test } from 'vitest'

import { readJsonBody } from './read-body.ts'

// Real sockets: what matters is in how many pieces a body arrives.
let server: Server
let socket: Socket
let received = ''

beforeEach(async () => {
  server = createServer((request, response) => {
    readJsonBody(request, 64).then(
      (value) => response.end(`read ${JSON.stringify(value)}`),
      (error: Error) => response.end(`refused: ${error.message}`),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  received = ''
  socket.on('data', (part) => (received += part.toString()))
})

afterEach(() => {
  socket.destroy()
  server.close()
})

const head = (...lines: string[]): string =>
  ['POST / HTTP/1.1', 'host: a', 'content-type: application/json', ...lines, '', ''].join('\r\n')

async function answers(...texts: string[]): Promise<void> {
  for (const text of texts) {
    while (!received.includes(text)) await once(socket, 'data')
    received = received.slice(received.indexOf(text) + text.length)
  }
}

test('a body that comes with its headers is read, time and again', async () => {
  for (const word of ['red', 'green', 'blue']) {
    const body = JSON.stringify({ word })
    socket.write(head(`content-length: ${body.length}`) + body)
    await answers(`read ${body}`)
  }
})

test('requests that come together are answered in order', async () => {
  const one = head('content-length: 1') + '1'
  socket.write(one + one.replace(/1$/, '2') + one.replace(/1$/, '3'))
  await answers('read 1', 'read 2', 'read 3')
})

test('a body that comes later, in parts, is waited for', async () => {
  socket.write(`${head('content-length: 7')}[1`)
  await once(server, 'request')
  socket.write(',2')
  await new Promise((resolve) => setImmediate(resolve))
  socket.write(',3]')
  await answers('read [1,2,3]')
})

test('a body without a length is read to its end', async () => {
  socket.write(`${head('transfer-encoding: chunked')}3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n`)
  await answers('read [1,2]')
})

test('an empty body is refused, and the connection can still be used', async () => {
  socket.write(head('content-length: 0'))
  await answers('refused: A body in `json` is required')
  socket.write(`${head('content-length: 1')}1`)
  await answers('read 1')
})

test('a body that is too long is refused, whether it has come already or not', async () => {
  socket.write(head('content-length: 65') + ' '.repeat(65))
  await answers('refused: The body exceeds the limit')
  socket.write(`${head('transfer-encoding: chunked')}41\r\n${' '.repeat(65)}\r\n0\r\n\r\n`)
  await answers('refused: The body exceeds the limit')
  socket.write(head('content-length: 64') + ' '.repeat(63) + '1')
  await answers('read 1')
})

test('a compressed body is decompressed', async () => {
  const body = gzipSync('[1]')
  socket.write(head(`content-length: ${body.length}`, 'content-encoding: gzip'))
  socket.write(body)
  await answers('read [1]')
})

test('bytes that are not UTF-8 are refused, a replacement character is not', async () => {
  socket.write(head('content-length: 3'))
  socket.write(Buffer.of(0x22, 0xff, 0x22))
  await answers('refused: The `json` body is malformed: it is not valid UTF-8')
  socket.write(`${head('content-length: 5')}"\u{FFFD}"`)
  await answers('read "\u{FFFD}"')
})
