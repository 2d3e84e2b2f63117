// The queue after its process died: whatever was acknowledged happens exactly once, and what the log says agrees with what
// the indexes hold. A death is a log or an engine that stops answering; a restart opens the same files again.

import { readdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { TaskContent } from './task.ts'
import type { TaskLog } from './task-log.ts'
import { NO_FILTER } from './task-query.ts'
import { ALL, TestQueue } from './testing/test-queue.ts'

let queue: TestQueue
afterEach(() => queue.close())

type Method = 'finishBatch' | 'beginBatch'

// A log on which a method is replaced, once `fault.isOn`; everything else goes through.
function interceptor(method: Method, replacement: () => Promise<void>) {
  const fault = { isOn: false }
  const wrapLog = (log: TaskLog): TaskLog =>
    new Proxy(log, {
      get(target, name) {
        if (name === method && fault.isOn) return replacement
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  return { fault, wrapLog }
}

// The process hangs in `method` for good; resolves when it got there.
async function startWithDeath(method: Method) {
  let reached!: () => void
  const isDead = new Promise<void>((resolve) => (reached = resolve))
  const { fault, wrapLog } = interceptor(method, () => {
    reached()
    return new Promise(() => undefined)
  })
  const limits = { embedderPatienceMs: 0 }
  queue = await TestQueue.start({ isDurable: true, wrapLog, limits })
  return {
    dieOn: () => (fault.isOn = true),
    isDead,
    restart: async () => {
      fault.isOn = false
      await queue.restart()
      await queue.scheduler.waitIdle()
    },
  }
}

const clear: TaskContent = { kind: 'documentClear' }

test('a batch in the index but not in the log is finished, not applied again', async () => {
  const death = await startWithDeath('finishBatch')
  await queue.add('books', [{ id: 1 }])
  await queue.scheduler.waitIdle()
  death.dieOn()
  await queue.add('books', [{ id: 2 }, { id: 2 }, { id: 3 }])
  await death.isDead
  expect(queue.engine.applied).toEqual([0, 1])
  await queue.add('books', [{ id: 4 }])
  await death.restart()
  expect(await queue.outcome(1)).toEqual([
    'succeeded',
    { receivedDocuments: 3, indexedDocuments: 2 },
  ])
  expect(queue.task(1).batchUid).toBe(1)
  expect(queue.engine.applied).toEqual([2])
  expect(queue.batches()).toEqual([[0], [1], [2]])
  expect(queue.documentIds('books')).toEqual(['1', '2', '3', '4'])
  expect(await readdir(dirname(queue.payloads.path('x')))).toEqual([])
})

const ids = (...list: string[]): TaskContent => ({ kind: 'documentDeletionByIds', ids: list })

test.each<[string, TaskContent, unknown]>([
  ['all', clear, { deletedDocuments: 2 }],
  ['some', ids('1', '7'), { providedIds: 2, deletedDocuments: 1, originalFilter: null }],
])('the count of a deletion of %s is found again', async (_, content, details) => {
  const death = await startWithDeath('finishBatch')
  await queue.add('books', [{ id: 1 }, { id: 2 }])
  await queue.scheduler.waitIdle()
  death.dieOn()
  await queue.register('books', content)
  await death.isDead
  await death.restart()
  expect(await queue.outcome(1)).toEqual(['succeeded', details])
})

test('several deletions of one batch keep their counts', async () => {
  const death = await startWithDeath('finishBatch')
  await queue.add('books', [{ id: 1 }, { id: 2 }, { id: 3 }])
  await queue.scheduler.waitIdle()
  let release!: () => void
  let reached!: () => void
  const isHeld = new Promise<void>((resolve) => (reached = resolve))
  queue.engine.beforeCommit = () => {
    queue.engine.beforeCommit = () => Promise.resolve(void death.dieOn())
    reached()
    return new Promise((resolve) => (release = resolve))
  }
  // while another index is written, the deletions come together
  await queue.add('other', [{ id: 1 }])
  await isHeld
  const first = await queue.register('books', ids('1', '2'))
  const second = await queue.register('books', ids('2', '3'))
  release()
  await death.isDead
  await death.restart()
  expect(await queue.outcome(first.uid)).toMatchObject(['succeeded', { deletedDocuments: 2 }])
  expect(await queue.outcome(second.uid)).toMatchObject(['succeeded', { deletedDocuments: 1 }])
  expect(queue.task(first.uid).batchUid).toBe(queue.task(second.uid).batchUid)
})

test.each<[object[], string]>([
  [[{ id: 2 }, { id: 'no good' }], 'invalid_document_id'],
  [[{ id: 2 }, { name: 'x' }], 'missing_document_id'],
  [[{ name: 'x' }], 'index_primary_key_no_candidate_found'],
  [[{ 'meta.x': 1 }], 'index_primary_key_no_candidate_found'],
])('a payload that was left out is found to be bad again: %j', async (documents, code) => {
  const death = await startWithDeath('finishBatch')
  await queue.register('books', { kind: 'indexCreation', primaryKey: null })
  await queue.scheduler.waitIdle()
  death.dieOn()
  await queue.add('books', documents)
  await death.isDead
  await death.restart()
  expect((await queue.outcome(1))[0]).toBe(`failed ${code}`)
  expect(queue.documentIds('books')).toEqual([])
})

test('a batch that never reached the index is formed again from what waits by then', async () => {
  const death = await startWithDeath('beginBatch')
  await queue.add('books', [{ id: 1 }])
  await queue.scheduler.waitIdle()
  death.dieOn()
  await queue.add('books', [{ id: 2 }])
  await death.isDead
  await queue.add('books', [{ id: 3 }])
  await death.restart()
  expect(queue.batches()).toEqual([[0], [1, 2]])
  expect(queue.documentIds('books')).toEqual(['1', '2', '3'])
})

test('a planned batch that was not committed waits again, and its new index stays', async () => {
  queue = await TestQueue.start({ isDurable: true })
  let reached!: () => void
  const isHeld = new Promise<void>((resolve) => (reached = resolve))
  queue.engine.beforeCommit = () => {
    reached()
    return new Promise(() => undefined)
  }
  await queue.add('books', [{ id: 1 }])
  await isHeld
  expect(queue.task(0).status).toBe('processing')
  expect(queue.documentIds('books')).toEqual([])
  await queue.restart()
  await queue.scheduler.waitIdle()
  expect(await queue.outcome(0)).toMatchObject(['succeeded', { indexedDocuments: 1 }])
  expect(queue.log.catalogue.listIndexes()).toHaveLength(1)
  expect(queue.engine.disk.size).toBe(1)
})

test('of two batches under way, each is finished or done anew', async () => {
  const death = await startWithDeath('finishBatch')
  let answer!: () => void
  queue.engine.embedders.set('slow', () => new Promise((resolve) => (answer = resolve)))
  const asked = new Promise<void>((resolve) => {
    queue.engine.embedders.set('dead', () => (resolve(), new Promise(() => undefined)))
  })
  await queue.add('books', [{ id: 1, embedder: 'slow' }])
  await queue.add('films', [{ id: 2, embedder: 'dead' }])
  await asked
  death.dieOn()
  answer()
  await death.isDead
  expect(queue.log.plans.map(({ batchUid }) => batchUid)).toEqual([0, 1])
  await death.restart()
  expect(queue.engine.applied).toEqual([1])
  for (const uid of [0, 1]) {
    expect(await queue.outcome(uid)).toMatchObject(['succeeded', { indexedDocuments: 1 }])
  }
  expect(queue.batches()).toEqual([[0], [1]])
})

test('creation, swap and deletion of indexes happen once, and leave no index without a name', async () => {
  const contents: [string | null, TaskContent][] = [
    ['a', { kind: 'indexCreation', primaryKey: null }],
    [null, { kind: 'indexSwap', swaps: [{ indexes: ['x', 'y'], rename: false }] }],
    ['x', { kind: 'indexDeletion' }],
    ['y', { kind: 'indexUpdate', primaryKey: null, newIndexUid: 'z' }],
  ]
  const death = await startWithDeath('finishBatch')
  await queue.add('x', [{ id: 'x' }])
  await queue.add('y', [{ id: 'y' }])
  await queue.scheduler.waitIdle()
  death.dieOn()
  for (const [indexUid, content] of contents) await queue.register(indexUid, content)
  await death.isDead
  await death.restart()
  for (let uid = 2; uid < 6; uid++) expect((await queue.outcome(uid))[0]).toBe('succeeded')
  expect(queue.documentIds('a')).toEqual([])
  expect(queue.documentIds('z')).toEqual(['x'])
  expect(queue.log.catalogue.listIndexes().map((index) => index.uid)).toEqual(['a', 'z'])
  expect([...queue.engine.disk.keys()].toSorted()).toEqual(
    queue.log.catalogue
      .listIndexes()
      .map((index) => index.indexId)
      .toSorted(),
  )
})

test('a cancelation that was not finished is done after the restart', async () => {
  const death = await startWithDeath('finishBatch')
  death.dieOn()
  await queue.add('books', [{ id: 1 }])
  await death.isDead
  await queue.add('books', [{ id: 2 }])
  await queue.cancel({ uids: [0, 1] })
  await death.restart()
  // the first was in the index when the process died: it can no longer be canceled
  expect((await queue.outcome(0))[0]).toBe('succeeded')
  expect((await queue.outcome(1))[0]).toBe('canceled')
  expect(await queue.outcome(2)).toMatchObject(['succeeded', { canceledTasks: 1 }])
})

test('payloads without a task are swept, those of waiting tasks stay', async () => {
  queue = await TestQueue.start({ isDurable: true, limits: { tasksPerBatchMax: 0 } })
  await queue.add('books', [{ id: 1 }])
  const [kept] = queue.log.payloadNames()
  await queue.payloads.save(['{"id":2}\n'])
  await writeFile(queue.payloads.path('half.ndjson.tmp'), '{"id"')
  await queue.restart()
  expect(await readdir(dirname(queue.payloads.path('x')))).toEqual([kept])
})

test('an index older than its tasks say is not served', async () => {
  queue = await TestQueue.start({ isDurable: true })
  await queue.add('books', [{ id: 1 }])
  await queue.scheduler.waitIdle()
  const { indexId } = queue.log.catalogue.getIndex('books')!
  const stored = queue.engine.disk.get(indexId)!
  queue.engine.disk.set(indexId, { ...stored, generation: 0 })
  await expect(queue.restart()).rejects.toThrow(/`books`.*expected generation 1 or later, found 0/)
})

test('a log that refuses the end of a batch is asked again until it takes it', async () => {
  let refusals = 0
  const { fault, wrapLog } = interceptor('finishBatch', () => {
    if (++refusals === 3) fault.isOn = false
    return Promise.reject(new Error('disk full'))
  })
  queue = await TestQueue.start({ wrapLog })
  fault.isOn = true
  await queue.add('books', [{ id: 1 }])
  expect(await queue.outcome(0)).toMatchObject(['succeeded', { indexedDocuments: 1 }])
  expect([refusals, queue.errors.length, queue.engine.applied]).toEqual([3, 3, [0]])
})

test('a full disk fails the batch, and later tasks go on', async () => {
  queue = await TestQueue.start()
  await queue.add('books', [{ id: 1 }])
  await queue.scheduler.waitIdle()
  queue.engine.beforeCommit = () => {
    queue.engine.beforeCommit = () => Promise.resolve()
    const error = Object.assign(new Error('no room'), { name: 'StoreError', systemCode: 'ENOSPC' })
    return Promise.reject(error)
  }
  await queue.add('books', [{ id: 2 }])
  expect((await queue.outcome(1))[0]).toBe('failed no_space_left_on_device')
  await queue.add('books', [{ id: 3 }])
  expect((await queue.outcome(2))[0]).toBe('succeeded')
  expect(queue.documentIds('books')).toEqual(['1', '3'])
})

test('an engine that breaks after its commit has still succeeded', async () => {
  queue = await TestQueue.start()
  queue.engine.afterCommit = () => {
    queue.engine.afterCommit = () => undefined
    throw new Error('the worker died')
  }
  await queue.add('books', [{ id: 1 }])
  expect(await queue.outcome(0)).toMatchObject(['succeeded', { indexedDocuments: 1 }])
})

test('stopping leaves the running batch waiting', async () => {
  queue = await TestQueue.start({ isDurable: true })
  let reached!: () => void
  const isHeld = new Promise<void>((resolve) => (reached = resolve))
  queue.engine.beforeCommit = () => {
    reached()
    return new Promise(() => undefined)
  }
  await queue.add('books', [{ id: 1 }])
  await isHeld
  await queue.scheduler.stop()
  expect(queue.log.list({ ...ALL, statuses: ['enqueued'] }, null, []).total).toBe(1)
  expect([...queue.log.match(NO_FILTER, null, [])]).toEqual([0, 0])
  await queue.restart()
  expect((await queue.outcome(0))[0]).toBe('succeeded')
})
