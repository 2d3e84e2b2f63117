import { eachUid } from '../uid-ranges.ts'
import { succeed } from './handler.ts'
import type { BatchHandler, TaskOutcome } from './handler.ts'

/** `taskCancelation`: ends what matched when it was asked and still waits. Nothing runs beside it. */
export const cancelTasks: BatchHandler = ({ tasks }, { log }) => {
  const cancelation = tasks[0]!
  const { content } = cancelation
  if (content.kind !== 'taskCancelation') throw new Error(`not a cancelation: ${content.kind}`)
  const canceled: TaskOutcome[] = []
  for (const uid of eachUid(content.taskUids)) {
    const task = uid === cancelation.uid ? undefined : log.get(uid, [])
    if (task?.status !== 'enqueued') continue
    const canceledBy = cancelation.uid
    canceled.push({ task, status: 'canceled', result: {}, error: null, canceledBy })
  }
  const own = succeed(cancelation, { canceledTasks: canceled.length })
  return Promise.resolve({ outcomes: [...canceled, own] })
}
