// The counts of a batch whose commit is in the index but not in the log: the process died in between. They are counted from
// what is still there, the payload files, the plan and the index. What can't be known any more stays null.

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { BatchResult, IndexDescription, Operation, OperationOutcome } from '@sextant/engine'
import type { BatchPlan } from '../task-log.ts'

/** The result of a batch that the index already holds. */
export async function recoverOutcomes(
  operations: readonly Operation[],
  index: IndexDescription,
  plan: BatchPlan | undefined,
): Promise<BatchResult> {
  const { generation, documentCount, primaryKey } = index
  const isOnlyOne = operations.length === 1 && plan !== undefined
  const known = {
    primaryKey,
    deletedCount: isOnlyOne ? plan.documentCount - documentCount : null,
    hasAdditions: operations.some((operation) => operation.kind === 'addDocuments'),
  }
  const outcomes: OperationOutcome[] = []
  for (const operation of operations) outcomes.push(await recount(operation, known))
  return { generation, outcomes, documentCount, primaryKey }
}

interface Known {
  readonly primaryKey: string | null
  /** Documents that are gone since the plan; null when several operations share them. */
  readonly deletedCount: number | null
  readonly hasAdditions: boolean
}

async function recount(operation: Operation, known: Known): Promise<OperationOutcome> {
  switch (operation.kind) {
    case 'addDocuments':
      return recountAddition(operation, known.primaryKey)
    case 'deleteDocuments':
      // beside additions, deletions count the ids that they were given
      if (known.hasAdditions) return { kind: 'deleted', documentCount: new Set(operation.ids).size }
      return deletedOrUnknown(known)
    case 'deleteByFilter':
    case 'deleteAll':
      return deletedOrUnknown(known)
    default:
      return { kind: 'applied' }
  }
}

function deletedOrUnknown({ deletedCount }: Known): OperationOutcome {
  return deletedCount === null
    ? { kind: 'applied' }
    : { kind: 'deleted', documentCount: deletedCount }
}

type Addition = Extract<Operation, { readonly kind: 'addDocuments' }>

// A payload that has no key, or a document without a good id, was left out as a whole.
async function recountAddition(
  { source, primaryKey: requested }: Addition,
  primaryKey: string | null,
): Promise<OperationOutcome> {
  if (requested !== null && primaryKey !== null && requested !== primaryKey) {
    const message = `The index has the primary key \`${primaryKey}\`, not \`${requested}\`.`
    return failed('index_primary_key_already_exists', message)
  }
  let key = primaryKey ?? requested
  const ids = new Set<string>()
  for await (const line of linesOf(source)) {
    if (line.trim() === '') continue
    const document: unknown = JSON.parse(line)
    if (key === null) {
      const candidates = keyCandidates(document)
      if (candidates.length !== 1) return inferenceFailure(candidates)
      key = candidates[0]!
    }
    const id = valueAt(document, key)
    if (id === undefined) {
      const message = `A document has no \`${key}\`: ${line.slice(0, 100)}`
      return failed('missing_document_id', message)
    }
    if (!isDocumentId(id)) {
      const message = `${JSON.stringify(id).slice(0, 100)} can't be a document id.`
      return failed('invalid_document_id', message)
    }
    ids.add(String(id))
  }
  return { kind: 'indexed', documentCount: ids.size }
}

function keyCandidates(document: unknown): string[] {
  const names = Object.keys(document as object)
  return names.filter((name) => name.toLowerCase().endsWith('id')).toSorted()
}

function inferenceFailure(candidates: readonly string[]): OperationOutcome {
  if (candidates.length === 0) {
    const message = 'No field of the first document ends in `id`; name the primary key.'
    return failed('index_primary_key_no_candidate_found', message)
  }
  const named = candidates.slice(0, 2).map((name) => `\`${name}\``)
  const message = `${candidates.length} fields of the first document end in \`id\`, among them ${named.join(' and ')}; name the primary key.`
  return failed('index_primary_key_multiple_candidates_found', message)
}

function failed(code: string, message: string): OperationOutcome {
  return { kind: 'failed', code, message }
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
