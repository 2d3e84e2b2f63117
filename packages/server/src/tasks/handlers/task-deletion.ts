import { eachUid, toUidRanges } from '../uid-ranges.ts'
import { succeed } from './handler.ts'
import type { BatchHandler } from './handler.ts'

/** `taskDeletion`: forgets finished tasks. Several deletions go together; each counts what earlier ones did not. */
export const deleteTasks: BatchHandler = ({ tasks }, { log }) => {
  const deleted = new Set<number>()
  const outcomes = tasks.map((task) => {
    const before = deleted.size
    if (task.content.kind !== 'taskDeletion')
      throw new Error(`not a deletion: ${task.content.kind}`)
    for (const uid of eachUid(task.content.taskUids)) {
      const status = log.get(uid, [])?.status
      if (status !== undefined && status !== 'enqueued') deleted.add(uid)
    }
    return succeed(task, { deletedTasks: deleted.size - before })
  })
  const deletedTaskUids = toUidRanges([...deleted].toSorted((a, b) => a - b))
  return Promise.resolve({ outcomes, deletedTaskUids })
}
