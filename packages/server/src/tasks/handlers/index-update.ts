import type { CatalogueChange, IndexEntry } from '../catalogue.ts'
import { fail, indexAlreadyExists, indexNotFound, succeed, withGeneration } from './handler.ts'
import type { BatchHandler } from './handler.ts'
import { applyPlanned, toIndexError } from './write-to-index.ts'

/** `indexUpdate`: another primary key while the index is empty, another name, or both. */
export const updateIndex: BatchHandler = async (batch, context) => {
  const task = batch.tasks[0]!
  const { content } = task
  const uid = task.indexUid!
  const { catalogue } = context.log
  if (content.kind !== 'indexUpdate') throw new Error(`not an index update: ${content.kind}`)
  const { primaryKey } = content
  const newUid = content.newIndexUid === uid ? null : content.newIndexUid
  let entry = catalogue.getIndex(uid)
  if (entry === undefined) return { outcomes: [fail(task, indexNotFound(uid))] }
  if (newUid !== null && catalogue.getIndex(newUid) !== undefined) {
    return { outcomes: [fail(task, indexAlreadyExists(newUid))] }
  }
  if (primaryKey !== null) {
    const operations = [{ kind: 'setPrimaryKey', primaryKey } as const]
    const result = await applyPlanned(batch, context, { entry, operations, created: [] })
    if (result instanceof Error) return { outcomes: [fail(task, toIndexError(uid, result))] }
    const [outcome] = result.outcomes
    if (outcome?.kind === 'failed') return { outcomes: [fail(task, outcome)] }
    entry = { ...entry, generation: result.generation }
  }
  if (newUid === null) {
    return { outcomes: [succeed(task)], catalogue: [withGeneration(entry, entry.generation)] }
  }
  return {
    outcomes: [succeed(task)],
    catalogue: renamed(entry, newUid),
    renames: { beforeTaskUid: task.uid, swaps: [{ indexes: [uid, newUid], rename: true }] },
  }
}

function renamed(entry: IndexEntry, newUid: string): CatalogueChange[] {
  return [
    { kind: 'deleteIndex', uid: entry.uid },
    { kind: 'putIndex', entry: { ...entry, uid: newUid } },
  ]
}
