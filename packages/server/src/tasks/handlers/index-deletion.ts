import { mayCreateIndex } from '../batcher.ts'
import type { Task, TaskResult } from '../task.ts'
import { failAll, indexNotFound, succeed } from './handler.ts'
import type { BatchHandler } from './handler.ts'

/** `indexDeletion`, with the tasks before it that it makes pointless. */
export const deleteIndex: BatchHandler = (batch, { log, engine }) => {
  const uid = batch.indexUid!
  const entry = log.catalogue.getIndex(uid)
  // tasks that would have made the index make its deletion succeed, although it never was
  if (entry === undefined && !batch.tasks.some(mayCreateIndex)) {
    return Promise.resolve(failAll(batch, indexNotFound(uid)))
  }
  const count = entry === undefined ? 0 : engine.describe(entry.indexId).documentCount
  const outcomes = batch.tasks.map((task) => succeed(task, resultOf(task, count)))
  if (entry === undefined) return Promise.resolve({ outcomes })
  return Promise.resolve({
    outcomes,
    catalogue: [{ kind: 'deleteIndex', uid }],
    droppedIndexIds: [entry.indexId],
  })
}

function resultOf({ content }: Task, documentCount: number): TaskResult {
  if (content.kind === 'indexDeletion') return { deletedDocuments: documentCount }
  return content.kind === 'documentAddition' ? { indexedDocuments: 0 } : {}
}
