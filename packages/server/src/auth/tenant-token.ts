// Tenant tokens: JSON web tokens that a client signs with one of its keys to search on behalf of a tenant. They narrow
// what the key may do to some indexes, each with an optional filter.

import { createHmac, timingSafeEqual } from 'node:crypto'

import { isIndexPattern, matchesIndexPattern } from '../validate/index-uid.ts'

/** What a token claims, after its form was checked and before its signature was. */
export interface TenantToken {
  readonly keyUid: string
  /** Pattern → filter; null adds no filter. */
  readonly rules: ReadonlyMap<string, unknown>
  /** Unix seconds; null for never. */
  readonly expiresAtSeconds: number | null
  /** Whether the token was signed with this secret. */
  isSignedWith(secret: string): boolean
}

const HASHES: Readonly<Record<string, string>> = {
  HS256: 'sha256',
  HS384: 'sha384',
  HS512: 'sha512',
}

/** Reads a token; null when the text is none, or one that the interface does not take. */
export function readTenantToken(text: string): TenantToken | null {
  const [header, payload, signature, ...rest] = text.split('.')
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) {
    return null
  }
  const algorithm = readObject(header)?.['alg']
  const hash = typeof algorithm === 'string' ? HASHES[algorithm] : undefined
  const claims = readObject(payload)
  if (hash === undefined || claims === null) return null
  const keyUid = claims['apiKeyUid']
  const rules = readRules(claims['searchRules'])
  const expiry = claims['exp'] ?? null
  if (typeof keyUid !== 'string' || !UUID.test(keyUid) || rules === null) return null
  if (expiry !== null && (typeof expiry !== 'number' || !Number.isInteger(expiry))) return null
  // A token made for another audience is not meant for us.
  if ('aud' in claims) return null
  return {
    keyUid: keyUid.toLowerCase(),
    rules,
    expiresAtSeconds: expiry,
    isSignedWith(secret) {
      const expected = createHmac(hash, secret).update(`${header}.${payload}`).digest()
      const given = Buffer.from(signature, 'base64url')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

/** The filter of the rule that decides for an index: the exact one, else the longest pattern. Undefined: no rule. */
export function ruleFor(rules: ReadonlyMap<string, unknown>, indexUid: string): unknown {
  if (rules.has(indexUid)) return rules.get(indexUid) ?? null
  let longest: string | undefined
  for (const pattern of rules.keys()) {
    if (!matchesIndexPattern(pattern, indexUid)) continue
    if (longest === undefined || pattern.length > longest.length) longest = pattern
  }
  return longest === undefined ? undefined : (rules.get(longest) ?? null)
}

/** Joins the filter of a request and that of a rule: both must hold. */
export function joinFilters(requested: unknown, imposed: unknown): unknown {
  if (imposed === null || imposed === undefined) return requested
  if (requested === null || requested === undefined) return imposed
  const both: unknown[] = []
  for (const filter of [requested, imposed]) {
    if (Array.isArray(filter)) both.push(...(filter as unknown[]))
    else both.push(filter)
  }
  return both
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function readRules(claim: unknown): Map<string, unknown> | null {
  const rules = new Map<string, unknown>()
  if (Array.isArray(claim)) {
    for (const pattern of claim as unknown[]) {
      if (typeof pattern !== 'string') return null
      if (isIndexPattern(pattern)) rules.set(pattern, null)
    }
    return rules
  }
  if (!isRecord(claim)) return null
  for (const [pattern, rule] of Object.entries(claim)) {
    if (rule !== null && !isRecord(rule)) return null
    if (isIndexPattern(pattern)) rules.set(pattern, rule?.['filter'] ?? null)
  }
  return rules
}

function readObject(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
