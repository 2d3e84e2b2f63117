import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PayloadStore } from '../tasks/payload-store.ts'
import { type ReceivedDocuments, receiveDocuments } from './receive-documents.ts'

const MIB = 2 ** 20
const UPLOAD_BYTES = 256 * MIB
const HELD_BYTES_MAX = 100 * MIB
const LINE = `{"id":1,"text":"${'x'.repeat(1000)}"}\n`
const PART = Buffer.from(LINE.repeat(64))

let folder = ''
let payloads: PayloadStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receive-'))
  let count = 0
  payloads = await PayloadStore.open(folder, () => `payload-${count++}`)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

function receive(parts: Iterable<Buffer>): Promise<ReceivedDocuments> {
  const headers = { 'content-type': 'application/x-ndjson' }
  const request = Object.assign(Readable.from(parts), { headers }) as unknown as IncomingMessage
  return receiveDocuments(request, { payloads, bytesMax: 2 ** 40, csvDelimiter: ',' })
}

test('an upload is not held in memory, however fast it comes', async () => {
  let peakBytes = 0
  const before = process.memoryUsage().arrayBuffers
  function* parts(): Generator<Buffer> {
    for (let sent = 0; sent < UPLOAD_BYTES; sent += PART.length) {
      peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers - before)
      // memory of its own for each, as from a socket
      yield Buffer.from(PART)
    }
  }
  const { payload, documentCount } = await receive(parts())
  expect(documentCount).toBe(Math.ceil(UPLOAD_BYTES / PART.length) * 64)
  expect((await stat(payloads.path(payload.name))).size).toBe(documentCount * LINE.length)
  expect(peakBytes).toBeLessThan(HELD_BYTES_MAX)
})

test('an upload with a mistake leaves no file', async () => {
  const bad = Buffer.from('{"id":2,}\n')
  await expect(receive([PART, PART, bad])).rejects.toMatchObject({ code: 'malformed_payload' })
  await expect(receive([])).rejects.toMatchObject({ code: 'missing_payload' })
  expect(await readdir(folder)).toEqual([])
})
