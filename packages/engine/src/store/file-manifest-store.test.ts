import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { CorruptIndexError } from '../errors.ts'
import { FileManifestStore } from './file-manifest-store.ts'
import { describeManifestStore } from './manifest-store.contract.ts'

const root = mkdtempSync(join(tmpdir(), 'sextant-manifests-'))
afterAll(() => rmSync(root, { recursive: true }))

let fileCount = 0
function newPath(): string {
  return join(root, `${fileCount++}`, 'MANIFEST')
}

describeManifestStore('FileManifestStore', () => new FileManifestStore(newPath()))

describe('FileManifestStore', () => {
  test('is seen by another store of the same file, which stands alone in its folder', async () => {
    const path = await publishedFile('hello')
    expect(new FileManifestStore(path).readSync()).toMatchObject({ generation: 4, writerEpoch: 2 })
    expect(readdirSync(dirname(path))).toEqual(['MANIFEST'])
  })

  test('does not mind what an interrupted publish left over', async () => {
    const path = await publishedFile('hello')
    writeFileSync(`${path}.next`, 'half a mani')
    const store = new FileManifestStore(path)
    expect(store.readSync()).toMatchObject({ generation: 4 })
    await store.publish(
      { generation: 5, writerEpoch: 2, bytes: new Uint8Array(1) },
      { generation: 4 },
    )
    expect(readdirSync(dirname(path))).toEqual(['MANIFEST'])
  })

  test('notices one damaged bit anywhere', async () => {
    const path = await publishedFile('a manifest')
    const whole = readFileSync(path)
    for (let offset = 0; offset < whole.length; offset++) {
      for (const bit of [0, 3, 7]) {
        const damaged = Buffer.from(whole)
        damaged.writeUInt8(damaged.readUInt8(offset) ^ (1 << bit), offset)
        writeFileSync(path, damaged)
        expect(() => new FileManifestStore(path).readSync(), `offset ${offset}`).toThrow(
          CorruptIndexError,
        )
      }
    }
  })

  test('notices a file that was cut off anywhere, or has more than it should', async () => {
    const path = await publishedFile('a manifest')
    const whole = readFileSync(path)
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length))
      expect(() => new FileManifestStore(path).readSync(), `length ${length}`).toThrow(
        CorruptIndexError,
      )
    }
    writeFileSync(path, Buffer.concat([whole, Buffer.alloc(1)]))
    expect(() => new FileManifestStore(path).readSync()).toThrow(CorruptIndexError)
  })

  test('names the file and what to do about it', async () => {
    const path = await publishedFile('a manifest')
    const whole = readFileSync(path)
    writeFileSync(path, whole.subarray(0, 40))
    await expect(new FileManifestStore(path).read()).rejects.toThrow(
      `${path}: manifest: expected 10 bytes after the header, found 8. The file is damaged. Restore`,
    )
  })

  test('tells an unknown version from damage', async () => {
    const path = await publishedFile('a manifest')
    const whole = readFileSync(path)
    whole.writeUInt32LE(2, 4)
    writeFileSync(path, whole)
    await expect(new FileManifestStore(path).read()).rejects.toMatchObject({
      found: 'version 2',
      expected: 'layout version 1',
    })
  })

  test('does not publish over a damaged manifest', async () => {
    const path = await publishedFile('a manifest')
    writeFileSync(path, 'rubbish')
    const next = { generation: 5, writerEpoch: 2, bytes: new Uint8Array(1) }
    const store = new FileManifestStore(path)
    await expect(store.publish(next, { generation: 4 })).rejects.toThrow(CorruptIndexError)
    expect(readFileSync(path, 'utf8')).toBe('rubbish')
  })
})

async function publishedFile(text: string): Promise<string> {
  const path = newPath()
  const bytes = new TextEncoder().encode(text)
  const next = { generation: 4, writerEpoch: 2, bytes }
  await new FileManifestStore(path).publish(next, { generation: null })
  return path
}
