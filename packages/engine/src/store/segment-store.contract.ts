// What every segment store must do. A store is made empty by `makeStore` for each test.

import { describe, expect, test } from 'vitest'
import { CorruptIndexError, StoreError } from '../errors.ts'
import type { SegmentStore } from './segment-store.ts'

/** Runs the laws of SegmentStore over one implementation. */
export function describeSegmentStore(label: string, makeStore: () => SegmentStore): void {
  describe(`${label} as a segment store`, () => {
    test('gives back what was put, parts one after another', async () => {
      const store = makeStore()
      await store.put('a.seg', [bytes(1, 2), bytes(), bytes(3)])
      const file = store.open('a.seg')
      expect(file.name).toBe('a.seg')
      expect(file.sizeBytes).toBe(3)
      expect([...file.read(0, 3)]).toEqual([1, 2, 3])
      file.close()
    })

    test('reads any range, the empty one too', async () => {
      const store = makeStore()
      await store.put('a', [bytes(10, 11, 12, 13, 14, 15, 16, 17, 18, 19)])
      const file = store.open('a')
      for (let offset = 0; offset <= 10; offset++) {
        for (let length = 0; offset + length <= 10; length++) {
          const expected = Array.from({ length }, (_, position) => 10 + offset + position)
          expect([...file.read(offset, length)]).toEqual(expected)
          const target = new Uint8Array(12).fill(99)
          file.readInto(target, offset, length)
          const rest = Array.from({ length: 12 - length }, () => 99)
          expect([...target]).toEqual([...expected, ...rest])
        }
      }
      file.close()
    })

    test('gives bytes over which arrays of numbers can be laid', async () => {
      const store = makeStore()
      await store.put('a', [new Uint8Array(64)])
      const file = store.open('a')
      for (const offset of [0, 1, 4, 8, 12]) {
        const read = file.read(offset, 16)
        expect(new Float64Array(read.buffer, read.byteOffset, 2)).toHaveLength(2)
      }
      file.close()
    })

    test('holds empty files', async () => {
      const store = makeStore()
      await store.put('empty', [])
      const file = store.open('empty')
      expect(file.sizeBytes).toBe(0)
      expect(file.read(0, 0)).toHaveLength(0)
      file.close()
    })

    test('refuses to read past the end', async () => {
      const store = makeStore()
      await store.put('a', [bytes(1, 2, 3)])
      const file = store.open('a')
      expect(() => file.read(0, 4)).toThrow(CorruptIndexError)
      expect(() => file.read(3, 1)).toThrow(CorruptIndexError)
      expect(() => file.read(-1, 1)).toThrow(CorruptIndexError)
      expect(() => file.readInto(new Uint8Array(8), 0, 4)).toThrow(CorruptIndexError)
      expect(() => file.readInto(new Uint8Array(8), -1, 1)).toThrow(CorruptIndexError)
      file.close()
    })

    test('keeps its own copy of what was put', async () => {
      const store = makeStore()
      const part = bytes(1)
      await store.put('a', [part])
      part[0] = 9
      const file = store.open('a')
      expect([...file.read(0, 1)]).toEqual([1])
      file.close()
    })

    test('refuses a name that is there, and leaves it as it was', async () => {
      const store = makeStore()
      await store.put('a', [bytes(1)])
      await expect(store.put('a', [bytes(2, 3)])).rejects.toThrow(StoreError)
      const file = store.open('a')
      expect([...file.read(0, file.sizeBytes)]).toEqual([1])
      file.close()
    })

    test('lets one of two puts of one name win', async () => {
      const store = makeStore()
      const results = await Promise.allSettled([
        store.put('a', [bytes(1)]),
        store.put('a', [bytes(2)]),
      ])
      expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await store.list()).toEqual(['a'])
    })

    test('puts several names at once', async () => {
      const store = makeStore()
      await Promise.all(['c', 'a', 'b'].map((name) => store.put(name, [bytes(1)])))
      expect(await store.list()).toEqual(['a', 'b', 'c'])
    })

    test('calls a missing file a corrupt index', () => {
      const error = errorOf(() => makeStore().open('gone.seg'))
      expect(error).toBeInstanceOf(CorruptIndexError)
      expect(String(error)).toContain('gone.seg')
    })

    test('lists nothing at first, then names in order', async () => {
      const store = makeStore()
      expect(await store.list()).toEqual([])
      await store.put('b-2', [])
      await store.put('a.1', [])
      expect(await store.list()).toEqual(['a.1', 'b-2'])
    })

    test('deletes by name, and does not mind a missing one', async () => {
      const store = makeStore()
      await store.put('a', [bytes(1)])
      await store.delete('a')
      await store.delete('a')
      expect(await store.list()).toEqual([])
      expect(() => store.open('a')).toThrow(CorruptIndexError)
      await store.put('a', [bytes(2)])
      expect(await store.list()).toEqual(['a'])
    })

    test('lets a reader finish with a file that was deleted', async () => {
      const store = makeStore()
      await store.put('a', [bytes(7)])
      const file = store.open('a')
      await store.delete('a')
      expect([...file.read(0, 1)]).toEqual([7])
      file.close()
    })

    test('serves several readers of one file, each closed by itself', async () => {
      const store = makeStore()
      await store.put('a', [bytes(7)])
      const first = store.open('a')
      const second = store.open('a')
      first.close()
      first.close()
      expect(() => first.read(0, 1)).toThrow('closed')
      expect(() => first.readInto(new Uint8Array(1), 0, 1)).toThrow('closed')
      expect([...second.read(0, 1)]).toEqual([7])
      second.close()
    })

    test.each(['', '../a', 'a/b', 'A', '.hidden', 'a b', 'a\u0000'])(
      'takes the name %j for a bug',
      async (name) => {
        const store = makeStore()
        await expect(store.put(name, [])).rejects.toThrow('bad segment name')
        expect(() => store.open(name)).toThrow('bad segment name')
        await expect(store.delete(name)).rejects.toThrow('bad segment name')
      },
    )
  })
}

function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values)
}

function errorOf(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    return error
  }
}
