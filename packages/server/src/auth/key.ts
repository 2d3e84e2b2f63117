// An API key as it is stored. Its secret is not: it follows from the master key and the uid.

import { createHmac } from 'node:crypto'

import { formatInstant, type Instant } from '../tasks/instant.ts'
import type { Action } from './actions.ts'

/** A stored key. */
export interface Key {
  readonly uid: string
  readonly name: string | null
  readonly description: string | null
  readonly actions: readonly Action[]
  /** Index uid patterns. */
  readonly indexes: readonly string[]
  /** RFC 3339 in the zone in which it was given. */
  readonly expiresAt: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The secret of a key: 64 hexadecimal digits. */
export function keySecret(masterKey: string, uid: string): string {
  return createHmac('sha256', masterKey).update(uid).digest('hex')
}

/** A key as the interface shows it. */
export function presentKey(key: Key, masterKey: string): Record<string, unknown> {
  return {
    name: key.name,
    description: key.description,
    key: keySecret(masterKey, key.uid),
    uid: key.uid,
    actions: key.actions,
    indexes: key.indexes,
    expiresAt: key.expiresAt,
    createdAt: formatInstant(key.createdAt),
    updatedAt: formatInstant(key.updatedAt),
  }
}
