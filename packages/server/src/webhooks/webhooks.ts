// Addresses that are told about finished tasks: those of the catalogue, and the one from the start-up options, which cannot
// be changed by requests.

import { randomUUID } from 'node:crypto'

import { InputError, maskSecret } from '@sextant/engine'

import type { Config } from '../config/config.ts'
import type { RecordCollection } from '../tasks/catalogue.ts'

/** Webhooks that requests may make. */
export const WEBHOOKS_MAX = 20
/** Headers of one webhook. */
export const WEBHOOK_HEADERS_MAX = 200

const START_UP_UUID = '00000000-0000-0000-0000-000000000000'

/** One address, with the headers that go with each call. */
export interface Webhook {
  readonly uuid: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Reads, makes, changes and removes webhooks. */
export class Webhooks {
  readonly #records: RecordCollection
  readonly #fromStart: Webhook | null

  constructor(records: RecordCollection, atStart: Config['taskWebhook']) {
    this.#records = records
    this.#fromStart =
      atStart === null
        ? null
        : {
            uuid: START_UP_UUID,
            url: atStart.url,
            headers: atStart.authorization === null ? {} : { Authorization: atStart.authorization },
          }
  }

  list(): Webhook[] {
    const stored = this.#records.list().map(({ value }) => asWebhook(value))
    return this.#fromStart === null ? stored : [this.#fromStart, ...stored]
  }

  /** The webhook of a uuid, which must exist. */
  get(uuid: string): Webhook {
    const found = this.list().find((webhook) => webhook.uuid === uuid)
    if (found !== undefined) return found
    throw new InputError('webhook_not_found', `Webhook \`${uuid}\` was not found.`)
  }

  async create(facts: Omit<Webhook, 'uuid'>): Promise<Webhook> {
    if (this.#records.list().length >= WEBHOOKS_MAX) {
      throw new InputError(
        'invalid_webhooks',
        `There are ${WEBHOOKS_MAX} webhooks already, which is the most; delete one first.`,
      )
    }
    const webhook: Webhook = { uuid: randomUUID(), ...facts }
    await this.#records.put(webhook.uuid, webhook)
    return webhook
  }

  async update(webhook: Webhook): Promise<Webhook> {
    this.#refuseStartUp(webhook.uuid)
    await this.#records.put(webhook.uuid, webhook)
    return webhook
  }

  async delete(uuid: string): Promise<void> {
    this.get(uuid)
    this.#refuseStartUp(uuid)
    await this.#records.delete(uuid)
  }

  #refuseStartUp(uuid: string): void {
    if (uuid !== START_UP_UUID) return
    throw new InputError(
      'immutable_webhook',
      'This webhook comes from the start-up options and can only be changed there.',
    )
  }
}

/** A webhook as the interface shows it: credentials are masked. */
export function presentWebhook(webhook: Webhook): Record<string, unknown> {
  const headers = Object.entries(webhook.headers).map(([name, value]): [string, string] => [
    name,
    name.toLowerCase() === 'authorization' ? maskAuthorization(value) : value,
  ])
  return {
    uuid: webhook.uuid,
    isEditable: webhook.uuid !== START_UP_UUID,
    url: webhook.url,
    headers: Object.fromEntries(headers),
  }
}

function maskAuthorization(value: string): string {
  const scheme = 'Bearer '
  return value.startsWith(scheme)
    ? scheme + maskSecret(value.slice(scheme.length))
    : maskSecret(value)
}

// Only `create` and `update` write these records.
function asWebhook(value: unknown): Webhook {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return value as Webhook
}
