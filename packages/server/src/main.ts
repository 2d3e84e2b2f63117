// The process of a server: opens what it works with, listens, stops cleanly.

import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { TlsOptions } from 'node:tls'

import { createEngine, lockFolder } from '@sextant/engine'

import { buildApp } from './app.ts'
import { type Config, MASTER_KEY_BYTES_MIN } from './config/config.ts'
import { createLogger, isHuman, type Logger } from './logging/logger.ts'
import { createEmbedding } from './outbound/embedding-context.ts'
import type { Instant } from './tasks/instant.ts'
import { openLmdbTaskLog } from './tasks/lmdb-task-log.ts'
import { PayloadStore } from './tasks/payload-store.ts'
import { DEFAULT_QUEUE_LIMITS } from './tasks/queue-limits.ts'
import { createScheduler } from './tasks/task-scheduler.ts'
import { tuneForSearches, tuneRuntime } from './tune-runtime.ts'

/** A server that listens. */
export interface RunningServer {
  /** Where it listens, `http://127.0.0.1:7700`. */
  readonly address: string
  /** Lets requests finish, then stops everything. */
  stop(): Promise<void>
}

/** Starts a server. Rejects when its data are in use or cannot be opened, or its address is taken. */
export async function startServer(
  config: Config,
  output: NodeJS.WriteStream = process.stdout,
): Promise<RunningServer> {
  tuneRuntime()
  const lock = await lockFolder(config.dbPath)
  try {
    const server = await openServer(config, output)
    return { ...server, stop: () => server.stop().finally(() => lock.release()) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function openServer(config: Config, output: NodeJS.WriteStream): Promise<RunningServer> {
  const logger = createLogger(config, output)
  const tls = await readTls(config)
  const embedding = createEmbedding(config, process.env)
  const [engine, log, payloads] = await Promise.all([
    createEngine({
      path: join(config.dbPath, 'indexes'),
      searchWorkerCount: availableParallelism(),
      ...(config.indexingBytesMax !== null && { indexingBytesMax: config.indexingBytesMax }),
      now: () => performance.now(),
      embedding: embedding.context,
      onSearchingBegins: tuneForSearches,
      onMergeError: (index, error) => logger.error({ err: error, index }, 'merging failed'),
    }),
    openLmdbTaskLog(join(config.dbPath, 'tasks'), randomUUID),
    PayloadStore.open(join(config.dbPath, 'payloads'), randomUUID),
  ])
  const scheduler = createScheduler({
    log,
    engine,
    payloads,
    clock: now,
    randomIndexId: randomUUID,
    limits: {
      ...(config.batchedTasksMax === null ? {} : { tasksPerBatchMax: config.batchedTasksMax }),
      ...batchBytes(config),
    },
    onError: (error, doing) => logger.error({ err: error, doing }, 'background work failed'),
  })
  const { catalogue } = log
  const app = buildApp({ engine, scheduler, catalogue, payloads, config, clock: now, logger, tls })
  const stop = async (): Promise<void> => {
    await app.close()
    await scheduler.stop()
    await engine.close()
    await embedding.close()
    await log.close()
  }
  try {
    await scheduler.start()
    const address = await app.listen({ host: config.host, port: config.port })
    announce(address, config, logger, output)
    return { address, stop }
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
}

// Half of the memory of indexing, unless the option for it says otherwise.
function batchBytes(config: Config): { payloadBytesPerBatchMax?: number } {
  if (config.batchedBytesMax !== null) return { payloadBytesPerBatchMax: config.batchedBytesMax }
  if (config.indexingBytesMax === null) return {}
  const half = Math.floor(config.indexingBytesMax / 2)
  return {
    payloadBytesPerBatchMax: Math.min(half, DEFAULT_QUEUE_LIMITS.payloadBytesPerBatchMax),
  }
}

/** Stops a server when the process is told to end; a second signal ends it at once. */
export function stopOnSignals(server: RunningServer): void {
  const onSignal = (): void => {
    process.once('SIGINT', () => process.exit(130))
    process.once('SIGTERM', () => process.exit(143))
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGINT', onSignal)
  process.once('SIGTERM', onSignal)
}

// Wall-clock microseconds that never go back while the process lives.
const startedAt = Date.now() * 1000 - Math.round(performance.now() * 1000)
function now(): Instant {
  return startedAt + Math.round(performance.now() * 1000)
}

async function readTls(config: Config): Promise<TlsOptions | null> {
  if (config.tls === null) return null
  const { certPath, keyPath, authPath, requiresAuth } = config.tls
  const own = { cert: await readFile(certPath), key: await readFile(keyPath) }
  if (authPath === null) return own
  const ca = await readFile(authPath)
  return { ...own, ca, requestCert: true, rejectUnauthorized: requiresAuth }
}

function announce(
  address: string,
  config: Config,
  logger: Logger,
  output: NodeJS.WriteStream,
): void {
  const isProtected = config.masterKey !== null
  const firstRequest = `curl ${address}/${isProtected ? `keys -H 'Authorization: Bearer <your master key>'` : 'indexes'}`
  if (isHuman(config, output)) {
    output.write(`Sextant listens on ${address}\n`)
    output.write(
      isProtected
        ? 'Requests need a key: the master key, or one listed by GET /keys.\n'
        : 'Anyone who reaches this address can read and change everything: no master key is set.\n',
    )
    output.write(`Try it: ${firstRequest}\n`)
  } else logger.info({ address, isProtected, firstRequest }, 'listening')
  const length = Buffer.byteLength(config.masterKey ?? '')
  if (config.environment === 'development' && length < MASTER_KEY_BYTES_MIN) {
    logger.warn(
      `${isProtected ? 'The master key is short' : 'There is no master key'}. A good one: --master-key ${randomBytes(32).toString('base64url')}`,
    )
  }
}
