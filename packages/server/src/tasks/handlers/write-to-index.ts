// Batches that the engine applies as one commit: documents, deletions, settings, editions, primary keys. The plan is written
// to the log first; if the process dies between the commit of the index and that of the log, the plan says what to finish.

import type { BatchResult, Operation } from '@sextant/engine'
import { mayCreateIndex } from '../batcher.ts'
import type { ChosenBatch } from '../batcher.ts'
import type { CatalogueChange, IndexEntry } from '../catalogue.ts'
import type { Task } from '../task.ts'
import { isAbortError, toTaskError } from '../task-error.ts'
import { toUidRanges } from '../uid-ranges.ts'
import { fail, failAll, indexNotFound, succeed, withGeneration } from './handler.ts'
import type { BatchHandler, HandlerContext, TaskOutcome } from './handler.ts'
import { toOperation, toResult } from './operation-handler.ts'

/** Applies documents, deletions, settings or an edition to one index, making it when a task may. */
export const writeToIndex: BatchHandler = async (batch, context) => {
  const indexUid = batch.indexUid!
  let entry = context.log.catalogue.getIndex(indexUid)
  const created: CatalogueChange[] = []
  if (entry === undefined) {
    if (!batch.tasks.some(mayCreateIndex)) return failAll(batch, indexNotFound(indexUid))
    entry = await createMissingIndex(indexUid, context)
    created.push({ kind: 'putIndex', entry })
  }
  const steps = planSteps(batch, context)
  const operations = steps.flatMap((step) => (step.kind === 'operation' ? [step.operation] : []))
  const result = await applyPlanned(batch, context, { entry, operations, created })
  if (result instanceof Error) return failAll(batch, toIndexError(indexUid, result))
  const outcomes = result.outcomes.values()
  return {
    outcomes: steps.map((step): TaskOutcome => {
      if (step.kind === 'absorbed') return succeed(step.task, step.result)
      const outcome = outcomes.next().value
      if (outcome === undefined) return succeed(step.task)
      if (outcome.kind === 'failed') return fail(step.task, outcome)
      return succeed(step.task, toResult(step.task, outcome))
    }),
    catalogue: [withGeneration(entry, result.generation)],
  }
}

/** Applies operations once: after a crash, a batch that the index already holds is only finished. */
export async function applyPlanned(
  batch: ChosenBatch,
  context: HandlerContext,
  parts: {
    readonly entry: IndexEntry
    readonly operations: readonly Operation[]
    readonly created: readonly CatalogueChange[]
  },
): Promise<BatchResult | Error> {
  const { engine, log, batchUid, startedAt } = context
  const { indexId } = parts.entry
  const isApplied = (): boolean => engine.describe(indexId).lastBatchUid >= batchUid
  const write = { batchUid, operations: parts.operations, nowMs: Math.floor(startedAt / 1000) }
  // the commit that holds the batch holds what became of it
  const recover = (): BatchResult => {
    const { generation, lastOutcomes: outcomes, ...index } = engine.describe(indexId)
    return {
      generation,
      outcomes,
      documentCount: index.documentCount,
      primaryKey: index.primaryKey,
    }
  }
  if (isApplied()) return recover()
  const plan = {
    batchUid,
    taskUids: toUidRanges(batch.tasks.map((task) => task.uid)),
    kind: batch.kind,
    indexUid: parts.entry.uid,
    indexId,
    strategy: batch.strategy,
    startedAt,
  }
  await log.beginBatch(plan, parts.created)
  context.signal.throwIfAborted()
  try {
    return await engine.applyBatch(indexId, write, {
      signal: context.signal,
      onProgress: (steps) => context.progress.report(steps),
      onWait: context.onWait,
      onEmbedderRequest: (problem) => context.progress.countEmbedderRequest(problem),
    })
  } catch (error) {
    // a failure after the commit must not be told as one: the documents are there
    if (isApplied()) return recover()
    if (isAbortError(error)) throw error
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** An error that concerns the data of an index names the index. */
export function toIndexError(indexUid: string, error: unknown): { code: string; message: string } {
  const { code, message } = toTaskError(error)
  return { code, message: `Index \`${indexUid}\`: ${message}` }
}

type Step =
  | { readonly kind: 'operation'; readonly task: Task; readonly operation: Operation }
  | { readonly kind: 'absorbed'; readonly task: Task; readonly result: Record<string, unknown> }

// Deleting everything makes what came before it pointless, and leaves nothing to delete after it.
function planSteps(batch: ChosenBatch, context: HandlerContext): Step[] {
  const isClear = batch.kind === 'clear' || batch.kind === 'clearAndSettings'
  let isCleared = false
  return batch.tasks.map((task): Step => {
    const kind = task.content.kind
    if (isClear && kind !== 'settings') {
      if (isCleared) return { kind: 'absorbed', task, result: { deletedDocuments: 0 } }
      if (kind !== 'documentClear') return { kind: 'absorbed', task, result: {} }
      isCleared = true
    }
    return { kind: 'operation', task, operation: toOperation(task, context)! }
  })
}

// Made and committed before its content, so that it stays, empty, when the content fails. It has seen no batch yet: this one
// is still to be applied to it, or, should it be interrupted, any other that is to come.
async function createMissingIndex(uid: string, context: HandlerContext): Promise<IndexEntry> {
  const indexId = context.randomIndexId()
  const createdAt = context.clock()
  const { generation } = await context.engine.createIndex(indexId, {
    primaryKey: null,
    nowMs: Math.floor(createdAt / 1000),
    batchUid: context.log.nextBatchUid - 1,
  })
  return { uid, indexId, createdAt, generation }
}
