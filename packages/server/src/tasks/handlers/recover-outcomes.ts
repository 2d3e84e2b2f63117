// The counts of a batch whose commit is in the index but not in the log: the process died in between. An engine that keeps
// the outcomes of its last batch gives them again; otherwise they are counted from what is still there, the payload files and
// the plan. What can't be known any more stays null.

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { BatchResult, Engine, Operation, OperationOutcome, WriteBatch } from '@sextant/engine'
import type { BatchPlan } from '../task-log.ts'

/** The result of a batch that was applied before. */
export async function recoverOutcomes(
  indexId: string,
  batch: WriteBatch,
  { engine, plan }: { readonly engine: Engine; readonly plan: BatchPlan | undefined },
): Promise<BatchResult> {
  const { generation, documentCount, primaryKey } = engine.describe(indexId)
  const kept = await engine.applyBatch(indexId, batch).catch(() => null)
  if (kept !== null && kept.outcomes.length === batch.operations.length) return kept
  const outcomes: OperationOutcome[] = []
  for (const operation of batch.operations) {
    const before = plan?.documentCount ?? null
    outcomes.push(await recount(operation, { primaryKey, documentCountBefore: before }))
  }
  return { generation, outcomes, documentCount, primaryKey }
}

interface Known {
  readonly primaryKey: string | null
  readonly documentCountBefore: number | null
}

async function recount(operation: Operation, known: Known): Promise<OperationOutcome> {
  switch (operation.kind) {
    case 'addDocuments':
      return recountAddition(operation, known.primaryKey)
    case 'deleteDocuments':
      return { kind: 'deleted', documentCount: new Set(operation.ids).size }
    case 'deleteAll':
      return known.documentCountBefore === null
        ? { kind: 'applied' }
        : { kind: 'deleted', documentCount: known.documentCountBefore }
    default:
      return { kind: 'applied' }
  }
}

type Addition = Extract<Operation, { readonly kind: 'addDocuments' }>

// A payload with a bad id was left out as a whole; one without was applied. The index knows its key by now.
async function recountAddition(
  { source, primaryKey: requested }: Addition,
  primaryKey: string | null,
): Promise<OperationOutcome> {
  if (requested !== null && primaryKey !== null && requested !== primaryKey) {
    const message = `The index has the primary key \`${primaryKey}\`, not \`${requested}\`.`
    return { kind: 'failed', code: 'index_primary_key_already_exists', message }
  }
  const ids = new Set<string>()
  for await (const line of linesOf(source)) {
    if (line.trim() === '') continue
    const id = primaryKey === null ? undefined : valueAt(JSON.parse(line), primaryKey)
    if (id === undefined) {
      const message = `A document has no \`${primaryKey ?? 'primary key'}\`: ${line.slice(0, 100)}`
      return { kind: 'failed', code: 'missing_document_id', message }
    }
    if (!isDocumentId(id)) {
      const message = `${JSON.stringify(id).slice(0, 100)} can't be a document id.`
      return { kind: 'failed', code: 'invalid_document_id', message }
    }
    ids.add(String(id))
  }
  return { kind: 'indexed', documentCount: ids.size }
}

function linesOf(source: Addition['source']): Iterable<string> | AsyncIterable<string> {
  if (source.kind === 'lines') return source.lines
  return createInterface({ input: createReadStream(source.path), crlfDelay: Infinity })
}

function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as Record<string, unknown>
  if (path in record) return record[path]
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const found = valueAt(record[path.slice(0, dot)], path.slice(dot + 1))
    if (found !== undefined) return found
  }
  return undefined
}

function isDocumentId(id: unknown): id is string | number {
  if (typeof id === 'number') return Number.isInteger(id)
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,511}$/.test(id)
}
