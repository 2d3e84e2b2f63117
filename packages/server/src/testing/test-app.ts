// A whole service inside a test: the real engine and task log in memory, payload files in a temporary folder, a clock that
// moves by a microsecond at each look. Nothing listens; requests are injected.

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createEngine, type EmbedContext, type Engine } from '@sextant/engine'
import type { FastifyInstance } from 'fastify'

import { buildApp } from '../app.ts'
import { makeConfig } from '../config/config.ts'
import type { OptionValue } from '../config/read-options.ts'
import { createLogger } from '../logging/logger.ts'
import { createEmbedding } from '../outbound/embedding-context.ts'
import type { Method } from '../routes/route.ts'
import { openMemoryTaskLog } from '../tasks/memory-task-log.ts'
import { PayloadStore } from '../tasks/payload-store.ts'
import type { QueueLimits } from '../tasks/queue-limits.ts'
import { createScheduler } from '../tasks/task-scheduler.ts'
import type { TestBody } from './test-body.ts'

/** An answer, its body parsed when it is JSON. */
export interface TestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly body: TestBody
}

/** Methods that tests use. */
export type TestMethod = Method | 'HEAD' | 'OPTIONS'

/** What goes with a request. A body that is no text or bytes is sent as JSON. */
export interface TestRequest {
  readonly body?: unknown
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A service under test. */
export interface TestApp {
  readonly app: FastifyInstance
  /** Lines that were logged. */
  readonly log: readonly string[]
  readonly payloadFolder: string
  /** Moves the clock on by a microsecond. */
  tick(): void
  call(method: TestMethod, path: string, request?: TestRequest): Promise<TestAnswer>
  /** Sends a write and waits until its task is finished; gives the task. */
  write(method: TestMethod, path: string, request?: TestRequest): Promise<TestAnswer>
  /** Waits until a task has ended, whatever else goes on; gives the task. */
  finished(taskUid: number): Promise<TestAnswer>
  close(): Promise<void>
}

/** What a test puts in the place of the real thing. */
export interface TestParts {
  readonly changeEngine?: (engine: Engine) => Engine
  readonly changeEmbedding?: (context: EmbedContext) => EmbedContext
  readonly limits?: Partial<QueueLimits>
}

/** The master key of tests that have one. */
export const MASTER_KEY = 'a-master-key-for-tests'

/** Starts a service with these options. */
export async function startTestApp(
  options: Readonly<Record<string, OptionValue>> = {},
  parts: TestParts = {},
): Promise<TestApp> {
  const config = makeConfig(new Map(Object.entries(options)))
  const payloadFolder = await mkdtemp(join(tmpdir(), 'sextant-test-'))
  const log: string[] = []
  const logger = createLogger({ ...config, logsMode: 'JSON' }, { write: (line) => log.push(line) })
  let time = Date.UTC(2026, 0, 1) * 1000
  const clock = (): number => ++time
  const embedding = createEmbedding({ ...config, dbPath: payloadFolder }, {})
  const realEngine = await createEngine({
    path: null,
    searchWorkerCount: 0,
    now: () => performance.now(),
    embedding: parts.changeEmbedding?.(embedding.context) ?? embedding.context,
  })
  const engine = parts.changeEngine?.(realEngine) ?? realEngine
  const taskLog = await openMemoryTaskLog(randomUUID)
  const payloads = await PayloadStore.open(payloadFolder, randomUUID)
  const scheduler = createScheduler({
    log: taskLog,
    engine,
    payloads,
    clock,
    randomIndexId: randomUUID,
    ...(parts.limits !== undefined && { limits: parts.limits }),
  })
  await scheduler.start()
  const { catalogue } = taskLog
  const app = buildApp({ engine, scheduler, catalogue, payloads, config, clock, logger })
  await app.ready()

  async function call(
    method: TestMethod,
    path: string,
    request: TestRequest = {},
  ): Promise<TestAnswer> {
    const { body, key, headers } = request
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const answer = await app.inject({
      method,
      url: path,
      headers: {
        ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isRaw ? asBuffer(body) : JSON.stringify(body) }),
    })
    const text = answer.payload
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json')
    const hasBody = isJson && text !== '' && answer.headers['content-encoding'] === undefined
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whether it is so is what tests are about
      body: JSON.parse(hasBody ? text : 'null') as TestBody,
    }
  }

  const { masterKey } = config
  const showTask = (uid: number): Promise<TestAnswer> =>
    call('GET', `/tasks/${uid}`, masterKey === null ? {} : { key: masterKey })

  return {
    app,
    log,
    payloadFolder,
    tick: clock,
    call,
    async write(method, path, request) {
      const answer = await call(method, path, request)
      if (answer.body?.taskUid === undefined) throw new Error(`no task: ${answer.text}`)
      await scheduler.waitIdle()
      return await showTask(answer.body.taskUid)
    },
    async finished(taskUid) {
      while (scheduler.getTask(taskUid, null)?.finishedAt === null) {
        await new Promise<void>((resolve) => {
          const stop = scheduler.onBatchFinished(() => (stop(), resolve()))
        })
      }
      return await showTask(taskUid)
    },
    async close() {
      await app.close()
      await scheduler.stop()
      await engine.close()
      await embedding.close()
      await taskLog.close()
      await rm(payloadFolder, { recursive: true, force: true })
    },
  }
}

function asBuffer(body: string | Uint8Array): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body)
}
