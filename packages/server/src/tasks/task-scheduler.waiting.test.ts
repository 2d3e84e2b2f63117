// Batches that wait for an embedder: others go on meanwhile, and nothing else changes. The embedders of the naive engine
// answer when a test says so.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TaskContent } from './task.ts'
import { InputError } from './testing/naive-engine.ts'
import { ALL, TestQueue } from './testing/test-queue.ts'

const LIMITS = { embedderPatienceMs: 0, batchesMax: 3 }

let queue: TestQueue
beforeEach(async () => {
  queue = await TestQueue.start({ isDurable: true, limits: LIMITS })
})
afterEach(() => queue.close())

interface TestEmbedder {
  /** Resolves when a batch waits for it. */
  readonly isAsked: Promise<void>
  readonly answer: () => void
  readonly fail: () => void
}

// Documents with `embedder: name` wait for it.
function embedder(name: string): TestEmbedder {
  let answer!: () => void
  let fail!: () => void
  let asked!: () => void
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const answered = new Promise<void>((resolve, reject) => {
    answer = resolve
    fail = () => reject(new InputError('vector_embedding_error', 'no answer'))
  })
  answered.catch(() => undefined)
  queue.engine.embedders.set(name, () => (asked(), answered))
  return { isAsked, answer, fail }
}

// Lets everything happen that can.
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

// Resolves when the batch of the task has ended.
function ended(taskUid: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = queue.scheduler.onBatchFinished((tasks) => {
      if (!tasks.some(({ uid }) => uid === taskUid)) return
      stop()
      resolve()
    })
  })
}

const statuses = (): string[] =>
  queue.scheduler.listTasks(ALL, null).results.map(({ status }) => status)
const waiting = (id: number, name = 'slow') => [{ id, embedder: name }]
const swap = (a: string, b: string): TaskContent => ({
  kind: 'indexSwap',
  swaps: [{ indexes: [a, b], rename: false }],
})

test('other indexes go on, and the batch ends with its answer', async () => {
  const slow = embedder('slow')
  await queue.add('books', waiting(1))
  const { uid } = await queue.add('films', [{ id: 2 }])
  await ended(uid)
  expect(statuses()).toEqual(['processing', 'succeeded'])
  expect(queue.documentIds('films')).toEqual(['2'])
  expect(queue.documentIds('books')).toEqual([])
  expect(queue.scheduler.isIndexing('books')).toBe(true)
  expect(queue.scheduler.isIndexing('films')).toBe(false)
  expect(queue.scheduler.progressOf(0)?.steps.at(-1)?.currentStep).toBe('indexing')
  expect(queue.scheduler.getBatch(0, null)).toMatchObject({ finishedAt: null })
  const { startedAt } = queue.task(0)
  slow.answer()
  expect(await queue.outcome(0)).toMatchObject(['succeeded', { indexedDocuments: 1 }])
  expect(queue.task(0)).toMatchObject({ batchUid: 0, startedAt })
  expect(queue.task(1).batchUid).toBe(1)
  expect(queue.engine.applied).toEqual([1, 0])
  expect(queue.documentIds('books')).toEqual(['1'])
  await queue.add('books', [{ id: 3 }])
  await queue.outcome(2)
  expect(queue.task(2).batchUid).toBe(2)
})

test('an embedder that gives up fails its task alone', async () => {
  const dead = embedder('slow')
  await queue.add('books', waiting(1))
  await ended((await queue.add('films', [{ id: 2 }])).uid)
  dead.fail()
  expect((await queue.outcome(0))[0]).toBe('failed vector_embedding_error')
  expect((await queue.outcome(1))[0]).toBe('succeeded')
  expect(queue.log.plans).toEqual([])
})

test('the order of tasks in an index stays', async () => {
  const slow = embedder('slow')
  await queue.add('books', waiting(1))
  await queue.add('other', [{ id: 0 }])
  await queue.register('books', { kind: 'documentClear' })
  await queue.add('books', [{ id: 3 }])
  await ended((await queue.add('films', [{ id: 2 }])).uid)
  expect(statuses()).toEqual(['processing', 'succeeded', 'enqueued', 'enqueued', 'succeeded'])
  slow.answer()
  await queue.scheduler.waitIdle()
  expect(await queue.outcome(2)).toEqual(['succeeded', { deletedDocuments: 1 }])
  expect(queue.documentIds('books')).toEqual(['3'])
})

test('a swap waits for both of its indexes, and what follows waits for the swap', async () => {
  await queue.add('films', [{ id: 'film' }])
  await queue.scheduler.waitIdle()
  const slow = embedder('slow')
  await queue.add('books', waiting(1))
  await queue.register(null, swap('books', 'films'))
  await queue.add('films', [{ id: 'after' }])
  await ended((await queue.add('other', [{ id: 0 }])).uid)
  expect(statuses().slice(1)).toEqual(['processing', 'enqueued', 'enqueued', 'succeeded'])
  slow.answer()
  await queue.scheduler.waitIdle()
  expect(statuses()).toEqual(Array<string>(5).fill('succeeded'))
  expect(queue.documentIds('books')).toEqual(['film'])
  expect(queue.documentIds('films')).toEqual(['1', 'after'])
})

test('two that wait can have their answers in any order', async () => {
  const [first, second] = [embedder('first'), embedder('second')]
  await queue.add('books', waiting(1, 'first'))
  await queue.add('films', waiting(2, 'second'))
  await ended((await queue.add('other', [{ id: 0 }])).uid)
  expect(queue.scheduler.listBatches({ ...ALL, statuses: ['processing'] }, null).total).toBe(2)
  const filmsEnded = ended(1)
  second.answer()
  await filmsEnded
  expect(queue.task(0).status).toBe('processing')
  first.answer()
  await queue.scheduler.waitIdle()
  expect(statuses()).toEqual(Array<string>(3).fill('succeeded'))
})

test('a batch with its answer does not go on before the one that works has ended', async () => {
  const slow = embedder('slow')
  await queue.add('books', waiting(1))
  let release!: () => void
  const isHeld = new Promise<void>((reached) => {
    queue.engine.beforeCommit = () => {
      queue.engine.beforeCommit = () => Promise.resolve()
      reached()
      return new Promise((resolve) => (release = resolve))
    }
  })
  await queue.add('films', [{ id: 2 }])
  await isHeld
  slow.answer()
  await settle()
  expect(queue.engine.applied).toEqual([])
  release()
  await queue.scheduler.waitIdle()
  expect(queue.engine.applied).toEqual([1, 0])
})

test('no more batches wait than memory is meant for, and what cannot have to wait is done', async () => {
  const withEmbedder: TaskContent = {
    kind: 'settings',
    settings: { embedders: { own: { source: 'rest' } } },
    isReset: false,
    allowIndexCreation: true,
  }
  await ended((await queue.register('late', withEmbedder)).uid)
  const embedders = ['a', 'b', 'c'].map(embedder)
  for (const name of ['a', 'b', 'c']) await queue.add(name, waiting(1, name))
  await queue.add('late', [{ id: 1 }])
  await queue.register('later', withEmbedder)
  await queue.add('later', [{ id: 1 }])
  await ended((await queue.delete({ uids: [99] })).uid)
  await ended((await queue.add('plain', [{ id: 1 }])).uid)
  expect(statuses()).toEqual([
    ...['succeeded', 'processing', 'processing', 'processing', 'enqueued', 'enqueued', 'enqueued'],
    ...['succeeded', 'succeeded'],
  ])
  embedders[1]!.answer()
  await ended(4)
  for (const one of embedders) one.answer()
  await queue.scheduler.waitIdle()
  expect(new Set(statuses())).toEqual(new Set(['succeeded']))
})

test('beyond that one more batch is begun, and none after it while it waits', async () => {
  const embedders = ['a', 'b', 'c', 'd'].map(embedder)
  for (const name of ['a', 'b', 'c', 'd']) await queue.add(name, waiting(1, name))
  await queue.add('plain', [{ id: 1 }])
  await embedders[3]!.isAsked
  await ended((await queue.delete({ uids: [99] })).uid)
  expect(statuses().slice(0, 5)).toEqual([...Array<string>(4).fill('processing'), 'enqueued'])
  for (const one of embedders) one.answer()
  await queue.scheduler.waitIdle()
  expect(queue.documentIds('plain')).toEqual(['1'])
})

test('it can be canceled while others have gone on', async () => {
  embedder('slow')
  await queue.add('books', waiting(1))
  await ended((await queue.add('films', [{ id: 2 }])).uid)
  await queue.add('books', [{ id: 3 }])
  await queue.cancel({ uids: [0] })
  await queue.scheduler.waitIdle()
  expect(statuses()).toEqual(['canceled', 'succeeded', 'succeeded', 'succeeded'])
  expect(queue.documentIds('books')).toEqual(['3'])
  expect(queue.log.plans).toEqual([])
})

test('a cancelation of something else leaves it alone', async () => {
  const slow = embedder('slow')
  await queue.add('books', waiting(1))
  await queue.add('books', [{ id: 3 }])
  const { uid } = await queue.cancel({ uids: [1] })
  await ended(uid)
  expect(statuses()).toEqual(['processing', 'canceled', 'succeeded'])
  slow.answer()
  expect((await queue.outcome(0))[0]).toBe('succeeded')
})

test('stopping ends it without a trace', async () => {
  embedder('slow')
  await queue.add('books', waiting(1))
  await ended((await queue.add('films', [{ id: 2 }])).uid)
  await queue.scheduler.stop()
  expect(queue.log.plans).toEqual([])
  expect(queue.log.get(0, [])!.status).toBe('enqueued')
  await queue.restart()
  expect((await queue.outcome(0))[0]).toBe('succeeded')
  expect(queue.documentIds('books')).toEqual(['1'])
})

test('after a death, what waited is done anew, once, and what went on stays', async () => {
  embedder('slow')
  await queue.add('books', waiting(1))
  await queue.add('books', [{ id: 3 }])
  await ended((await queue.add('films', [{ id: 2 }])).uid)
  await settle()
  // the process ends here: the engine that comes does not wait
  await queue.restart()
  await queue.scheduler.waitIdle()
  expect(statuses()).toEqual(['succeeded', 'succeeded', 'succeeded'])
  expect(queue.engine.applied).toEqual([2])
  expect(queue.task(2).batchUid).toBe(1)
  expect(queue.documentIds('books')).toEqual(['1', '3'])
  expect(queue.log.plans).toEqual([])
})

test('an index made by a batch that was interrupted takes the batches that come', async () => {
  const embedders = ['a', 'b', 'c'].map(embedder)
  for (const name of ['a', 'b', 'c']) await queue.add(name, waiting(1, name))
  await Promise.all(embedders.map(({ isAsked }) => isAsked))
  await queue.add('c', [{ id: 3 }])
  await queue.cancel({ uids: [0, 1, 2] })
  await queue.scheduler.waitIdle()
  // of lower uid than the one that made the index
  expect(queue.task(3)).toMatchObject({ status: 'succeeded', batchUid: 1 })
  expect(queue.documentIds('c')).toEqual(['3'])
})

test('a batch that is soon answered is not overtaken', async () => {
  await queue.close()
  queue = await TestQueue.start({ limits: { ...LIMITS, embedderPatienceMs: 60_000 } })
  const quick = embedder('slow')
  await queue.add('books', waiting(1))
  await queue.add('films', [{ id: 2 }])
  await quick.isAsked
  await settle()
  expect(statuses()).toEqual(['processing', 'enqueued'])
  quick.answer()
  await queue.scheduler.waitIdle()
  expect(queue.engine.applied).toEqual([0, 1])
})
