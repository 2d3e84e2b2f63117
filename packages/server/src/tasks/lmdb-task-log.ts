// The durable task log: one LMDB environment holds tasks, batches, catalogue, keys and features, so one transaction can change
// all of them. Commits are flushed before they resolve (no `overlappingSync`), on a thread of the library.

import { open } from 'lmdb'
import type { Database } from 'lmdb'
import type { LogStorage, Table, TextTable } from './log-storage.ts'
import { StoredTaskLog } from './stored-task-log.ts'
import type { TaskLog } from './task-log.ts'

/** Opens or creates the log in a folder. Only one process may have it open. */
export function openLmdbTaskLog(path: string, instanceUid: () => string): Promise<TaskLog> {
  return StoredTaskLog.open(openLmdbStorage(path), instanceUid)
}

function openLmdbStorage(path: string): LogStorage {
  const environment = open({ path, noSubdir: false, maxDbs: 8, overlappingSync: false })
  const json = { encoding: 'json' } as const
  const tasks = environment.openDB({ name: 'tasks', keyEncoding: 'uint32', ...json })
  const batches = environment.openDB({ name: 'batches', keyEncoding: 'uint32', ...json })
  const records = environment.openDB({ name: 'records', ...json })
  const chunks = environment.openDB({ name: 'chunks', encoding: 'binary' })
  const databases = [tasks, batches, records, chunks]
  const known = new KnownRecords(records)
  return {
    tasks: numbered(tasks),
    batches: numbered(batches),
    records: { ...textTable(records), get: (key) => known.get(key) },
    chunks: textTable(chunks),
    // a child transaction, because only those are undone when the action throws
    transaction: (action) => known.during(() => environment.childTransaction(action)),
    usedBytes: () => databases.reduce((sum, database) => sum + treeBytes(database), 0),
    close: () => environment.close(),
  }
}

/** Records remembered at most. */
const KNOWN_MAX = 1000

/** Records that have been read and cannot have changed since: every request asks for the entry of its index. */
class KnownRecords {
  readonly #database: Database
  readonly #known = new Map<string, unknown>()
  #transactions = 0

  constructor(database: Database) {
    this.#database = database
  }

  get(key: string): unknown {
    // inside a transaction its own writes are seen, outside the state before it: neither may stay
    if (this.#transactions > 0) return this.#database.get(key)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const value: unknown = this.#database.get(key)
    if (value === undefined) return value
    if (this.#known.size >= KNOWN_MAX) this.#known.clear()
    this.#known.set(key, value)
    return value
  }

  async during<T>(transaction: () => Promise<T>): Promise<T> {
    this.#transactions++
    this.#known.clear()
    try {
      return await transaction()
    } finally {
      this.#transactions--
    }
  }
}

function numbered<V>(database: Database<V>): Table<number, V> {
  return {
    get: (key) => database.get(key),
    put: (key, value) => void database.put(key, value),
    remove: (key) => void database.remove(key),
  }
}

function textTable<V>(database: Database<V>): TextTable<V> {
  return {
    get: (key) => database.get(key),
    put: (key, value) => void database.put(key, value),
    remove: (key) => void database.remove(key),
    keys: (prefix) => [...database.getKeys({ start: prefix, end: `${prefix}\uffff` })].map(String),
  }
}

function treeBytes(database: Database<unknown>): number {
  const stats: Partial<Record<string, unknown>> = database.getStats()
  const count = (name: string): number => {
    const value = stats[name]
    return typeof value === 'number' ? value : 0
  }
  const pages = count('treeBranchPageCount') + count('treeLeafPageCount') + count('overflowPages')
  return pages * count('pageSize')
}
