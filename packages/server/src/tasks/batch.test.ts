import { expect, test } from 'vitest'
import { makeBatch, presentBatch } from './batch.ts'
import { Progress } from './progress.ts'
import type { Task, TaskContent } from './task.ts'

function makeTask(uid: number, content: TaskContent, result: Record<string, unknown> = {}): Task {
  return {
    uid,
    batchUid: 7,
    indexUid: content.kind === 'indexSwap' || content.kind === 'taskDeletion' ? null : 'books',
    status: 'succeeded',
    content,
    canceledBy: null,
    result,
    error: null,
    enqueuedAt: 100 - uid,
    startedAt: 200,
    finishedAt: 300,
    customMetadata: null,
  }
}

const FACTS = { uid: 7, startedAt: 200, finishedAt: 300, strategy: 'took all' }

function details(...tasks: [TaskContent, Record<string, unknown>?][]): unknown {
  return makeBatch(
    tasks.map(([content, result], uid) => makeTask(uid, content, result)),
    FACTS,
  ).details
}

const deletion = (originalFilter: string): TaskContent => ({
  kind: 'taskDeletion',
  originalFilter,
  taskUids: [0, 1],
})
const settings = (values: Record<string, unknown>): TaskContent => ({
  kind: 'settings',
  settings: values,
  isReset: false,
  allowIndexCreation: true,
})

test('counters are summed, filters joined and nulls left out', () => {
  expect(
    details([deletion('?a'), { deletedTasks: 1 }], [deletion('?b'), { deletedTasks: 2 }]),
  ).toEqual({
    matchedTasks: 4,
    deletedTasks: 3,
    originalFilter: '?a&?b',
  })
  expect(
    details(
      [{ kind: 'documentDeletionByIds', ids: ['1'] }, { deletedDocuments: 1 }],
      [{ kind: 'documentClear' }, {}],
    ),
  ).toEqual({ providedIds: 1, deletedDocuments: 1 })
  expect(details([{ kind: 'indexCreation', primaryKey: null }])).toEqual({})
  expect(details([{ kind: 'documentClear' }])).toEqual({ deletedDocuments: null })
  expect(details([{ kind: 'snapshotCreation' }])).toEqual({})
})

test('settings are merged, the last one wins, embedders by name', () => {
  expect(
    details(
      [settings({ stopWords: ['a'], embedders: { x: { source: 'rest' } } })],
      [settings({ stopWords: null, embedders: { y: null } })],
    ),
  ).toEqual({ stopWords: null, embedders: { x: { source: 'rest' }, y: null } })
})

test('swaps are concatenated', () => {
  const swap = { indexes: ['a', 'b'] as const, rename: false }
  const content = { kind: 'indexSwap', swaps: [swap] } as const
  expect(details([content], [content])).toEqual({ swaps: [swap, swap] })
})

test('a batch is presented with counts, and with progress only while it runs', () => {
  const tasks = [makeTask(0, { kind: 'documentClear' }), makeTask(2, deletion('?'))]
  const batch = makeBatch(tasks, FACTS)
  expect(batch.enqueuedAt).toEqual({ earliest: 98, latest: 100 })
  expect(batch.taskUids).toEqual([0, 0, 2, 2])
  const shown = presentBatch(batch, null)
  expect(Object.keys(shown)).toEqual([
    'uid',
    'progress',
    'details',
    'stats',
    'duration',
    'startedAt',
    'finishedAt',
    'batchStrategy',
  ])
  expect(shown).toMatchObject({
    progress: null,
    duration: 'PT0.000100S',
    stats: {
      totalNbTasks: 2,
      status: { succeeded: 2 },
      types: { documentDeletion: 1, taskDeletion: 1 },
      indexUids: { books: 1 },
    },
  })
  expect(shown['stats']).not.toHaveProperty('progressTrace')
  expect(presentBatch({ ...batch, finishedAt: null }, null)).toMatchObject({
    duration: null,
    finishedAt: null,
  })
})

test('progress weighs inner steps by the step around them', () => {
  let now = 0
  const progress = new Progress(() => now)
  expect(progress.present().percentage).toBe(0)
  now = 1500
  progress.report([
    { currentStep: 'indexing', finished: 1, total: 4 },
    { currentStep: 'extracting words', finished: 1, total: 2 },
  ])
  expect(progress.present().percentage).toBe(12.5 + 6.25)
  now = 4000
  progress.startWriting()
  expect(progress.present()).toEqual({
    steps: [{ currentStep: 'writing tasks to disk', finished: 1, total: 2 }],
    percentage: 50,
  })
  now = 4250
  expect(progress.trace()).toEqual({
    'processing tasks': '4.00ms',
    'processing tasks > indexing': '2.50ms',
    'processing tasks > indexing > extracting words': '2.50ms',
    'writing tasks to disk': '0.25ms',
  })
})
