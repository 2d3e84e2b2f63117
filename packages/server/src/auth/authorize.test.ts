// Every route × who asks, held against the rules written down once more, in other words.

import { createHmac } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Route } from '../routes/route.ts'
import { ROUTES } from '../routes/table.ts'
import { MASTER_KEY, startTestApp, type TestApp } from '../testing/test-app.ts'
import { ACTION_NAMES, type Action } from './actions.ts'

// Actions that `*.get` stands for.
const READS = new Set<string>(
  'search documents.get indexes.get tasks.get settings.get stats.get metrics.get version experimental.get export network.get chats.get chatsSettings.get webhooks.get fields.post dynamicSearchRules.get'.split(
    ' ',
  ),
)
// Actions that a key limited to some indexes may use on routes without an index.
const FOR_LIMITED_KEYS = new Set<string>(
  'search documents.get indexes.create indexes.get indexes.swap tasks.get tasks.cancel tasks.delete settings.get stats.get chatCompletions'.split(
    ' ',
  ),
)

let service: TestApp
const secrets = new Map<string, string>()

beforeAll(async () => {
  service = await startTestApp({ 'master-key': MASTER_KEY })
})
afterAll(() => service.close())

async function keyFor(actions: readonly string[], indexes: readonly string[]): Promise<string> {
  const id = JSON.stringify([actions, indexes])
  const known = secrets.get(id)
  if (known !== undefined) return known
  const answer = await service.call('POST', '/keys', {
    key: MASTER_KEY,
    body: { actions, indexes, expiresAt: null },
  })
  expect(answer.status).toBe(201)
  const secret = answer.body.key
  secrets.set(id, secret)
  return secret
}

async function outcome(route: Route, key: string | null): Promise<'allowed' | number> {
  const path = route.path.replace(':indexUid', 'cars').replaceAll(/:[A-Za-z]+/g, '0')
  const answer = await service.call(route.method, path, key === null ? {} : { key })
  return answer.status === 401 || answer.status === 403 ? answer.status : 'allowed'
}

const hasIndex = (route: Route): boolean => route.path.includes(':indexUid')
const protectedRoutes = ROUTES.filter((route) => route.action !== null)
const named = protectedRoutes.map((route) => [`${route.method} ${route.path}`, route] as const)

describe.each(named)('%s', (_, route) => {
  const action = route.action ?? '*'

  test('without credentials or with unknown ones', async () => {
    expect(await outcome(route, null)).toBe(401)
    expect(await outcome(route, 'unknown')).toBe(403)
    expect(await outcome(route, 'f'.repeat(64))).toBe(403)
  })

  test('with the master key or a key for everything', async () => {
    expect(await outcome(route, MASTER_KEY)).toBe('allowed')
    expect(await outcome(route, await keyFor(['*'], ['*']))).toBe('allowed')
  })

  test('with a key for its action alone', async () => {
    // Editing by function asks for a wildcard, which no key but that for everything holds.
    const expected = action === 'documents.*' ? 403 : 'allowed'
    expect(await outcome(route, await keyFor([action], ['*']))).toBe(expected)
  })

  test('with a key for every other action', async () => {
    const others = ACTION_NAMES.filter((name) => name !== action && !name.includes('*'))
    expect(await outcome(route, await keyFor(others, ['*']))).toBe(403)
  })

  test('with a key that reads everything', async () => {
    expect(await outcome(route, await keyFor(['*.get'], ['*']))).toBe(
      READS.has(action) ? 'allowed' : 403,
    )
  })

  test('with a key for its group', async () => {
    const group = `${action.split('.')[0]}.*`
    if (!(ACTION_NAMES as readonly string[]).includes(group)) return
    expect(await outcome(route, await keyFor([group], ['*']))).toBe(
      action === 'documents.*' ? 403 : 'allowed',
    )
  })

  test('with a key for everything on some indexes', async () => {
    const onPath = hasIndex(route) || FOR_LIMITED_KEYS.has(action)
    expect(await outcome(route, await keyFor(['*'], ['cars']))).toBe(onPath ? 'allowed' : 403)
    expect(await outcome(route, await keyFor(['*'], ['ca*', 'x']))).toBe(onPath ? 'allowed' : 403)
    const elsewhere = !hasIndex(route) && FOR_LIMITED_KEYS.has(action)
    expect(await outcome(route, await keyFor(['*'], ['boats']))).toBe(elsewhere ? 'allowed' : 403)
  })

  test('with tenant tokens', async () => {
    const secret = await keyFor(['*'], ['*'])
    const isSearch = action === 'search'
    expect(await outcome(route, await token(secret, ['*']))).toBe(isSearch ? 'allowed' : 403)
    expect(await outcome(route, await token(secret, ['cars']))).toBe(isSearch ? 'allowed' : 403)
    expect(await outcome(route, await token(secret, ['boats']))).toBe(
      isSearch && !hasIndex(route) ? 'allowed' : 403,
    )
    expect(await outcome(route, await token(secret, ['*'], { exp: 1 }))).toBe(403)
    expect(await outcome(route, await token(secret, ['*'], {}, 'another secret'))).toBe(403)
  })
})

test.each(ROUTES.filter((route) => route.action === null).map((route) => route.path))(
  '%s is open',
  async (path) => {
    expect((await service.call('GET', path)).status).toBe(200)
  },
)

test('a key that has expired is refused', async () => {
  const answer = await service.call('POST', '/keys', {
    key: MASTER_KEY,
    // The test clock stands at the first moments of 2026 and moves a microsecond at each look.
    body: { actions: ['*'], indexes: ['*'], expiresAt: '2026-01-01T00:00:00.01Z' },
  })
  const key = answer.body.key
  expect((await service.call('GET', '/version', { key })).status).toBe(200)
  for (let i = 0; i < 10_000; i++) service.tick()
  expect((await service.call('GET', '/version', { key })).status).toBe(403)
})

describe('credentials', () => {
  test.each([
    [`Bearer ${MASTER_KEY}`, 200],
    [`bearer ${MASTER_KEY}`, 401],
    [`Basic ${MASTER_KEY}`, 401],
    [MASTER_KEY, 401],
    ['Bearer', 403],
    [`Bearer  ${MASTER_KEY}`, 403],
    [`Bearer ${MASTER_KEY} more`, 403],
  ])('%s gives %i', async (authorization, status) => {
    expect(await ask({ authorization })).toBe(status)
  })

  test('a bare key header counts when there is no other', async () => {
    expect(await ask({ 'x-service-api-key': MASTER_KEY })).toBe(200)
    expect(await ask({ 'x-service-api-key': MASTER_KEY, authorization: 'Bearer wrong' })).toBe(403)
  })

  test('the secret of a key may be written in capitals', async () => {
    const key = await keyFor(['*'], ['*'])
    expect(await ask({ authorization: `Bearer ${key.toUpperCase()}` })).toBe(200)
  })
})

test('without a master key everything but the keys is open', async () => {
  const open = await startTestApp()
  expect((await open.call('GET', '/version', { key: 'anything' })).status).toBe(200)
  const answer = await open.call('GET', '/keys')
  expect([answer.status, answer.body.code]).toEqual([401, 'missing_master_key'])
  await open.close()
})

test('a write remembers whether the key may create the index', async () => {
  const key = await keyFor(['documents.add' satisfies Action], ['*'])
  const refused = await service.write('POST', '/indexes/fresh/documents', {
    key,
    body: [{ id: 1 }],
  })
  expect(refused.body.error.code).toBe('index_not_found')
  const creator = await keyFor(['documents.add', 'indexes.create'], ['*'])
  const made = await service.write('POST', '/indexes/fresh/documents', {
    key: creator,
    body: [{ id: 1 }],
  })
  expect(made.body.status).toBe('succeeded')
})

test('the filter of a tenant token is joined with that of the request', async () => {
  await service.write('PATCH', '/indexes/trails/settings', {
    key: MASTER_KEY,
    body: { filterableAttributes: ['owner', 'km'] },
  })
  await service.write('POST', '/indexes/trails/documents', {
    key: MASTER_KEY,
    body: [
      { id: 1, owner: 'north', km: 21 },
      { id: 2, owner: 'south', km: 20 },
      { id: 3, owner: 'north', km: 8 },
    ],
  })
  const secret = await keyFor(['search'], ['*'])
  const key = await token(secret, { 'tr*': { filter: 'owner = north' }, '*': null })
  const search = async (body: unknown): Promise<unknown> =>
    (await service.call('POST', '/indexes/trails/search', { key, body })).body.hits.map(
      (hit) => hit.id,
    )
  expect(await search({})).toEqual([1, 3])
  expect(await search({ filter: 'km > 10' })).toEqual([1])
  expect(await search({ filter: ['km > 10 OR owner = south'] })).toEqual([1])
})

async function token(
  secret: string,
  searchRules: unknown,
  claims: Record<string, unknown> = {},
  signedWith: string = secret,
): Promise<string> {
  const answer = await service.call('GET', `/keys/${secret}`, { key: MASTER_KEY })
  const apiKeyUid: unknown = answer.body.uid
  const text = `${encode({ alg: 'HS256' })}.${encode({ apiKeyUid, searchRules, ...claims })}`
  return `${text}.${createHmac('sha256', signedWith).update(text).digest('base64url')}`
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

async function ask(headers: Record<string, string>): Promise<number> {
  return (await service.call('GET', '/version', { headers })).status
}
