import { indexAlreadyExists, fail, succeed } from './handler.ts'
import type { BatchHandler } from './handler.ts'

/** `indexCreation`: an empty index under a free name. */
export const createIndex: BatchHandler = async ({ tasks }, context) => {
  const task = tasks[0]!
  const { content, indexUid } = task
  const uid = indexUid!
  if (context.log.catalogue.getIndex(uid) !== undefined) {
    return { outcomes: [fail(task, indexAlreadyExists(uid))] }
  }
  const indexId = context.randomIndexId()
  const { generation } = await context.engine.createIndex(indexId, {
    primaryKey: content.kind === 'indexCreation' ? content.primaryKey : null,
    nowMs: Math.floor(context.startedAt / 1000),
    batchUid: context.batchUid,
  })
  const entry = { uid, indexId, createdAt: context.startedAt, generation }
  return { outcomes: [succeed(task)], catalogue: [{ kind: 'putIndex', entry }] }
}
