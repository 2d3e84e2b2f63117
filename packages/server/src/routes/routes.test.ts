// What routes do beyond what app.test.ts and the tests of authorization show.

import { EventEmitter, once } from 'node:events'

import type { Engine } from '@sextant/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { MASTER_KEY, startTestApp, type TestApp } from '../testing/test-app.ts'

let service: TestApp
const key = MASTER_KEY

beforeAll(async () => {
  service = await startTestApp({ 'master-key': MASTER_KEY })
})
afterAll(() => service.close())

describe('keys', () => {
  test('a new instance has four, the search key listed first', async () => {
    const { body } = await service.call('GET', '/keys', { key })
    expect(body.results.map(({ name }) => name)).toEqual([
      'Default Search API Key',
      'Default Admin API Key',
      'Default Read-Only Admin API Key',
      'Default Chat API Key',
    ])
    expect(body.total).toBe(4)
  })

  test('a key is made, changed and removed', async () => {
    const made = await service.call('POST', '/keys', {
      key,
      body: { actions: ['search'], indexes: ['a*'], expiresAt: null, name: 'kiosk' },
    })
    expect(made.status).toBe(201)
    expect(made.body.key).toMatch(/^[0-9a-f]{64}$/)
    const path = `/keys/${made.body.key}`
    const changed = await service.call('PATCH', path, { key, body: { name: null } })
    expect(changed.body).toMatchObject({ uid: made.body.uid, name: null, actions: ['search'] })
    expect(changed.body.updatedAt > made.body.updatedAt).toBe(true)
    const gone = await service.call('DELETE', path, { key })
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect((await service.call('GET', path, { key })).body.code).toBe('api_key_not_found')
  })

  test.each([
    [{}, 'missing_api_key_actions'],
    [{ actions: ['serch'], indexes: [], expiresAt: null }, 'invalid_api_key_actions'],
    [{ actions: ['*'], indexes: ['a b'], expiresAt: null }, 'invalid_api_key_indexes'],
    [{ actions: ['*'], indexes: ['*'], expiresAt: '2012-05-06' }, 'invalid_api_key_expires_at'],
    [
      { actions: ['version'], indexes: ['a'], expiresAt: null },
      'index_scoped_api_key_with_global_action',
    ],
  ])('%j is refused', async (body, code) => {
    expect((await service.call('POST', '/keys', { key, body })).body.code).toBe(code)
  })

  test('a uid is given once', async () => {
    const uid = '7c0de000-0000-4000-8000-00000000000c'
    const body = { uid, actions: ['*'], indexes: ['*'], expiresAt: null }
    expect((await service.call('POST', '/keys', { key, body })).status).toBe(201)
    const again = await service.call('POST', '/keys', { key, body })
    expect([again.status, again.body.code]).toEqual([409, 'api_key_already_exists'])
  })
})

describe('tasks', () => {
  test('filters are read in any letter case, and a bare day after a date is the next midnight', async () => {
    await service.write('POST', '/indexes', { key, body: { uid: 'dated' } })
    const list = async (query: string): Promise<number> =>
      (await service.call('GET', `/tasks?indexUids=dated&${query}`, { key })).body.total
    expect(await list('statuses=SUCCEEDED&types=IndexCreation')).toBe(1)
    expect(await list('afterEnqueuedAt=2025-12-31')).toBe(1)
    expect(await list('afterEnqueuedAt=2026-01-01')).toBe(0)
    expect(await list('beforeEnqueuedAt=2026-01-02')).toBe(1)
    expect(await list('statuses=*')).toBe(1)
    expect(await list('statuses=')).toBe(0)
  })

  test('cancelling needs a filter, and keeps it as it was written', async () => {
    const none = await service.call('POST', '/tasks/cancel', { key })
    expect(none.body.code).toBe('missing_task_filters')
    const task = await service.write('POST', '/tasks/cancel?statuses=enqueued%2Cprocessing', {
      key,
    })
    expect(task.body).toMatchObject({
      type: 'taskCancelation',
      indexUid: null,
      details: { originalFilter: '?statuses=enqueued%2Cprocessing', canceledTasks: 0 },
    })
  })

  test('the error of a failed task is that of the interface', async () => {
    const task = await service.write('DELETE', '/indexes/nowhere', { key })
    expect(task.body.error).toMatchObject({
      code: 'index_not_found',
      type: 'invalid_request',
      link: expect.stringMatching(/#index_not_found$/),
    })
  })

  test('metadata of a write is shown by its task', async () => {
    const path = '/indexes/noted/documents?customMetadata=import%207'
    const task = await service.write('POST', path, { key, body: [{ id: 1 }] })
    expect(task.body.customMetadata).toBe('import 7')
  })
})

describe('experimental features', () => {
  test('a feature is switched on and off', async () => {
    const path = '/experimental-features'
    const edit = { key, body: { function: 'doc.x = 1' } }
    const editPath = '/indexes/noted/documents/edit'
    expect((await service.call('POST', editPath, edit)).body.code).toBe('feature_not_enabled')
    const on = await service.call('PATCH', path, { key, body: { editDocumentsByFunction: true } })
    expect(on.body.editDocumentsByFunction).toBe(true)
    expect((await service.call('POST', editPath, edit)).status).toBe(202)
    const same = await service.call('PATCH', path, { key, body: { editDocumentsByFunction: null } })
    expect(same.body.editDocumentsByFunction).toBe(true)
    await service.call('PATCH', path, { key, body: { editDocumentsByFunction: false } })
    expect((await service.call('GET', path, { key })).body.editDocumentsByFunction).toBe(false)
  })

  test('a feature named at start is on', async () => {
    const other = await startTestApp({ 'experimental-contains-filter': true })
    expect((await other.call('GET', '/experimental-features')).body.containsFilter).toBe(true)
    await other.close()
  })
})

describe('webhooks', () => {
  test('an address is kept with its headers, secrets masked', async () => {
    const made = await service.call('POST', '/webhooks', {
      key,
      body: {
        url: 'https://hook.example/x',
        headers: { Authorization: 'Bearer abcdefghijkl', 'X-A': '1' },
      },
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      isEditable: true,
      headers: { Authorization: 'Bearer abXXXX...', 'X-A': '1' },
    })
    const path = `/webhooks/${made.body.uuid}`
    const changed = await service.call('PATCH', path, {
      key,
      body: { headers: { 'X-A': null, 'X-B': '2' } },
    })
    expect(Object.keys(changed.body.headers)).toEqual(['Authorization', 'X-B'])
    expect((await service.call('DELETE', path, { key })).status).toBe(204)
    expect((await service.call('GET', path, { key })).body.code).toBe('webhook_not_found')
  })

  test.each([
    [{}, 'invalid_webhook_url'],
    [{ url: 'ftp://x' }, 'invalid_webhook_url'],
    [{ url: 'https://x', headers: { 'a b': '1' } }, 'invalid_webhook_headers'],
    [{ url: 'https://x', uuid: 'x' }, 'immutable_webhook_uuid'],
    [{ url: 'https://x', colour: 1 }, 'bad_request'],
  ])('%j is refused', async (body, code) => {
    expect((await service.call('POST', '/webhooks', { key, body })).body.code).toBe(code)
  })

  test('that of the start-up options cannot be changed', async () => {
    const other = await startTestApp({ 'task-webhook-url': 'https://hook.example' })
    const { body } = await other.call('GET', '/webhooks')
    expect(body.results).toMatchObject([{ isEditable: false, url: 'https://hook.example' }])
    const refused = await other.call('DELETE', `/webhooks/${body.results[0]!.uuid}`)
    expect(refused.body.code).toBe('immutable_webhook')
    await other.close()
  })
})

describe('statistics', () => {
  test('sizes are numbers, or text for people', async () => {
    await service.write('POST', '/indexes/counted/documents', { key, body: [{ id: 1, a: null }] })
    const raw = await service.call('GET', '/indexes/counted/stats', { key })
    expect(raw.body).toMatchObject({
      numberOfDocuments: 1,
      isIndexing: false,
      fieldDistribution: { a: 1, id: 1 },
    })
    const human = await service.call('GET', '/indexes/counted/stats?sizeFormat=human', { key })
    expect(human.body.rawDocumentDbSize).toMatch(/^\d+\.\d\d B$/)
  })
})

test('searches past the bound are told to come back', async () => {
  const opened = new EventEmitter()
  const changeEngine = (engine: Engine): Engine => {
    const search = engine.search.bind(engine)
    engine.search = async (...args) => {
      await once(opened, 'go')
      return await search(...args)
    }
    return engine
  }
  const other = await startTestApp({ 'experimental-search-queue-size': 1 }, { changeEngine })
  await other.write('POST', '/indexes', { body: { uid: 'a' } })
  const ask = () => other.call('POST', '/indexes/a/search', { body: {} })
  const first = ask()
  const second = await ask()
  expect([second.status, second.body.code, second.headers['retry-after']]).toEqual([
    503,
    'too_many_search_requests',
    '10',
  ])
  opened.emit('go')
  expect((await first).status).toBe(200)
  await other.close()
})
