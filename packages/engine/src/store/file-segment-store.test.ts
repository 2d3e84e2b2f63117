import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { CorruptIndexError, StoreError } from '../errors.ts'
import type { Disk } from './disk.ts'
import { FileSegmentStore } from './file-segment-store.ts'
import { nodeDisk } from './node-disk.ts'
import { describeSegmentStore } from './segment-store.contract.ts'

const root = mkdtempSync(join(tmpdir(), 'sextant-segments-'))
afterAll(() => rmSync(root, { recursive: true }))

let folderCount = 0
function newFolder(): string {
  return join(root, `${folderCount++}`, 'segments')
}

describeSegmentStore('FileSegmentStore', () => new FileSegmentStore(newFolder()))

describe('FileSegmentStore', () => {
  test('writes the parts as one file of that name and leaves nothing else', async () => {
    const folder = newFolder()
    await new FileSegmentStore(folder).put('a.seg', [Uint8Array.of(1), Uint8Array.of(2)])
    expect(readdirSync(folder)).toEqual(['a.seg'])
    expect([...readFileSync(join(folder, 'a.seg'))]).toEqual([1, 2])
  })

  test('writes files larger than what it joins in memory', async () => {
    const folder = newFolder()
    const store = new FileSegmentStore(folder)
    const parts = [1, 2, 3].map((value) => new Uint8Array(700_000).fill(value))
    await store.put('large', [...parts, Uint8Array.of(4)])
    const file = store.open('large')
    expect(file.sizeBytes).toBe(2_100_001)
    expect([...file.read(1_399_999, 2)]).toEqual([2, 3])
    expect([...file.read(2_100_000, 1)]).toEqual([4])
    file.close()
  })

  test('is seen by another store of the same folder', async () => {
    const folder = newFolder()
    await new FileSegmentStore(folder).put('a', [Uint8Array.of(5)])
    const file = new FileSegmentStore(folder).open('a')
    expect([...file.read(0, 1)]).toEqual([5])
    file.close()
  })

  test('lists left-overs of interrupted writes, which can be deleted and written over', async () => {
    const folder = newFolder()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'a.seg.partial'), 'half')
    writeFileSync(join(folder, 'b.seg.partial'), 'half')
    const store = new FileSegmentStore(folder)
    expect(await store.list()).toEqual(['a.seg.partial', 'b.seg.partial'])
    await store.put('a.seg', [Uint8Array.of(1)])
    await store.delete('b.seg.partial')
    expect(await store.list()).toEqual(['a.seg'])
  })

  test('does not list what is not a segment', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'sub'), { recursive: true })
    writeFileSync(join(folder, 'MANIFEST'), '')
    expect(await new FileSegmentStore(folder).list()).toEqual([])
  })

  test('notices a file that was cut off while it was open', async () => {
    const folder = newFolder()
    const store = new FileSegmentStore(folder)
    await store.put('a', [new Uint8Array(100)])
    const file = store.open('a')
    truncateSync(join(folder, 'a'), 50)
    expect(() => file.read(0, 100)).toThrow(CorruptIndexError)
    expect(() => file.readInto(new Uint8Array(100), 0, 100)).toThrow(CorruptIndexError)
    file.close()
  })

  test('reports a failure of the system with its code', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, '..'), { recursive: true })
    writeFileSync(folder, 'a file where the folder should be')
    const failure = new FileSegmentStore(folder).put('a', [])
    await expect(failure).rejects.toThrow(StoreError)
    await expect(failure).rejects.toMatchObject({ systemCode: 'ENOTDIR' })
  })

  test.each(['create', 'rename', 'syncFolder'] as const)(
    'leaves neither name when %s fails for want of room, and can try again',
    async (operation) => {
      const folder = newFolder()
      let failures = 1
      const disk: Disk = {
        ...nodeDisk,
        [operation]: (...args: [string, string]) => {
          if (failures-- > 0) return Promise.reject(new StoreError('full', { code: 'ENOSPC' }))
          return nodeDisk[operation](...args)
        },
      }
      const store = new FileSegmentStore(folder, disk)
      await expect(store.put('a', [Uint8Array.of(1)])).rejects.toMatchObject({
        systemCode: 'ENOSPC',
      })
      expect(existsSync(join(folder, 'a'))).toBe(false)
      expect(await store.list()).toEqual([])
      await store.put('a', [Uint8Array.of(2)])
      expect([...readFileSync(join(folder, 'a'))]).toEqual([2])
    },
  )

  test('hides a file from open, list and sweeping until it is durable', async () => {
    const seen: unknown[] = []
    const disk: Disk = {
      ...nodeDisk,
      async syncFolder(path) {
        seen.push(
          await store.list(),
          isMissing(() => store.open('a')),
        )
        await nodeDisk.syncFolder(path)
      },
      async rename(from, to) {
        seen.push(await store.list())
        await nodeDisk.rename(from, to)
      },
    }
    const store = new FileSegmentStore(newFolder(), disk)
    await store.put('a', [Uint8Array.of(1)])
    expect(seen).toEqual([[], [], true])
    expect(await store.list()).toEqual(['a'])
  })
})

function isMissing(action: () => unknown): boolean {
  try {
    action()
    return false
  } catch (error) {
    return error instanceof CorruptIndexError
  }
}
