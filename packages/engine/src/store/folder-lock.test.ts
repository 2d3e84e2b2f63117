import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConflictError } from '../errors.ts'
import { lockFolder } from './folder-lock.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a folder in use is refused, and free again when it is released', async () => {
  const lock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(ConflictError)
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`)
  await lock.release()
  const next = await lockFolder(folder)
  await lock.release()
  await expect(lockFolder(folder)).rejects.toThrow(ConflictError)
  await next.release()
  expect(await readdir(folder)).toEqual([])
})

test('a folder that is not there is made', async () => {
  const lock = await lockFolder(join(folder, 'a/b'))
  await lock.release()
  expect(await readdir(join(folder, 'a/b'))).toEqual([])
})

test('of many at once, one gets it', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)))
  const got = tries.filter((each) => each.status === 'fulfilled')
  expect(got).toHaveLength(1)
  await got[0]!.value.release()
})

test('a process that lives keeps it; one that was killed does not', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(other, 'spawn')
  const holder = { pid: other.pid, startedAt: null, token: 'other' }
  await writeFile(join(folder, 'lock'), JSON.stringify(holder))
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${other.pid}`)
  other.kill('SIGKILL')
  await once(other, 'exit')
  const lock = await lockFolder(folder)
  expect(JSON.parse(await readFile(join(folder, 'lock'), 'utf8'))).toMatchObject({
    pid: process.pid,
  })
  await lock.release()
})

test.each([
  ['an earlier process with the number of this one', `{"pid":${process.pid},"token":"x"}`],
  ['nobody, for it cannot be read', '{"pi'],
])('a lock left behind by %s is taken over', async (_, text) => {
  await writeFile(join(folder, 'lock'), text)
  const lock = await lockFolder(folder)
  await lock.release()
  expect(await readdir(folder)).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'a number that another process bears now does not count',
  async () => {
    const holder = { pid: process.ppid, startedAt: '1', token: 'x' }
    await writeFile(join(folder, 'lock'), JSON.stringify(holder))
    await (await lockFolder(folder)).release()
  },
)

test.runIf(process.platform === 'linux')(
  'a killed process that nobody has asked how it ended does not keep it',
  async () => {
    // `exec` leaves the child to a parent that never asks
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'])
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(line.toString())
    const holder = { pid, startedAt: null, token: 'x' }
    await writeFile(join(folder, 'lock'), JSON.stringify(holder))
    await expect(lockFolder(folder)).rejects.toThrow(ConflictError)
    process.kill(pid, 'SIGKILL')
    const lock = await vi.waitFor(() => lockFolder(folder))
    expect(process.kill(pid, 0)).toBe(true)
    await lock.release()
    parent.kill('SIGKILL')
    await once(parent, 'exit')
  },
)
