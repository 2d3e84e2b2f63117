import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLmdbTaskLog } from './lmdb-task-log.ts'
import { describeTaskLog } from './task-log.contract.ts'
import type { TaskLog } from './task-log.ts'

const folders = new Map<TaskLog, string>()
let instanceCount = 0

async function openIn(path: string): Promise<TaskLog> {
  const log = await openLmdbTaskLog(path, () => `instance-${instanceCount++}`)
  folders.set(log, path)
  return log
}

const open = async (): Promise<TaskLog> => openIn(await mkdtemp(join(tmpdir(), 'task-log-')))

afterAll(async () => {
  for (const path of folders.values()) await rm(path, { recursive: true, force: true })
})

describeTaskLog('LMDB task log', {
  open,
  reopen: async (log) => {
    await log.close()
    return openIn(folders.get(log)!)
  },
})

test('counts the bytes that tasks take', async () => {
  const log = await open()
  const before = log.usedBytes()
  const text = 'x'.repeat(100_000)
  const content = {
    kind: 'documentEdition',
    function: text,
    filter: null,
    context: null,
  } as const
  await log.append({ indexUid: 'a', content, enqueuedAt: 0, customMetadata: null })
  expect(log.usedBytes() - before).toBeGreaterThan(100_000)
  await log.close()
})

test('a transaction that fails leaves nothing behind', async () => {
  const log = await open()
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  const bad = {
    kind: 'settings',
    settings: cyclic,
    isReset: false,
    allowIndexCreation: true,
  } as const
  const task = { indexUid: 'a', enqueuedAt: 0, customMetadata: null }
  await expect(log.append({ ...task, content: bad })).rejects.toThrow(/circular/i)
  expect([log.nextTaskUid, log.taskCount]).toEqual([0, 0])
  await expect(log.append({ ...task, content: { kind: 'indexDeletion' } })).resolves.toMatchObject({
    uid: 0,
  })
  await log.close()
})

test('never answers with a record as it was before a change', async () => {
  const log = await open()
  const { features } = log.catalogue
  expect(features.get('a')).toBeUndefined()
  const putting = features.put('a', { isOn: true })
  features.get('a')
  await putting
  expect(features.get('a')).toEqual({ isOn: true })
  const deleting = features.delete('a')
  features.get('a')
  await deleting
  expect(features.get('a')).toBeUndefined()
})
