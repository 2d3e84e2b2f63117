// The scheduler over the real engine and real files: that what the two expect of each other fits.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine, parseSettingsPatch } from '@sextant/engine'
import type { Engine } from '@sextant/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLmdbTaskLog } from './lmdb-task-log.ts'
import { PayloadStore } from './payload-store.ts'
import type { Scheduler } from './scheduler.ts'
import type { TaskContent } from './task.ts'
import { taskDetails } from './task-details.ts'
import type { TaskLog } from './task-log.ts'
import { createScheduler } from './task-scheduler.ts'

let folder: string
let engine: Engine
let log: TaskLog
let payloads: PayloadStore
let scheduler: Scheduler
let nameCount = 0
let now = 1_700_000_000_000_000

const name = (): string => `name-${nameCount++}`

async function start(wrap: (log: TaskLog) => TaskLog = (same) => same): Promise<void> {
  log = await openLmdbTaskLog(join(folder, 'tasks'), () => 'instance')
  engine = await createEngine({
    path: join(folder, 'indexes'),
    searchWorkerCount: 0,
    now: () => performance.now(),
  })
  payloads = await PayloadStore.open(join(folder, 'payloads'), name)
  const clock = (): number => (now += 1000)
  const parts = { engine, payloads, clock, randomIndexId: name }
  scheduler = createScheduler({ log: wrap(log), ...parts })
  await scheduler.start()
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scheduler-engine-'))
})

afterEach(async () => {
  await scheduler.stop()
  await engine.close()
  await log.close()
  await rm(folder, { recursive: true, force: true })
})

async function add(added: readonly object[]): Promise<number> {
  const payload = await payloads.save(added.map((one) => `${JSON.stringify(one)}\n`))
  return register({
    kind: 'documentAddition',
    mode: 'replace',
    payload: payload.name,
    payloadBytes: payload.bytes,
    documentCount: added.length,
    primaryKey: null,
    allowIndexCreation: true,
    skipCreation: false,
  })
}

async function register(content: TaskContent): Promise<number> {
  const { uid } = await scheduler.register(content, { indexUid: 'books' })
  return uid
}

async function outcome(uid: number): Promise<[string, unknown]> {
  await scheduler.waitIdle()
  const task = scheduler.getTask(uid, null)!
  const status = task.error === null ? task.status : `${task.status} ${task.error.code}`
  return [status, taskDetails(task)]
}

async function documents(): Promise<unknown> {
  const { indexId } = log.catalogue.getIndex('books')!
  const none = { fields: null, filter: null, ids: null, sort: null, retrieveVectors: false }
  const bytes = await engine.fetchDocuments(indexId, { offset: 0, limit: 10, ...none })
  return (JSON.parse(Buffer.from(bytes).toString()) as { results: unknown }).results
}

test('documents, settings and deletions reach the index and are counted', async () => {
  await start()
  const patch = parseSettingsPatch({ filterableAttributes: ['pages'] })
  const change = { kind: 'settings', settings: patch, isReset: false } as const
  const settings = await register({ ...change, allowIndexCreation: true })
  const first = await add([
    { id: 1, pages: 10 },
    { id: 2, pages: 20 },
    { id: 2, pages: 30 },
  ])
  expect(await outcome(settings)).toEqual(['succeeded', { filterableAttributes: ['pages'] }])
  expect(await outcome(first)).toEqual(['succeeded', { receivedDocuments: 3, indexedDocuments: 2 }])
  const filter = await register({ kind: 'documentDeletionByFilter', filter: 'pages > 20' })
  expect(await outcome(filter)).toMatchObject(['succeeded', { deletedDocuments: 1 }])
  const bad = await register({ kind: 'documentDeletionByFilter', filter: 'weight = 1' })
  expect((await outcome(bad))[0]).toBe('failed invalid_document_filter')
  const badId = await add([{ id: 'no good' }])
  expect((await outcome(badId))[0]).toBe('failed invalid_document_id')
  expect(await documents()).toEqual([{ id: 1, pages: 10 }])
  const clear = await register({ kind: 'documentClear' })
  expect(await outcome(clear)).toEqual(['succeeded', { deletedDocuments: 1 }])
  const key = await register({ kind: 'indexUpdate', primaryKey: 'isbn', newIndexUid: null })
  expect((await outcome(key))[0]).toBe('succeeded')
  const deletion = await register({ kind: 'indexDeletion' })
  expect(await outcome(deletion)).toEqual(['succeeded', { deletedDocuments: 0 }])
  expect(await engine.listIndexes()).toEqual([])
})

test('a batch that the files hold and the log does not is finished after a restart', async () => {
  let reached!: () => void
  const isDead = new Promise<void>((resolve) => (reached = resolve))
  let isDying = false
  await start(
    (real) =>
      new Proxy(real, {
        get(target, key) {
          if (key === 'finishBatch' && isDying) {
            reached()
            return () => new Promise(() => undefined)
          }
          const value: unknown = Reflect.get(target, key, target)
          return typeof value === 'function' ? (value.bind(target) as unknown) : value
        },
      }),
  )
  await add([{ id: 1 }])
  await scheduler.waitIdle()
  isDying = true
  const second = await add([{ id: 2 }, { id: 3 }])
  await isDead
  await engine.close()
  await log.close()
  await start()
  expect(await outcome(second)).toEqual([
    'succeeded',
    { receivedDocuments: 2, indexedDocuments: 2 },
  ])
  const third = await add([{ id: 4 }])
  expect((await outcome(third))[0]).toBe('succeeded')
  expect(await documents()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }])
  const { indexId } = log.catalogue.getIndex('books')!
  expect(engine.describe(indexId)).toMatchObject({ lastBatchUid: 2, documentCount: 4 })
})
