import { createHmac } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { MASTER_KEY, startTestApp, type TestAnswer, type TestApp } from '../testing/test-app.ts'

let service: TestApp
const key = MASTER_KEY
const FILMS = [
  { id: 1, title: 'Night train', owner: 'ann', year: 1999 },
  { id: 2, title: 'The train', owner: 'bob', year: 2010 },
  { id: 'a-3', title: 'Harbour', owner: 'ann', year: 2020 },
]

beforeAll(async () => {
  service = await startTestApp({ 'master-key': MASTER_KEY })
  await service.write('PATCH', '/indexes/films/settings', {
    key,
    body: { filterableAttributes: ['owner', 'year'] },
  })
  await service.write('POST', '/indexes/films/documents', { key, body: FILMS })
})
afterAll(() => service.close())

const ask = (body: unknown, asKey = key, index = 'films'): Promise<TestAnswer> =>
  service.call('POST', `/indexes/${index}/explain`, { key: asKey, body })

test('tells the place of a hit', async () => {
  const { status, body } = await ask({ q: 'train', documentId: 2 })
  expect(status).toBe(200)
  expect(body).toMatchObject({ documentId: '2', isHit: true, position: 2, reason: null })
  expect(body.rules.map(({ rule }) => rule)).toContain('proximity')
})

test('tells why a document is no hit', async () => {
  const { body } = await ask({ q: 'train', documentId: 'a-3' })
  expect(body).toMatchObject({ isHit: false, reason: { kind: 'wordNotFound', word: 'train' } })
})

test.each([
  [{ q: 'train' }, 'missing_document_id'],
  [{ documentId: null }, 'invalid_document_id'],
  [{ documentId: 'a b' }, 'invalid_document_id'],
  [{ documentId: 1, limit: -1 }, 'invalid_search_limit'],
  [{ documentId: 1, filter: 'title = x' }, 'invalid_search_filter'],
  [{ documentId: 1, document: 2 }, 'bad_request'],
])('refuses %j', async (body, code) => {
  const answer = await ask(body)
  expect([answer.status, answer.body.code]).toEqual([400, code])
})

test('knows no other indexes', async () => {
  expect((await ask({ documentId: 1 }, key, 'ghosts')).status).toBe(404)
})

test('tells which ranking of a search by words and meaning a hit comes from', async () => {
  const embedders = { own: { source: 'userProvided', dimensions: 2 } }
  await service.write('PATCH', '/indexes/mixed/settings', { key, body: { embedders } })
  const body = [
    { id: 1, title: 'tea', _vectors: { own: [0, 1] } },
    { id: 2, title: 'coffee', _vectors: { own: [1, 0] } },
  ]
  await service.write('POST', '/indexes/mixed/documents', { key, body })
  const hybrid = { embedder: 'own', semanticRatio: 0.9 }
  const answer = await ask({ q: 'tea', vector: [1, 0], hybrid, documentId: 2 }, key, 'mixed')
  expect(answer.body).toMatchObject({
    isHit: true,
    position: 1,
    foundBy: 'meaning',
    hybrid: { words: { position: null, reason: { kind: 'wordNotFound', word: 'tea' } } },
  })
})

test('gives away nothing that a tenant may not see', async () => {
  const { body: keys } = await service.call('GET', '/keys', { key })
  const parent = keys.results.find(({ actions }) => actions[0] === 'search')!
  const rules = { films: { filter: 'owner = ann' } }
  const token = sign({ apiKeyUid: parent.uid, searchRules: rules }, parent.key)
  const hidden = await ask({ q: 'train', documentId: 2 }, token)
  const missing = await ask({ q: 'train', documentId: 99 }, token)
  expect(hidden.body.reason).toEqual({ kind: 'noSuchDocument' })
  expect({ ...hidden.body, documentId: '', message: '' }).toEqual({
    ...missing.body,
    documentId: '',
    message: '',
  })
  const own = await ask({ q: 'train', documentId: 1, filter: 'year > 2000' }, token)
  expect(own.body.reason).toMatchObject({ kind: 'filteredOut', clause: 'year > 2000' })
  const shown = await ask({ q: 'train', documentId: 1 }, token)
  expect(shown.body).toMatchObject({ isHit: true, candidateCount: 1 })
})

function sign(claims: unknown, secret: string): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
