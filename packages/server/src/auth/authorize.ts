// Who may do what: the rules of the interface, in their order.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { InputError } from '@sextant/engine'

import type { Clock } from '../tasks/instant.ts'
import type { Visibility } from '../tasks/task-query.ts'
import { quoteAll } from '../validate/quoting.ts'
import { readDate } from '../validate/dates.ts'
import { matchesIndexPattern } from '../validate/index-uid.ts'
import { type Action, holdsAction, scopeOf } from './actions.ts'
import { type Key, keySecret } from './key.ts'
import type { Keys } from './keys.ts'
import { readTenantToken, ruleFor } from './tenant-token.ts'

/** What the caller of an authorized request may touch. */
export interface Access {
  /** Throws when the caller may not touch this index. */
  checkIndex(indexUid: string): void
  /** Which indexes show up in lists; null for all of them, and for what belongs to none. */
  readonly visibility: Visibility
  /** Whether a write may create this index when it is missing. */
  mayCreate(indexUid: string): boolean
  /** The filter that the caller's token imposes on an index; null for none. */
  imposedFilter(indexUid: string): unknown
}

/** Decides about requests. */
export interface Authorizer {
  /** Throws InputError unless the caller may do `action` on the index of the path, or at all when there is none. */
  authorize(headers: IncomingHttpHeaders, action: Action, indexUid: string | null): Access
}

/** Makes the authorizer of an instance. Without a master key everything but `/keys` is open. */
export function createAuthorizer(options: {
  readonly masterKey: string | null
  readonly keys: Keys
  readonly clock: Clock
}): Authorizer {
  const { masterKey, keys, clock } = options
  const masterDigest = masterKey === null ? null : digest(masterKey)

  function authorize(
    headers: IncomingHttpHeaders,
    action: Action,
    indexUid: string | null,
  ): Access {
    const token = readCredentials(headers)
    if (masterKey === null || masterDigest === null) {
      if (token === '') throw refused()
      if (action.startsWith('keys.')) {
        throw new InputError(
          'missing_master_key',
          'Keys can only be managed on an instance that was started with a master key.',
        )
      }
      return FULL_ACCESS
    }
    if (token === null) throw missingHeader()
    if (timingSafeEqual(digest(token), masterDigest)) return FULL_ACCESS
    const access = tenantAccess(token, action, masterKey) ?? keyAccess(token)
    if (indexUid !== null) access.checkIndex(indexUid)
    const isTooWide =
      indexUid === null && access.visibility !== null && scopeOf(action) !== 'handler'
    if (!holdsAction(access.key.actions, action) || isTooWide || isExpired(access.key)) {
      throw refused()
    }
    return access
  }

  function keyAccess(token: string): KeyAccess {
    const key = keys.findBySecret(token)
    if (key === undefined) throw refused()
    return accessOf(key, null)
  }

  function tenantAccess(token: string, action: Action, master: string): KeyAccess | null {
    if (action !== 'search' && action !== 'chatCompletions') return null
    const claims = readTenantToken(token)
    if (claims === null) return null
    const key = keys.get(claims.keyUid)
    const nowSeconds = clock() / 1e6
    const isLate = claims.expiresAtSeconds !== null && nowSeconds > claims.expiresAtSeconds
    if (!claims.isSignedWith(keySecret(master, claims.keyUid)) || isLate || key === undefined) {
      throw refused()
    }
    return accessOf(key, claims.rules)
  }

  function isExpired(key: Key): boolean {
    return key.expiresAt !== null && (readDate(key.expiresAt) ?? 0) <= clock()
  }

  return { authorize }
}

interface KeyAccess extends Access {
  readonly key: Key
}

/** What the master key gives, and everyone has on an instance without one. */
export const FULL_ACCESS: Access = {
  checkIndex: () => undefined,
  visibility: null,
  mayCreate: () => true,
  imposedFilter: () => null,
}

function accessOf(key: Key, rules: ReadonlyMap<string, unknown> | null): KeyAccess {
  const isAllowed = (indexUid: string): boolean =>
    key.indexes.some((pattern) => matchesIndexPattern(pattern, indexUid)) &&
    (rules === null || ruleFor(rules, indexUid) !== undefined)
  return {
    key,
    checkIndex(indexUid) {
      if (isAllowed(indexUid)) return
      // The list of the key itself is not shown to the holder of a token.
      const allowed = rules === null ? key.indexes : [...rules.keys()]
      throw new InputError(
        'invalid_api_key',
        `These credentials do not give access to index \`${indexUid}\`. Allowed indexes: ${quoteAll(allowed)}.`,
      )
    },
    visibility: key.indexes.includes('*') && rules === null ? null : isAllowed,
    mayCreate: (indexUid) => holdsAction(key.actions, 'indexes.create') && isAllowed(indexUid),
    imposedFilter: (indexUid) => (rules === null ? null : (ruleFor(rules, indexUid) ?? null)),
  }
}

// Null without credentials; empty when `Bearer` stands alone.
function readCredentials(headers: IncomingHttpHeaders): string | null {
  const { authorization } = headers
  if (authorization === undefined) {
    const bare = headers['x-service-api-key']
    return typeof bare === 'string' ? bare : null
  }
  if (authorization === 'Bearer') return ''
  if (!authorization.startsWith('Bearer ')) throw missingHeader()
  return authorization.slice('Bearer '.length)
}

function missingHeader(): InputError {
  return new InputError(
    'missing_authorization_header',
    'An `Authorization` header is required: `Authorization: Bearer <key>`.',
  )
}

function refused(): InputError {
  return new InputError(
    'invalid_api_key',
    'The key is not known, has expired, or does not allow this.',
  )
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
