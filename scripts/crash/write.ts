// The writes that clients send: how each looks on the wire, and by which name its task is known again when the answer never
// came. Every write must succeed if it is applied once, in the order of task uids.

import type { Random } from './random.ts'

/** Indexes that are there from the beginning to the end. The first two are swapped with each other. */
export const MAIN_INDEXES: readonly string[] = ['a', 'b', 'c']

/** Counts how often it ran on a document. */
const EDIT_FUNCTION = 'if doc.edits == () { doc.edits = 0 } doc.edits += 1'

/** A document as clients make them. */
export type CrashDocument = Readonly<Record<string, unknown>> & { readonly id: string }

export type Write =
  | {
      readonly kind: 'add'
      readonly index: string
      readonly mark: string
      readonly isPartial: boolean
      readonly documents: readonly CrashDocument[]
    }
  | {
      readonly kind: 'delete'
      readonly index: string
      readonly mark: string
      readonly ids: readonly string[]
    }
  | { readonly kind: 'clear' | 'edit'; readonly index: string; readonly mark: string }
  | { readonly kind: 'settings'; readonly index: string; readonly mark: string }
  | { readonly kind: 'createIndex' | 'deleteIndex'; readonly index: string }
  | { readonly kind: 'swap' }

/** A task as far as it tells which write it belongs to. */
export interface SeenTask {
  readonly uid: number
  readonly batchUid: number | null
  readonly indexUid: string | null
  readonly type: string
  readonly status: string
  readonly customMetadata?: string
  readonly details: { readonly stopWords?: readonly string[] } | null
}

/** A random write on an index of the client's choice; `mark` is used by no other. */
export function randomWrite(random: Random, indexes: readonly string[], mark: string): Write {
  const index = random.pick(indexes)
  const choice = random.below(100)
  if (choice < 45) {
    const isPartial = random.chance(40)
    const ids = [`own-${mark}`, ...sharedIds(random)]
    return {
      kind: 'add',
      index,
      mark,
      isPartial,
      documents: ids.map((id) =>
        isPartial ? { id, note: mark } : { id, by: mark, edits: 0, text: `written by ${mark}` },
      ),
    }
  }
  if (choice < 60) return { kind: 'delete', index, mark, ids: sharedIds(random) }
  if (choice < 75) return { kind: 'edit', index, mark }
  if (choice < 80) return { kind: 'clear', index, mark }
  if (choice < 92) return { kind: 'settings', index, mark }
  return { kind: 'swap' }
}

/** The request of a write. */
export function requestOf(write: Write): { method: string; path: string; body?: unknown } {
  switch (write.kind) {
    case 'add': {
      const path = `/indexes/${write.index}/documents?primaryKey=id&customMetadata=${write.mark}`
      return { method: write.isPartial ? 'PUT' : 'POST', path, body: write.documents }
    }
    case 'delete': {
      const path = `/indexes/${write.index}/documents/delete-batch?customMetadata=${write.mark}`
      return { method: 'POST', path, body: write.ids }
    }
    case 'clear': {
      const path = `/indexes/${write.index}/documents?customMetadata=${write.mark}`
      return { method: 'DELETE', path }
    }
    case 'edit': {
      const path = `/indexes/${write.index}/documents/edit?customMetadata=${write.mark}`
      return { method: 'POST', path, body: { function: EDIT_FUNCTION } }
    }
    case 'settings':
      return {
        method: 'PATCH',
        path: `/indexes/${write.index}/settings`,
        body: { stopWords: [write.mark] },
      }
    case 'createIndex':
      return { method: 'POST', path: '/indexes', body: { uid: write.index, primaryKey: 'id' } }
    case 'deleteIndex':
      return { method: 'DELETE', path: `/indexes/${write.index}` }
    case 'swap':
      return { method: 'POST', path: '/swap-indexes', body: [{ indexes: ['a', 'b'] }] }
  }
}

/** By this name a write is found among the tasks. Swaps share one: they all do the same. */
export function nameOf(write: Write): string {
  switch (write.kind) {
    case 'createIndex':
    case 'deleteIndex':
      return `${write.kind} ${lastingName(write.index)}`
    case 'swap':
      return 'swap'
    case 'settings':
      return `settings ${write.mark}`
    default:
      return write.mark
  }
}

/** The name of the write that a task belongs to. */
export function nameOfTask(task: SeenTask): string {
  switch (task.type) {
    case 'indexCreation':
      return `createIndex ${lastingName(task.indexUid)}`
    case 'indexDeletion':
      return `deleteIndex ${lastingName(task.indexUid)}`
    case 'indexSwap':
      return 'swap'
    case 'settingsUpdate':
      return `settings ${task.details?.stopWords?.[0]}`
    default:
      return task.customMetadata ?? 'nothing'
  }
}

/** A swap renames the index in older tasks too, as the interface wants it. */
function lastingName(indexUid: string | null): string {
  return indexUid === null || MAIN_INDEXES.includes(indexUid) ? 'main' : indexUid
}

function sharedIds(random: Random): string[] {
  const ids = Array.from({ length: random.below(4) }, () => `shared-${random.below(60)}`)
  return [...new Set(ids)]
}
