import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib'

import type { Engine } from '@sextant/engine'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { startTestApp, type TestAnswer, type TestApp } from './testing/test-app.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp({ 'http-payload-size-limit': 2048 })
})
afterAll(() => service.close())

test('documents that were added are found', async () => {
  const task = await service.write('POST', '/indexes/books/documents', {
    body: [
      { id: 1, title: 'Dune' },
      { id: 2, title: 'Emma' },
    ],
  })
  expect(task.body).toMatchObject({
    status: 'succeeded',
    details: { receivedDocuments: 2, indexedDocuments: 2 },
  })
  const found = await service.call('POST', '/indexes/books/search', { body: { q: 'emma' } })
  expect(found.status).toBe(200)
  expect(found.body.hits).toEqual([{ id: 2, title: 'Emma' }])
})

test('settings are changed by a task and read back', async () => {
  const task = await service.write('PATCH', '/indexes/shelves/settings', {
    body: { stopWords: ['of', 'a'] },
  })
  expect(task.body.details).toEqual({ stopWords: ['a', 'of'] })
  const answer = await service.call('GET', '/indexes/shelves/settings/stop-words')
  expect(answer.body).toEqual(['a', 'of'])
})

test('numbers come back as they were written', async () => {
  await service.write('POST', '/indexes/numbers/documents', {
    body: '[{"id":9007199254740993,"price":1.0}]',
    headers: { 'content-type': 'application/json' },
  })
  const answer = await service.call('GET', '/indexes/numbers/documents/9007199254740993')
  expect(answer.text).toBe('{"id":9007199254740993,"price":1.0}')
})

describe('paths and methods', () => {
  test('an unknown path has an empty 404', async () => {
    const answer = await service.call('GET', '/nothing')
    expect([answer.status, answer.text]).toEqual([404, ''])
  })

  test('a wrong method has an empty 405 that names the right ones', async () => {
    const answer = await service.call('PUT', '/indexes', { body: {} })
    expect([answer.status, answer.text, answer.headers['allow']]).toEqual([405, '', 'GET, POST'])
  })

  test('fixed words are never ids', async () => {
    expect((await service.call('GET', '/indexes/a/documents/fetch')).status).toBe(405)
    expect((await service.call('GET', '/tasks/cancel')).status).toBe(405)
  })

  test('trailing and repeated slashes do not count', async () => {
    expect((await service.call('GET', '//health/')).status).toBe(200)
  })

  test('HEAD is not served', async () => {
    expect((await service.call('HEAD', '/health')).status).toBe(405)
  })
})

describe('bodies', () => {
  test('a content type is required and must be JSON', async () => {
    expect((await post('{}')).body.code).toBe('missing_content_type')
    expect((await service.call('POST', '/indexes/none/search')).body.code).toBe(
      'missing_content_type',
    )
    const refused = await post('{}', { 'content-type': 'text/plain' })
    expect([refused.status, refused.body.code]).toEqual([415, 'invalid_content_type'])
    expect(refused.body.message).toContain('`text/plain`')
  })

  test('an empty body, a broken one and a wrong one are told apart', async () => {
    expect((await post('', json)).body.code).toBe('missing_payload')
    const broken = await post('{"q":1\n,}', json)
    expect(broken.body.code).toBe('malformed_payload')
    expect(broken.body.message).toContain('line 2, column 2')
    expect((await post([], json)).body.code).toBe('bad_request')
  })

  test('a body over the limit is refused, whether its size was announced or not', async () => {
    const large = `{"q":"${'x'.repeat(3000)}"}`
    const refused = await post(large, json)
    expect([refused.status, refused.body.code]).toEqual([413, 'payload_too_large'])
    expect(refused.body.message).toContain('2 KiB')
    const packed = await post(gzipSync(large), { ...json, 'content-encoding': 'gzip' })
    expect(packed.body.code).toBe('payload_too_large')
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('%s bodies are decompressed', async (encoding, pack) => {
    const answer = await post(pack('{}'), { ...json, 'content-encoding': encoding })
    expect(answer.body.code).toBe('index_not_found')
  })

  test('damaged compression is a bad request', async () => {
    const answer = await post('not gzip', { ...json, 'content-encoding': 'gzip' })
    expect(answer.body.code).toBe('bad_request')
  })

  test('a refused upload leaves no file behind', async () => {
    const before = await readdir(service.payloadFolder)
    const answer = await service.call('POST', '/indexes/books/documents', {
      body: '[{"id":1},{]',
      headers: json,
    })
    expect(answer.body.code).toBe('malformed_payload')
    expect(await readdir(service.payloadFolder)).toEqual(before)
  })
})

describe('fields', () => {
  test('an unknown field is named, with the one that was meant', async () => {
    const { body } = await search({ hitsPerPge: 3 })
    expect(body.code).toBe('bad_request')
    expect(body.message).toContain('Did you mean `hitsPerPage`?')
  })

  test('a value of the wrong kind is shown with its place', async () => {
    const { body } = await search({ hybrid: { embedder: 3 } })
    expect(body.code).toBe('invalid_search_embedder')
    expect(body.message).toContain('`.hybrid.embedder`')
    expect(body.message).toContain('a positive integer: `3`')
  })

  test('integers are told by their spelling', async () => {
    const refused = ['1.0', '1e2', '-1', '18446744073709551616'].map((number) =>
      post(`{"limit":${number}}`, json),
    )
    for (const { body } of await Promise.all(refused)) {
      expect(body.code).toBe('invalid_search_limit')
    }
    expect((await post('{"limit":18446744073709551615}', json)).body.code).toBe('index_not_found')
  })

  test('an unknown parameter is named, with the one that was meant', async () => {
    const { body } = await service.call('GET', '/tasks?limits=3')
    expect(body.code).toBe('bad_request')
    expect(body.message).toContain('Did you mean `limit`?')
  })
})

describe('answers', () => {
  test('errors have the four members of the interface', async () => {
    const { body, headers } = await service.call('GET', '/indexes/none')
    expect(headers['content-type']).toBe('application/json')
    expect(body).toEqual({
      message: 'Index `none` was not found.',
      code: 'index_not_found',
      type: 'invalid_request',
      link: expect.stringMatching(/#index_not_found$/),
    })
  })

  test('a missing index is a mistake of the body in a multi-search', async () => {
    const answer = await service.call('POST', '/multi-search', {
      body: { queries: [{ indexUid: 'none' }] },
    })
    expect([answer.status, answer.body.code]).toEqual([400, 'index_not_found'])
    expect(answer.body.message).toContain('.queries[0]')
  })

  test('long answers are compressed for those who can read that', async () => {
    const answer = await service.app.inject({
      url: '/openapi.json',
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(answer.headers['content-encoding']).toBe('gzip')
    const document: unknown = JSON.parse(gunzipSync(answer.rawPayload).toString())
    expect(document).toMatchObject({ openapi: '3.1.0' })
  })

  test('pages of any origin may ask', async () => {
    const preflight = await service.call('OPTIONS', '/indexes/none/search', {
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization',
      'access-control-max-age': '86400',
    })
    const answer = await service.call('GET', '/health', {
      headers: { origin: 'https://shop.example' },
    })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })
})

test('an upload that breaks off leaves no file and no error in the log', async () => {
  const other = await startTestApp()
  const address = await other.app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write(
    'POST /indexes/a/documents HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-ndjson\r\nContent-Length: 999\r\n\r\n{"id":1}\n',
  )
  await vi.waitFor(async () => expect(await readdir(other.payloadFolder)).toHaveLength(1))
  socket.destroy()
  await vi.waitFor(async () => expect(await readdir(other.payloadFolder)).toEqual([]))
  expect(other.log.filter((line) => line.includes('request failed'))).toEqual([])
  expect((await other.call('GET', '/tasks')).body.total).toBe(0)
  await other.close()
})

test('several searches answer in their order', async () => {
  await service.write('POST', '/indexes/tools/documents', { body: [{ id: 'saw' }, { id: 'file' }] })
  const answer = await service.call('POST', '/multi-search', {
    body: {
      queries: [
        { indexUid: 'tools', q: 'file' },
        { indexUid: 'tools', q: 'saw', limit: 1 },
      ],
    },
  })
  expect(answer.body.results).toMatchObject([
    { indexUid: 'tools', hits: [{ id: 'file' }], limit: 20 },
    { indexUid: 'tools', hits: [{ id: 'saw' }], limit: 1 },
  ])
})

test('faults of ours are logged and answered without their cause', async () => {
  const changeEngine = (engine: Engine): Engine => ({
    ...engine,
    describe: () => {
      throw new Error('secret detail')
    },
    createIndex: engine.createIndex.bind(engine),
    applyBatch: engine.applyBatch.bind(engine),
    listIndexes: engine.listIndexes.bind(engine),
    takeBack: engine.takeBack.bind(engine),
    close: engine.close.bind(engine),
  })
  const broken = await startTestApp({}, { changeEngine })
  await broken.write('POST', '/indexes', { body: { uid: 'a' } })
  const answer = await broken.call('GET', '/indexes/a')
  expect([answer.status, answer.body.code]).toEqual([500, 'internal'])
  expect(answer.text).not.toContain('secret detail')
  expect(broken.log.join('')).toContain('secret detail')
  await broken.close()
})

const json = { 'content-type': 'application/json' }

function post(body: unknown, headers?: Record<string, string>): Promise<TestAnswer> {
  return service.call('POST', '/indexes/none/search', { body, ...(headers ? { headers } : {}) })
}

function search(body: unknown): Promise<TestAnswer> {
  return post(body)
}
