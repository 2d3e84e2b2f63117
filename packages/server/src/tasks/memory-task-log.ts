// A task log that ends with the process.

import { openMemoryStorage } from './memory-storage.ts'
import { StoredTaskLog } from './stored-task-log.ts'
import type { TaskLog } from './task-log.ts'

/** An empty log in memory. */
export function openMemoryTaskLog(instanceUid: () => string): Promise<TaskLog> {
  return StoredTaskLog.open(openMemoryStorage(), instanceUid)
}
