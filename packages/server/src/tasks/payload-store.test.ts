import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { PayloadStore } from './payload-store.ts'

const folders: string[] = []
let folder = ''
let store: PayloadStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payloads-'))
  folders.push(folder)
  let count = 0
  store = await PayloadStore.open(folder, () => `payload-${count++}`)
})

afterAll(async () => {
  for (const path of folders) await rm(path, { recursive: true, force: true })
})

test('a payload appears under its name only when it is whole', async () => {
  const writer = await store.create()
  await writer.write('{"id":1}\n')
  expect(await readdir(folder)).toEqual(['payload-0.ndjson.tmp'])
  await writer.write(Buffer.from('{"id":2}\n'))
  expect(await writer.finish()).toEqual({ name: 'payload-0.ndjson', bytes: 18 })
  expect(await readdir(folder)).toEqual(['payload-0.ndjson'])
  expect(await readFile(store.path('payload-0.ndjson'), 'utf8')).toBe('{"id":1}\n{"id":2}\n')
})

test('a payload that breaks off leaves nothing', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield '{"id":1}\n'
    await Promise.resolve()
    throw new Error('the client went away')
  }
  await expect(store.save(broken())).rejects.toThrow('the client went away')
  expect(await readdir(folder)).toEqual([])
})

test('pieces beyond what is held are waited for, and none is lost', async () => {
  const writer = await store.create()
  const piece = Buffer.alloc(3 << 20, 'x')
  const rooms = [1, 2, 3, 4].map(() => writer.write(piece))
  expect(rooms[0]).toBeNull()
  expect(rooms.at(-1)).not.toBeNull()
  await rooms.at(-1)
  expect(writer.write('\n')).toBeNull()
  expect(await writer.finish()).toEqual({ name: 'payload-0.ndjson', bytes: (12 << 20) + 1 })
  expect((await readFile(store.path('payload-0.ndjson'))).length).toBe((12 << 20) + 1)
})

test('a payload is being received until its task is registered, and not after a failure', async () => {
  expect(store.isReceiving).toBe(false)
  await store.whileReceiving(async () => {
    await store.save(['{"id":1}\n'])
    expect(store.isReceiving).toBe(true)
  })
  expect(store.isReceiving).toBe(false)
  const cut = store.whileReceiving(() => Promise.reject(new Error('the client went away')))
  expect(store.isReceiving).toBe(true)
  await expect(cut).rejects.toThrow('the client went away')
  expect(store.isReceiving).toBe(false)
})

test('sweeping keeps only what waiting tasks need', async () => {
  const kept = await store.save(['{}\n'])
  await store.save(['{}\n'])
  await writeFile(join(folder, 'cut.ndjson.tmp'), '{')
  await store.sweep(new Set([kept.name]))
  expect(await readdir(folder)).toEqual([kept.name])
})
