// Storage of a task log that lives as long as the process: for tests, and for a server without a folder.

import type { LogStorage, TextTable } from './log-storage.ts'

/** Empty storage in memory. */
export function openMemoryStorage(): LogStorage {
  const undo: (() => void)[] = []
  return {
    tasks: new MapTable(undo),
    batches: new MapTable(undo),
    records: new MapTable<string, unknown>(undo),
    chunks: new MapTable<string, Uint8Array>(undo),
    transaction<T>(action: () => T): Promise<T> {
      undo.length = 0
      try {
        return Promise.resolve(action())
      } catch (error) {
        for (const restore of undo.toReversed()) restore()
        return Promise.reject(error instanceof Error ? error : new Error(String(error)))
      }
    },
    usedBytes: () => 0,
    close: () => Promise.resolve(),
  }
}

class MapTable<K extends number | string, V> implements TextTable<V> {
  readonly #map = new Map<K, V>()
  readonly #undo: (() => void)[]

  constructor(undo: (() => void)[]) {
    this.#undo = undo
  }

  get(key: K & string): V | undefined {
    return this.#map.get(key)
  }

  put(key: K & string, value: V): void {
    this.#remember(key)
    // a copy, as a durable store would make: nobody may change a stored value through an old reference
    this.#map.set(key, structuredClone(value))
  }

  remove(key: K & string): void {
    this.#remember(key)
    this.#map.delete(key)
  }

  keys(prefix: string): string[] {
    return [...this.#map.keys()]
      .map(String)
      .filter((key) => key.startsWith(prefix))
      .toSorted()
  }

  #remember(key: K): void {
    const map = this.#map
    const before = map.get(key)
    this.#undo.push(() => {
      if (before === undefined) map.delete(key)
      else map.set(key, before)
    })
  }
}
