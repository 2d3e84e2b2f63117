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
  return {
    tasks: numbered(tasks),
    batches: numbered(batches),
    records: textTable(records),
    chunks: textTable(chunks),
    // a child transaction, because only those are undone when the action throws
    transaction: (action) => environment.childTransaction(action),
    usedBytes: () => databases.reduce((sum, database) => sum + treeBytes(database), 0),
    close: () => environment.close(),
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
