// The keys of the instance, kept in the catalogue and looked up by uid or by secret.

import { createHmac, randomBytes, randomUUID } from 'node:crypto'

import type { RecordCollection } from '../tasks/catalogue.ts'
import type { Clock } from '../tasks/instant.ts'
import type { Action } from './actions.ts'
import { type Key, keySecret } from './key.ts'

const DEFAULT_KEYS: readonly {
  readonly name: string
  readonly description: string
  readonly actions: readonly Action[]
}[] = [
  {
    name: 'Default Chat API Key',
    description: 'Lets a front end converse with the indexes and search them.',
    actions: ['chatCompletions', 'search'],
  },
  {
    name: 'Default Read-Only Admin API Key',
    description: 'Reads everything, keys included, and changes nothing. Keep it private.',
    actions: ['*.get', 'keys.get'],
  },
  {
    name: 'Default Admin API Key',
    description: 'Does everything. Keep it on servers, never in a page or an app.',
    actions: ['*'],
  },
  {
    name: 'Default Search API Key',
    description: 'Searches every index and does nothing else. Fit for pages and apps.',
    actions: ['search'],
  },
]

/** Reads, makes, changes and removes keys. Changes hold from the next request on. */
export class Keys {
  readonly #records: RecordCollection
  readonly #masterKey: string | null
  readonly #clock: Clock
  // Secrets are looked up under a keyed digest, so the time of a look-up tells nothing about them.
  readonly #blinding: Buffer = randomBytes(32)
  readonly #uidByDigest = new Map<string, string>()

  constructor(options: { records: RecordCollection; masterKey: string | null; clock: Clock }) {
    this.#records = options.records
    this.#masterKey = options.masterKey
    this.#clock = options.clock
    for (const { id } of this.#records.list()) this.#remember(id)
  }

  /** Makes the default keys of a new instance. */
  async createDefaults(): Promise<void> {
    if (this.#records.list().length > 0) return
    const now = this.#clock()
    const keys = DEFAULT_KEYS.map(({ name, description, actions }, position): Key => ({
      uid: randomUUID(),
      name,
      description,
      actions,
      indexes: ['*'],
      expiresAt: null,
      // A microsecond apart, so that listing them by age has one order.
      createdAt: now + position,
      updatedAt: now + position,
    }))
    await Promise.all(keys.map((key) => this.put(key)))
  }

  /** Newest first. */
  list(): Key[] {
    const keys = this.#records.list().map(({ value }) => asKey(value))
    return keys.toSorted((a, b) => b.createdAt - a.createdAt)
  }

  get(uid: string): Key | undefined {
    const value = this.#records.get(uid)
    return value === undefined ? undefined : asKey(value)
  }

  /** The key that a secret belongs to. */
  findBySecret(secret: string): Key | undefined {
    if (!/^[0-9a-f]{64}$/i.test(secret)) return undefined
    const uid = this.#uidByDigest.get(this.#digest(secret.toLowerCase()))
    return uid === undefined ? undefined : this.get(uid)
  }

  async put(key: Key): Promise<void> {
    await this.#records.put(key.uid, key)
    this.#remember(key.uid)
  }

  async delete(uid: string): Promise<void> {
    await this.#records.delete(uid)
    if (this.#masterKey !== null) {
      this.#uidByDigest.delete(this.#digest(keySecret(this.#masterKey, uid)))
    }
  }

  #remember(uid: string): void {
    if (this.#masterKey === null) return
    this.#uidByDigest.set(this.#digest(keySecret(this.#masterKey, uid)), uid)
  }

  #digest(secret: string): string {
    return createHmac('sha256', this.#blinding).update(secret).digest('base64')
  }
}

// Only `put` writes these records.
function asKey(value: unknown): Key {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return value as Key
}
