// What a task log needs of the place where it is kept: a few ordered tables and transactions over all of them.

import type { Batch } from './batch.ts'
import type { Task } from './task.ts'

export interface Table<K extends number | string, V> {
  get(key: K): V | undefined
  /** Only inside a transaction. */
  put(key: K, value: V): void
  /** Only inside a transaction. No error when it is not there. */
  remove(key: K): void
}

export interface TextTable<V> extends Table<string, V> {
  /** Keys beginning with `prefix`, in order. */
  keys(prefix: string): string[]
}

export interface LogStorage {
  /** Tasks as they were named when they were registered: see RenameHistory. */
  readonly tasks: Table<number, Task>
  readonly batches: Table<number, Batch>
  readonly records: TextTable<unknown>
  readonly chunks: TextTable<Uint8Array>
  /**
   * Runs `action` with all reads seeing its own writes. Durable when resolved; when `action` throws, nothing is written and
   * the promise rejects with what it threw. Actions never overlap.
   */
  transaction<T>(action: () => T): Promise<T>
  usedBytes(): number
  close(): Promise<void>
}
