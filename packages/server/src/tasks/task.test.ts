import { parseSettingsPatch } from '@sextant/engine'
import { expect, test } from 'vitest'
import { presentTask, summarizeTask } from './task.ts'
import type { Task, TaskContent } from './task.ts'
import { taskDetails } from './task-details.ts'
import { isAbortError, toTaskError } from './task-error.ts'

function makeTask(content: TaskContent, more: Partial<Task> = {}): Task {
  return {
    uid: 3,
    batchUid: null,
    indexUid: 'books',
    status: 'enqueued',
    content,
    canceledBy: null,
    result: {},
    error: null,
    enqueuedAt: 1_700_000_000_000_000,
    startedAt: null,
    finishedAt: null,
    customMetadata: null,
    ...more,
  }
}

const creation: TaskContent = { kind: 'indexCreation', primaryKey: 'isbn' }
const presentError = ({ code }: { code: string }): string => `shown ${code}`

test('a waiting task is presented in wire order with nulls for what is not known', () => {
  expect(JSON.stringify(presentTask(makeTask(creation), presentError))).toBe(
    '{"uid":3,"batchUid":null,"indexUid":"books","status":"enqueued","type":"indexCreation","canceledBy":null,' +
      '"details":{"primaryKey":"isbn"},"error":null,"duration":null,"enqueuedAt":"2023-11-14T22:13:20Z",' +
      '"startedAt":null,"finishedAt":null}',
  )
})

test('a finished task has dates, a duration, an error and its metadata', () => {
  const startedAt = 1_700_000_001_000_000
  const task = makeTask(creation, {
    status: 'failed',
    batchUid: 9,
    error: { code: 'index_already_exists', message: '' },
    startedAt,
    finishedAt: startedAt + 1_500_000,
    customMetadata: '',
  })
  expect(presentTask(task, presentError)).toMatchObject({
    batchUid: 9,
    error: 'shown index_already_exists',
    duration: 'PT1.500S',
    finishedAt: '2023-11-14T22:13:22.5Z',
    customMetadata: '',
  })
})

test('a summary says what was registered', () => {
  expect(summarizeTask(makeTask({ kind: 'documentClear' }, { customMetadata: 'x' }))).toEqual({
    taskUid: 3,
    indexUid: 'books',
    status: 'enqueued',
    type: 'documentDeletion',
    enqueuedAt: '2023-11-14T22:13:20Z',
    customMetadata: 'x',
  })
})

const upgrade = { upgradeFrom: 'v1.14.0', upgradeTo: 'v1.16.0' }
const addition: TaskContent = {
  kind: 'documentAddition',
  mode: 'replace',
  payload: 'p',
  payloadBytes: 1,
  documentCount: 4,
  primaryKey: null,
  allowIndexCreation: true,
  skipCreation: false,
}
const filter = { kind: 'documentDeletionByFilter', filter: ['a = 1', ['b = 2']] } as const
const cancelation: TaskContent = {
  kind: 'taskCancelation',
  originalFilter: '?uids=0%2C1',
  taskUids: [0, 1],
}

// details while waiting, when it succeeded with the result, when it failed
test.each<[TaskContent, Record<string, unknown>, unknown, unknown, unknown]>([
  [
    addition,
    { indexedDocuments: 3 },
    { receivedDocuments: 4, indexedDocuments: null },
    { receivedDocuments: 4, indexedDocuments: 3 },
    { receivedDocuments: 4, indexedDocuments: 0 },
  ],
  [
    filter,
    { deletedDocuments: 3 },
    { providedIds: 0, deletedDocuments: null, originalFilter: '["a = 1",["b = 2"]]' },
    { providedIds: 0, deletedDocuments: 3, originalFilter: '["a = 1",["b = 2"]]' },
    { providedIds: 0, deletedDocuments: 0, originalFilter: '["a = 1",["b = 2"]]' },
  ],
  [
    cancelation,
    { canceledTasks: 1 },
    { matchedTasks: 2, canceledTasks: null, originalFilter: '?uids=0%2C1' },
    { matchedTasks: 2, canceledTasks: 1, originalFilter: '?uids=0%2C1' },
    { matchedTasks: 2, canceledTasks: 0, originalFilter: '?uids=0%2C1' },
  ],
  [
    { kind: 'dumpCreation' },
    { dumpUid: 'x' },
    { dumpUid: null },
    { dumpUid: 'x' },
    { dumpUid: null },
  ],
  [{ kind: 'snapshotCreation' }, {}, null, null, null],
  [{ kind: 'upgradeDatabase', ...upgrade }, {}, upgrade, upgrade, upgrade],
])('details of %j', (content, result, enqueued, succeeded, failed) => {
  expect(taskDetails(makeTask(content))).toEqual(enqueued)
  expect(taskDetails(makeTask(content, { status: 'succeeded', result }))).toEqual(succeeded)
  expect(taskDetails(makeTask(content, { status: 'failed' }))).toEqual(failed)
  expect(taskDetails(makeTask(content, { status: 'canceled' }))).toEqual(failed)
})

test('settings are shown as they were sent, secrets masked, resets of attribute lists as all', () => {
  const settings = parseSettingsPatch({
    displayedAttributes: null,
    rankingRules: null,
    stopWords: ['the', 'a', 'the'],
    embedders: { own: { apiKey: 'a-key-of-twenty-four-xx', source: 'openAi' }, gone: null },
  })
  const content = { kind: 'settings', settings, isReset: false, allowIndexCreation: true } as const
  expect(taskDetails(makeTask(content))).toEqual({
    displayedAttributes: ['*'],
    rankingRules: null,
    stopWords: ['a', 'the'],
    embedders: { own: { apiKey: 'a-kXXXXX...', source: 'openAi' }, gone: null },
  })
})

const named = (name: string, facts: object): Error => Object.assign(new Error('m'), { name }, facts)

test.each([
  [named('InputError', { code: 'invalid_document_id' }), 'invalid_document_id'],
  [named('StoreError', { systemCode: 'ENOSPC' }), 'no_space_left_on_device'],
  [named('StoreError', { systemCode: null }), 'io_error'],
  [named('Error', { syscall: 'open', code: 'EMFILE' }), 'too_many_open_files'],
  [named('CorruptIndexError', {}), 'invalid_store_file'],
  [named('TypeError', { code: 'ERR_INVALID_ARG' }), 'internal'],
  ['text', 'internal'],
])('%s fails tasks with %s', (error, code) => {
  expect(toTaskError(error).code).toBe(code)
  expect(isAbortError(error)).toBe(false)
})

test('an abort is not a failure', () => {
  expect(isAbortError(AbortSignal.abort().reason)).toBe(true)
})
