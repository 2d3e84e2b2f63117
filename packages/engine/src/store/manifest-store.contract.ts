// What every manifest store must do. A store is made empty by `makeStore` for each test.

import { describe, expect, test } from 'vitest'
import { ConflictError } from '../errors.ts'
import type { ManifestStore, StoredManifest } from './manifest-store.ts'

/** Runs the laws of ManifestStore over one implementation. */
export function describeManifestStore(label: string, makeStore: () => ManifestStore): void {
  describe(`${label} as a manifest store`, () => {
    test('has nothing at first', async () => {
      const store = makeStore()
      expect(await store.read()).toBeNull()
      expect(store.readSync()).toBeNull()
    })

    test('gives back what was published, both ways', async () => {
      const store = makeStore()
      await store.publish(manifest(7, { writerEpoch: 3, text: 'seven' }), { generation: null })
      const expected = { generation: 7, writerEpoch: 3, text: 'seven' }
      expect(shown(await store.read())).toEqual(expected)
      expect(shown(store.readSync())).toEqual(expected)
    })

    test('holds an empty manifest and large numbers', async () => {
      const store = makeStore()
      const generation = Number.MAX_SAFE_INTEGER
      await store.publish(manifest(generation, { writerEpoch: generation, text: '' }), {
        generation: null,
      })
      expect(shown(await store.read())).toEqual({ generation, writerEpoch: generation, text: '' })
    })

    test('replaces the generation that was expected', async () => {
      const store = makeStore()
      await store.publish(manifest(1), { generation: null })
      await store.publish(manifest(2, { text: 'longer than the first' }), { generation: 1 })
      await store.publish(manifest(3, { text: '' }), { generation: 2 })
      expect(shown(await store.read())).toEqual({ generation: 3, writerEpoch: 1, text: '' })
    })

    test.each([
      ['another generation', 2],
      ['no manifest', null],
    ])('refuses to publish over one when %s was expected', async (_, generation) => {
      const store = makeStore()
      await store.publish(manifest(1), { generation: null })
      await expect(store.publish(manifest(3), { generation })).rejects.toThrow(ConflictError)
      expect(shown(await store.read())).toMatchObject({ generation: 1 })
    })

    test('refuses to replace a generation when nothing is stored', async () => {
      const store = makeStore()
      await expect(store.publish(manifest(2), { generation: 1 })).rejects.toThrow(ConflictError)
      expect(await store.read()).toBeNull()
    })

    test('refuses a writer whose epoch is over, and accepts the same or a later one', async () => {
      const store = makeStore()
      await store.publish(manifest(1, { writerEpoch: 5 }), { generation: null })
      const late = store.publish(manifest(2, { writerEpoch: 4 }), { generation: 1 })
      await expect(late).rejects.toThrow(ConflictError)
      await store.publish(manifest(2, { writerEpoch: 5 }), { generation: 1 })
      await store.publish(manifest(3, { writerEpoch: 6 }), { generation: 2 })
      expect(shown(await store.read())).toMatchObject({ generation: 3, writerEpoch: 6 })
    })

    test('lets one of two writers win', async () => {
      const store = makeStore()
      await store.publish(manifest(1), { generation: null })
      const results = await Promise.allSettled([
        store.publish(manifest(2, { text: 'first' }), { generation: 1 }),
        store.publish(manifest(2, { text: 'second' }), { generation: 1 }),
      ])
      expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const winner = results[0]?.status === 'fulfilled' ? 'first' : 'second'
      expect(shown(await store.read())).toMatchObject({ text: winner })
    })

    test('goes on after a refusal', async () => {
      const store = makeStore()
      await expect(store.publish(manifest(2), { generation: 1 })).rejects.toThrow(ConflictError)
      await store.publish(manifest(1), { generation: null })
      expect(shown(store.readSync())).toMatchObject({ generation: 1 })
    })

    test('keeps its own copy of what was published', async () => {
      const store = makeStore()
      const next = manifest(1, { text: 'a' })
      await store.publish(next, { generation: null })
      next.bytes[0] = 0
      expect(shown(await store.read())).toMatchObject({ text: 'a' })
    })
  })
}

function manifest(
  generation: number,
  options: { readonly writerEpoch?: number; readonly text?: string } = {},
): StoredManifest {
  const { writerEpoch = 1, text = 'x' } = options
  return { generation, writerEpoch, bytes: Buffer.from(text) }
}

function shown(stored: StoredManifest | null): object | null {
  if (stored === null) return null
  const { generation, writerEpoch, bytes } = stored
  return { generation, writerEpoch, text: new TextDecoder().decode(bytes) }
}
