import { createHmac } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { joinFilters, readTenantToken, ruleFor } from './tenant-token.ts'

const UID = '7c0de000-0000-4000-8000-000000000001'

function sign(
  claims: unknown,
  options: { alg?: string; hash?: string; secret?: string } = {},
): string {
  const text = `${encode({ alg: options.alg ?? 'HS256', typ: 'JWT' })}.${encode(claims)}`
  const hmac = createHmac(options.hash ?? 'sha256', options.secret ?? 'secret')
  return `${text}.${hmac.update(text).digest('base64url')}`
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

describe('reading', () => {
  test.each([
    ['HS256', 'sha256'],
    ['HS384', 'sha384'],
    ['HS512', 'sha512'],
  ])('%s tokens are read and checked', (alg, hash) => {
    const token = readTenantToken(sign({ apiKeyUid: UID, searchRules: ['*'] }, { alg, hash }))
    expect(token?.keyUid).toBe(UID)
    expect(token?.isSignedWith('secret')).toBe(true)
    expect(token?.isSignedWith('Secret')).toBe(false)
  })

  test.each([
    ['no token', 'plain'],
    ['two parts', 'a.b'],
    ['no signature algorithm', sign({ apiKeyUid: UID, searchRules: ['*'] }, { alg: 'none' })],
    ['no key uid', sign({ searchRules: ['*'] })],
    ['a key uid that is none', sign({ apiKeyUid: 'abc', searchRules: ['*'] })],
    ['no rules', sign({ apiKeyUid: UID })],
    ['rules of another kind', sign({ apiKeyUid: UID, searchRules: '*' })],
    ['a rule of another kind', sign({ apiKeyUid: UID, searchRules: { a: 3 } })],
    ['an expiry that is no number', sign({ apiKeyUid: UID, searchRules: ['*'], exp: 'later' })],
    ['an audience', sign({ apiKeyUid: UID, searchRules: ['*'], aud: ['kiosk'] })],
  ])('%s is refused', (_, text) => {
    expect(readTenantToken(text)).toBeNull()
  })

  test('other claims and members do not matter', () => {
    const claims = {
      apiKeyUid: UID,
      searchRules: { a: { colour: 1 } },
      nbf: 1,
      sub: 'x',
      exp: null,
    }
    expect(readTenantToken(sign(claims))?.expiresAtSeconds).toBeNull()
  })
})

describe('rules', () => {
  const rules = new Map<string, unknown>([
    ['*', 'all'],
    ['trails_*', 'some'],
    ['trails_a', null],
  ])

  test('the exact name goes first, then the longest pattern', () => {
    expect(ruleFor(rules, 'trails_a')).toBeNull()
    expect(ruleFor(rules, 'trails_b')).toBe('some')
    expect(ruleFor(rules, 'huts')).toBe('all')
  })

  test('an index without a rule is not allowed', () => {
    expect(ruleFor(new Map([['a', null]]), 'b')).toBeUndefined()
  })
})

describe('joining filters', () => {
  test.each([
    [null, 'a', 'a'],
    ['b', null, 'b'],
    ['b', 'a', ['b', 'a']],
    [['b', ['c']], 'a', ['b', ['c'], 'a']],
    ['b', ['a', 'd'], ['b', 'a', 'd']],
  ])('%j and %j', (requested, imposed, joined) => {
    expect(joinFilters(requested, imposed)).toEqual(joined)
  })
})
