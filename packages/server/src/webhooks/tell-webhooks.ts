// Tells webhooks of finished tasks, one message per batch. The queue never waits for it: what fails is logged and forgotten.

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import { presentTaskError } from '../errors/to-response.ts'
import type { Logger } from '../logging/logger.ts'
import type { Caller } from '../outbound/call-out.ts'
import type { Scheduler } from '../tasks/scheduler.ts'
import { presentTask, type Task } from '../tasks/task.ts'
import type { Webhook, Webhooks } from './webhooks.ts'

const TIMEOUT_MS = 30_000
/** What a receiver says is not read. */
const ANSWER_BYTES_MAX = 2 ** 20
/** Messages on their way to all webhooks together; more are dropped, so that a slow receiver costs no memory without end. */
const MESSAGES_MAX = 200

const compress = promisify(gzip)

export interface TellOptions {
  readonly scheduler: Pick<Scheduler, 'onBatchFinished'>
  readonly webhooks: Pick<Webhooks, 'list'>
  readonly caller: Caller
  readonly logger: Logger
}

/** Starts telling; returns how to stop. */
export function tellWebhooks({ scheduler, webhooks, caller, logger }: TellOptions): () => void {
  let messageCount = 0

  async function send(webhook: Webhook, body: Uint8Array): Promise<void> {
    if (messageCount >= MESSAGES_MAX) {
      logger.warn({ webhook: webhook.uuid }, 'webhook not called: too many calls are under way')
      return
    }
    messageCount++
    try {
      const { status } = await caller.call({
        url: webhook.url,
        method: 'POST',
        headers: {
          'content-type': 'application/x-ndjson',
          'content-encoding': 'gzip',
          ...webhook.headers,
        },
        body,
        timeoutMs: TIMEOUT_MS,
        bytesMax: ANSWER_BYTES_MAX,
      })
      if (status < 200 || status > 299) {
        logger.warn({ webhook: webhook.uuid, status }, 'webhook refused')
      }
    } catch (error) {
      logger.warn({ webhook: webhook.uuid, err: error }, 'webhook not reached')
    } finally {
      messageCount--
    }
  }

  async function tell(tasks: readonly Task[], receivers: readonly Webhook[]): Promise<void> {
    const body = await bodyOf(tasks)
    await Promise.all(receivers.map((webhook) => send(webhook, body)))
  }

  return scheduler.onBatchFinished((tasks) => {
    const receivers = webhooks.list()
    if (receivers.length === 0) return
    tell(tasks, receivers).catch((error: unknown) => {
      logger.error({ err: error }, 'webhooks could not be told of finished tasks')
    })
  })
}

async function bodyOf(tasks: readonly Task[]): Promise<Uint8Array> {
  const lines = tasks.map((task) => `${JSON.stringify(presentTask(task, presentTaskError))}\n`)
  return await compress(lines.join(''))
}
