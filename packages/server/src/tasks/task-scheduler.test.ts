import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { TaskContent } from './task.ts'
import { ALL, TestQueue } from './testing/test-queue.ts'
import type { TestQueueOptions } from './testing/test-queue.ts'

let queue: TestQueue
const start = async (options?: TestQueueOptions): Promise<TestQueue> => {
  queue = await TestQueue.start(options)
  return queue
}
afterEach(() => queue.close())

const clear: TaskContent = { kind: 'documentClear' }
const deletion: TaskContent = { kind: 'indexDeletion' }
const creation: TaskContent = { kind: 'indexCreation', primaryKey: null }
const ids = (...list: string[]): TaskContent => ({ kind: 'documentDeletionByIds', ids: list })
const byFilter = (filter: unknown): TaskContent => ({ kind: 'documentDeletionByFilter', filter })
const swap = (...pairs: [string, string][]): TaskContent => ({
  kind: 'indexSwap',
  swaps: pairs.map((indexes) => ({ indexes, rename: false })),
})
const update = (primaryKey: string | null, newIndexUid: string | null): TaskContent => ({
  kind: 'indexUpdate',
  primaryKey,
  newIndexUid,
})
const settings = (
  values: Record<string, unknown>,
  options: { isReset?: boolean; allowIndexCreation?: boolean } = {},
): TaskContent => ({
  kind: 'settings',
  settings: values,
  isReset: false,
  allowIndexCreation: true,
  ...options,
})

// Holds the next batch before its commit, so that what is registered meanwhile waits together.
function hold(): { release: () => void; isHeld: Promise<void> } {
  let release!: () => void
  let reached!: () => void
  const gate = new Promise<void>((resolve) => (release = resolve))
  const isHeld = new Promise<void>((resolve) => (reached = resolve))
  queue.engine.beforeCommit = () => {
    queue.engine.beforeCommit = () => Promise.resolve()
    reached()
    return gate
  }
  return { release, isHeld }
}

// Registers everything while another index is being written, then lets go.
async function together(register: () => Promise<unknown>): Promise<void> {
  const { release, isHeld } = hold()
  await queue.add('other', [{ id: 0 }])
  await isHeld
  await register()
  release()
  await queue.scheduler.waitIdle()
}

describe('documents', () => {
  test('an addition makes its index, counts distinct ids and leaves no payload', async () => {
    const { payloads } = await start()
    await queue.add('books', [{ id: 1 }, { id: 1 }, { id: 2 }])
    expect(await queue.outcome(0)).toEqual([
      'succeeded',
      { receivedDocuments: 3, indexedDocuments: 2 },
    ])
    expect(queue.documentIds('books')).toEqual(['1', '2'])
    expect(await readdir(dirname(payloads.path('x')))).toEqual([])
    expect(queue.task(0)).toMatchObject({ batchUid: 0, canceledBy: null, error: null })
    expect(queue.task(0).finishedAt).toBeGreaterThan(queue.task(0).startedAt!)
  })

  test('a bad payload fails alone, the others of its batch are applied', async () => {
    await start()
    await queue.add('books', [{ id: 1 }])
    await together(async () => {
      await queue.add('books', [{ id: 4 }])
      await queue.add('books', [{ id: 5 }, { id: 'no good' }])
      await queue.add('books', [{ id: 6 }])
    })
    expect(queue.batches()).toEqual([[0], [1], [2, 3, 4]])
    expect(await queue.outcome(3)).toEqual([
      'failed invalid_document_id',
      { receivedDocuments: 2, indexedDocuments: 0 },
    ])
    expect(queue.documentIds('books')).toEqual(['1', '4', '6'])
    expect(queue.scheduler.getBatch(2, null)).toMatchObject({
      details: { receivedDocuments: 4, indexedDocuments: 2 },
      stats: {
        totalNbTasks: 3,
        status: { succeeded: 2, failed: 1 },
        types: { documentAdditionOrUpdate: 3 },
        indexUids: { books: 3 },
      },
    })
  })

  test('data that can not be indexed fails the whole batch and names the index', async () => {
    await start()
    await together(async () => {
      await queue.add('books', [{ id: 1 }])
      await queue.add('books', [{ id: 2, _geo: 'nowhere' }])
    })
    expect((await queue.outcome(1))[0]).toBe('failed invalid_document_geo_field')
    expect((await queue.outcome(2))[0]).toBe('failed invalid_document_geo_field')
    expect(queue.task(1).error!.message).toMatch(/^Index `books`: /)
    // made before its content, it stays
    expect(queue.documentIds('books')).toEqual([])
  })

  test('only what may create a missing index does', async () => {
    await start()
    await queue.add('a', [{ id: 1 }], { allowIndexCreation: false })
    await queue.register('b', settings({ stopWords: [] }, { allowIndexCreation: false }))
    await queue.register('c', settings({ stopWords: null }, { isReset: true }))
    await queue.register('d', ids('1'))
    await queue.register('e', clear)
    await queue.register('f', byFilter('x = 1'))
    const edition = { kind: 'documentEdition', function: '', filter: null, context: null } as const
    await queue.register('g', edition)
    await queue.register('h', update('id', null))
    await queue.register('i', deletion)
    for (let uid = 0; uid < 9; uid++) {
      expect((await queue.outcome(uid))[0]).toBe('failed index_not_found')
    }
    await queue.register('j', settings({ stopWords: [] }))
    expect((await queue.outcome(9))[0]).toBe('succeeded')
    expect(queue.log.catalogue.listIndexes().map((index) => index.uid)).toEqual(['j'])
  })

  test('deletions count, and a bad filter fails alone', async () => {
    await start()
    await queue.add('books', [
      { id: 1, kind: 'a' },
      { id: 2, kind: 'b' },
      { id: 3, kind: 'b' },
    ])
    await together(async () => {
      await queue.register('books', ids('1', '7'))
      await queue.register('books', byFilter('nonsense'))
      await queue.register('books', byFilter('kind = b'))
    })
    expect(await queue.outcome(2)).toEqual([
      'succeeded',
      { providedIds: 2, deletedDocuments: 1, originalFilter: null },
    ])
    expect(await queue.outcome(3)).toEqual([
      'failed invalid_document_filter',
      { providedIds: 0, deletedDocuments: 0, originalFilter: '"nonsense"' },
    ])
    expect(await queue.outcome(4)).toMatchObject(['succeeded', { deletedDocuments: 2 }])
    expect(queue.batches()).toEqual([[0], [1], [2, 3, 4]])
  })

  test('deleting all swallows what came before and leaves nothing for what follows', async () => {
    await start()
    await queue.add('books', [{ id: 1 }, { id: 2 }])
    await together(async () => {
      await queue.add('books', [{ id: 3 }])
      await queue.register('books', clear)
      await queue.register('books', ids('1'))
      await queue.register('books', clear)
    })
    expect(await queue.outcome(2)).toEqual([
      'succeeded',
      { receivedDocuments: 1, indexedDocuments: null },
    ])
    expect(await queue.outcome(3)).toEqual(['succeeded', { deletedDocuments: 2 }])
    expect(await queue.outcome(4)).toMatchObject(['succeeded', { deletedDocuments: 0 }])
    expect(await queue.outcome(5)).toEqual(['succeeded', { deletedDocuments: 0 }])
    expect(queue.documentIds('books')).toEqual([])
  })

  test('a failed edition has edited nothing and does not say what it deleted', async () => {
    await start()
    await queue.add('books', [{ id: 1 }])
    const edition = { kind: 'documentEdition', filter: 'a = 1', context: { x: 1 } } as const
    await queue.register('books', { ...edition, function: 'throw' })
    await queue.register('books', { ...edition, function: 'doc.x = 1' })
    const rest = { originalFilter: '"a = 1"', context: { x: 1 } }
    expect(await queue.outcome(1)).toEqual([
      'failed edit_documents_by_function_error',
      { editedDocuments: 0, deletedDocuments: null, function: 'throw', ...rest },
    ])
    expect(await queue.outcome(2)).toEqual([
      'succeeded',
      { editedDocuments: 1, deletedDocuments: 0, function: 'doc.x = 1', ...rest },
    ])
  })
})

describe('settings', () => {
  test('several changes are applied in order as one, and fail together', async () => {
    await start()
    await together(async () => {
      await queue.register('books', settings({ stopWords: ['a', 'of'] }))
      await queue.register('books', settings({ stopWords: ['the'] }))
    })
    expect(queue.batches()).toEqual([[0], [1, 2]])
    expect(await queue.outcome(1)).toEqual(['succeeded', { stopWords: ['a', 'of'] }])
    const { indexId } = queue.log.catalogue.getIndex('books')!
    expect(queue.engine.disk.get(indexId)!.settings).toEqual({ stopWords: ['the'] })
    await together(async () => {
      await queue.register('books', settings({ dictionary: ['x'] }))
      await queue.register('books', settings({ broken: true }))
    })
    expect((await queue.outcome(4))[0]).toBe('failed invalid_settings_ranking_rules')
    expect((await queue.outcome(5))[0]).toBe('failed invalid_settings_ranking_rules')
    expect(queue.engine.disk.get(indexId)!.settings).toEqual({ stopWords: ['the'] })
  })
})

describe('indexes', () => {
  test('are created once', async () => {
    await start()
    await queue.register('books', { kind: 'indexCreation', primaryKey: 'isbn' })
    await queue.register('books', creation)
    expect(await queue.outcome(0)).toEqual(['succeeded', { primaryKey: 'isbn' }])
    expect(await queue.outcome(1)).toEqual(['failed index_already_exists', { primaryKey: null }])
    expect(queue.log.catalogue.listIndexes()).toHaveLength(1)
  })

  test('are deleted with their files, and what waited before them succeeds', async () => {
    await start()
    await queue.add('books', [{ id: 1 }, { id: 2 }])
    await together(async () => {
      await queue.add('books', [{ id: 3 }])
      await queue.register('books', clear)
      await queue.register('books', deletion)
      await queue.register('books', deletion)
    })
    expect(await queue.outcome(2)).toMatchObject(['succeeded', { indexedDocuments: 0 }])
    expect(await queue.outcome(3)).toEqual(['succeeded', { deletedDocuments: null }])
    expect(await queue.outcome(4)).toEqual(['succeeded', { deletedDocuments: 2 }])
    expect(await queue.outcome(5)).toEqual(['failed index_not_found', { deletedDocuments: 0 }])
    expect(queue.documentIds('books')).toBeNull()
    expect(queue.engine.disk.size).toBe(1)
  })

  test('an index that was never made can be deleted together with what would have made it', async () => {
    await start()
    await together(async () => {
      await queue.add('books', [{ id: 1 }])
      await queue.register('books', deletion)
    })
    expect(await queue.outcome(2)).toEqual(['succeeded', { deletedDocuments: 0 }])
  })

  test('take another primary key while they are empty', async () => {
    await start()
    await queue.register('books', creation)
    await queue.register('books', update('isbn', null))
    await queue.register('books', update(null, null))
    await queue.add('books', [{ isbn: 1 }])
    await queue.register('books', update('id', null))
    expect(await queue.outcome(1)).toEqual(['succeeded', { primaryKey: 'isbn' }])
    expect(await queue.outcome(2)).toEqual(['succeeded', { primaryKey: null }])
    expect((await queue.outcome(4))[0]).toBe('failed index_primary_key_already_exists')
  })

  test('are renamed with their history', async () => {
    await start()
    await queue.add('old', [{ id: 1 }])
    await queue.register('taken', creation)
    await queue.register('old', update(null, 'taken'))
    await queue.register('old', update(null, 'new'))
    const details = { primaryKey: null, oldIndexUid: 'old' }
    expect(await queue.outcome(2)).toEqual([
      'failed index_already_exists',
      { ...details, newIndexUid: 'taken' },
    ])
    expect(await queue.outcome(3)).toEqual(['succeeded', { ...details, newIndexUid: 'new' }])
    expect([queue.documentIds('old'), queue.documentIds('new')]).toEqual([null, ['1']])
    expect([queue.task(0).indexUid, queue.task(3).indexUid]).toEqual(['new', 'old'])
  })

  test('swap all pairs or none', async () => {
    await start()
    for (const uid of ['a', 'b', 'c', 'd']) await queue.add(uid, [{ id: uid }])
    await queue.register(null, swap(['a', 'b'], ['c', 'nowhere'], ['lost', 'd']))
    await queue.register(null, swap(['a', 'b'], ['c', 'd']))
    await queue.register(null, {
      kind: 'indexSwap',
      swaps: [{ indexes: ['a', 'z'], rename: true }],
    })
    await queue.register(null, {
      kind: 'indexSwap',
      swaps: [{ indexes: ['b', 'c'], rename: true }],
    })
    await queue.register(null, swap())
    expect((await queue.outcome(4))[0]).toBe('failed index_not_found')
    expect(queue.task(4).error!.message).toContain('`nowhere`, `lost`')
    expect((await queue.outcome(5))[0]).toBe('succeeded')
    expect((await queue.outcome(6))[0]).toBe('succeeded')
    expect((await queue.outcome(7))[0]).toBe('failed index_already_exists')
    expect(await queue.outcome(8)).toEqual(['succeeded', { swaps: [] }])
    expect(['z', 'b', 'c', 'd'].map((uid) => queue.documentIds(uid))).toEqual([
      ['b'],
      ['a'],
      ['d'],
      ['c'],
    ])
    expect(queue.documentIds('a')).toBeNull()
    expect([0, 1, 2, 3].map((uid) => queue.task(uid).indexUid)).toEqual(['b', 'z', 'd', 'c'])
  })

  test('tasks registered after a swap act on the index that bears the name then', async () => {
    await start()
    await queue.add('a', [{ id: 'from-a' }])
    await queue.add('b', [{ id: 'from-b' }])
    await together(async () => {
      await queue.add('a', [{ id: 1 }])
      await queue.register(null, swap(['a', 'b']))
      await queue.add('a', [{ id: 2 }])
    })
    expect(queue.documentIds('b')).toEqual(['from-a', '1'])
    expect(queue.documentIds('a')).toEqual(['from-b', '2'])
    expect([queue.task(3).indexUid, queue.task(5).indexUid]).toEqual(['b', 'a'])
  })
})

describe('the running batch', () => {
  test('is seen as processing, with its progress, until it is finished', async () => {
    await start()
    const { release, isHeld } = hold()
    await queue.add('books', [{ id: 1 }])
    await isHeld
    await queue.add('books', [{ id: 2 }])
    const { scheduler } = queue
    expect(queue.task(0)).toMatchObject({ status: 'processing', batchUid: 0, finishedAt: null })
    expect(queue.task(1)).toMatchObject({ status: 'enqueued', batchUid: null, startedAt: null })
    expect([scheduler.isIndexing('books'), scheduler.isIndexing('maps')]).toEqual([true, false])
    expect(scheduler.getBatch(0, null)).toMatchObject({
      details: { receivedDocuments: 1, indexedDocuments: null },
      stats: { status: { processing: 1 } },
      finishedAt: null,
    })
    expect(scheduler.listBatches(ALL, null)).toMatchObject({ total: 1, results: [{ uid: 0 }] })
    expect(scheduler.progressOf(0)).toEqual({
      steps: [
        { currentStep: 'processing tasks', finished: 0, total: 2 },
        { currentStep: 'indexing', finished: 0, total: 1 },
      ],
      percentage: 0,
    })
    release()
    await scheduler.waitIdle()
    expect(queue.task(0).status).toBe('succeeded')
    expect([scheduler.progressOf(0), scheduler.isIndexing('books')]).toEqual([null, false])
    const { progressTrace } = scheduler.getBatch(0, null)!.stats
    expect(Object.keys(progressTrace)).toEqual([
      'processing tasks',
      'processing tasks > indexing',
      'writing tasks to disk',
    ])
  })

  test('waits for the payloads that follow a large one, and not for long', async () => {
    await start({ limits: { bulkPayloadBytes: 20 } })
    const titled = (id: number): object => ({ id, title: 'a long enough title' })
    const [large, next] = await queue.payloads.whileReceiving(async () => {
      const first = await queue.add('books', [titled(1)])
      return [first, await queue.add('books', [titled(2)])]
    })
    expect(await queue.outcome(next!.uid)).toMatchObject(['succeeded', {}])
    expect(queue.task(large!.uid).batchUid).toBe(queue.task(next!.uid).batchUid)

    // a payload that never ends
    await queue.payloads.whileReceiving(async () => {
      const held = await queue.add('books', [titled(3)])
      expect(await queue.outcome(held.uid)).toMatchObject(['succeeded', {}])
    })
  })

  test('is told to listeners once it is finished', async () => {
    await start()
    const seen: string[] = []
    const stop = queue.scheduler.onBatchFinished((tasks, batch) => {
      seen.push(`${batch.uid}: ${tasks.map((task) => `${task.uid} ${task.status}`).join()}`)
    })
    await queue.add('books', [{ id: 1 }])
    await queue.scheduler.waitIdle()
    stop()
    await queue.register('books', clear)
    await queue.scheduler.waitIdle()
    expect(seen).toEqual(['0: 0 succeeded'])
  })

  test('hides from a key that may not see its index', async () => {
    await start()
    await queue.add('books', [{ id: 1 }])
    await queue.register(null, swap())
    await queue.scheduler.waitIdle()
    const onlyMaps = (uid: string): boolean => uid === 'maps'
    const onlyBooks = (uid: string): boolean => uid === 'books'
    expect(queue.scheduler.getTask(0, onlyMaps)).toBeUndefined()
    expect(queue.scheduler.getTask(0, onlyBooks)).toBeDefined()
    expect(queue.scheduler.getTask(1, onlyBooks)).toBeUndefined()
    expect(queue.scheduler.getBatch(0, onlyMaps)).toBeUndefined()
    expect(queue.scheduler.getBatch(0, onlyBooks)).toBeDefined()
  })
})

describe('cancelation', () => {
  test('interrupts the running batch, and what did not match runs again', async () => {
    await start()
    await queue.register('books', creation)
    await queue.scheduler.waitIdle()
    await together(async () => {
      await queue.add('books', [{ id: 1 }])
      await queue.add('books', [{ id: 2 }])
      // the next batch holds both
      const { isHeld } = hold()
      void isHeld.then(() => queue.cancel({ uids: [2] }))
    })
    await queue.scheduler.waitIdle()
    const cancelation = queue.task(4)
    expect(queue.batches()).toEqual([[0], [1], [2, 4], [3]])
    expect(await queue.outcome(2)).toEqual([
      'canceled',
      { receivedDocuments: 1, indexedDocuments: 0 },
    ])
    const { startedAt, finishedAt } = cancelation
    expect(queue.task(2)).toMatchObject({ canceledBy: 4, batchUid: 2, startedAt, finishedAt })
    expect(await queue.outcome(4)).toEqual([
      'succeeded',
      { matchedTasks: 1, canceledTasks: 1, originalFilter: '?test' },
    ])
    expect(queue.documentIds('books')).toEqual(['2'])
    expect(queue.log.plans).toEqual([])
    expect(await readdir(dirname(queue.payloads.path('x')))).toEqual([])
  })

  test('comes before everything else, newest first, and can hit earlier ones', async () => {
    await start()
    await together(async () => {
      await queue.add('books', [{ id: 1 }])
      await queue.cancel({ uids: [1] })
      await queue.cancel({ types: ['taskCancelation'] })
    })
    expect(await queue.outcome(3)).toMatchObject(['succeeded', { canceledTasks: 1 }])
    expect(await queue.outcome(2)).toMatchObject(['canceled', { canceledTasks: 0 }])
    expect((await queue.outcome(1))[0]).toBe('succeeded')
  })

  test('of finished tasks cancels nothing and succeeds', async () => {
    await start()
    await queue.register('books', creation)
    await queue.scheduler.waitIdle()
    await queue.cancel({ statuses: ['succeeded'] })
    expect(await queue.outcome(1)).toMatchObject([
      'succeeded',
      { matchedTasks: 1, canceledTasks: 0 },
    ])
    expect(queue.task(0).status).toBe('succeeded')
  })
})

describe('task deletion', () => {
  test('forgets finished tasks only, each counted once', async () => {
    await start()
    await queue.register('a', creation)
    await queue.register('b', creation)
    await queue.scheduler.waitIdle()
    await together(async () => {
      await queue.register('c', creation)
      await queue.delete({ uids: [0, 3] })
      await queue.delete({ indexUids: ['a', 'b'] })
    })
    expect(await queue.outcome(4)).toMatchObject([
      'succeeded',
      { matchedTasks: 2, deletedTasks: 1 },
    ])
    expect(await queue.outcome(5)).toMatchObject([
      'succeeded',
      { matchedTasks: 2, deletedTasks: 1 },
    ])
    const { results } = queue.scheduler.listTasks(ALL, null)
    expect(results.map((task) => task.uid)).toEqual([2, 3, 4, 5])
    expect(queue.scheduler.getBatch(0, null)).toBeUndefined()
  })

  test('happens by itself when there are too many tasks', async () => {
    await start({ limits: { taskCountMax: 6, autoDeletionCount: 3 } })
    for (let i = 0; i < 6; i++) await queue.register('a', creation)
    await queue.scheduler.waitIdle()
    const { results } = queue.scheduler.listTasks({ ...ALL, types: ['taskDeletion'] }, null)
    expect(results).toHaveLength(1)
    expect(results[0]?.content).toMatchObject({
      originalFilter: expect.stringMatching(
        /^\?beforeEnqueuedAt=2023-\d\d-\d\dT[\d:.]+Z&statuses=succeeded,failed,canceled$/,
      ) as unknown,
    })
    expect(queue.log.taskCount).toBeLessThan(6)
  })
})

describe('bounds', () => {
  test('a full log refuses tasks, except those that make room', async () => {
    await start({ isDurable: true, limits: { logBytesMax: 1 } })
    await expect(queue.register('a', creation)).rejects.toMatchObject({
      name: 'QueueFullError',
      code: 'no_space_left_on_device',
    })
    await expect(queue.delete({ uids: [7] })).rejects.toThrow('limit of 1 bytes')
    const enqueuedAt = 0
    await queue.log.append({ indexUid: 'a', content: creation, enqueuedAt, customMetadata: null })
    expect((await queue.delete({ uids: [0] })).uid).toBe(1)
  })

  test('no task is applied when batches may hold none', async () => {
    await start({ limits: { tasksPerBatchMax: 0 } })
    await queue.register('a', creation)
    await queue.scheduler.waitIdle()
    expect(queue.task(0).status).toBe('enqueued')
  })

  test('a type that nobody handles fails', async () => {
    await start()
    await queue.register(null, { kind: 'snapshotCreation' })
    expect(await queue.outcome(0)).toEqual(['failed internal', null])
  })
})
