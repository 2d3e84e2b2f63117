// Chooses what to do next: which task comes first, and which tasks of the same index may be applied together with it. A pure
// function of the queue, so that every rule can be tested without a database.

import { additionKeyRule } from './primary-key-rule.ts'
import type { KeyState } from './primary-key-rule.ts'
import { taskType, touchedIndexes } from './task.ts'
import type { Task, TaskType } from './task.ts'

/** What a batch does as a whole. */
export type BatchKind =
  | 'documents'
  | 'deletions'
  | 'clear'
  | 'settings'
  | 'clearAndSettings'
  | 'indexDeletion'
  | Exclude<TaskType, 'documentAdditionOrUpdate' | 'documentDeletion' | 'settingsUpdate'>

export interface ChosenBatch {
  readonly kind: BatchKind
  /** By ascending uid. */
  readonly tasks: readonly Task[]
  /** The index that it changes; null for global tasks. */
  readonly indexUid: string | null
  /** Why it stopped growing, for people. */
  readonly strategy: string
}

/** Which waiting tasks are meant. */
export interface WaitingFilter {
  readonly types?: readonly TaskType[]
  /** Without those that touch one of these indexes. */
  readonly notOf?: readonly string[]
}

/** Waiting tasks, each list by ascending uid. */
export interface Queue {
  enqueued(filter: WaitingFilter): Iterable<Task>
  enqueuedOf(indexUid: string): Iterable<Task>
}

export interface IndexFacts {
  readonly exists: boolean
  readonly primaryKey: string | null
}

export interface BatchLimits {
  readonly tasksMax: number
  readonly payloadBytesMax: number
}

/** Types that jump the queue, most urgent first, and whether all of them go together. */
const URGENT: readonly { readonly type: TaskType; readonly take: 'newest' | 'oldest' | 'all' }[] = [
  { type: 'taskCancelation', take: 'newest' },
  { type: 'upgradeDatabase', take: 'all' },
  { type: 'taskDeletion', take: 'all' },
  { type: 'indexCompaction', take: 'oldest' },
  { type: 'export', take: 'oldest' },
  { type: 'snapshotCreation', take: 'all' },
  { type: 'dumpCreation', take: 'oldest' },
]

/** Types that may touch several indexes. */
const BARRIERS: readonly TaskType[] = ['indexSwap', 'indexUpdate']

/** The next batch, or null when nothing can be done. Nothing is chosen that touches an index of `busy`. */
export function chooseBatch(
  queue: Queue,
  factsOf: (indexUid: string) => IndexFacts,
  limits: BatchLimits,
  busy: readonly string[] = [],
): ChosenBatch | null {
  for (const { type, take } of URGENT) {
    const waiting = [...queue.enqueued({ types: [type] })]
    if (waiting.length === 0) continue
    const tasks = take === 'all' ? waiting : [take === 'newest' ? waiting.at(-1)! : waiting[0]!]
    return { kind: type as BatchKind, tasks, indexUid: null, strategy: `took ${take} of ${type}` }
  }
  const first = findFirst(queue, busy)
  if (first === undefined) return null
  if (first.indexUid === null) return alone(first)
  return growBatch(first, queue.enqueuedOf(first.indexUid), {
    facts: factsOf(first.indexUid),
    limits,
  })
}

// The first task that no earlier one stands in the way of. A swap that has to wait for a busy index holds up what comes after
// it in all of its indexes.
function findFirst(queue: Queue, busy: readonly string[]): Task | undefined {
  const heldFrom = new Map(busy.map((indexUid) => [indexUid, -1]))
  const isHeld = (task: Task): boolean =>
    touchedIndexes(task).some((indexUid) => (heldFrom.get(indexUid) ?? Infinity) < task.uid)
  if (busy.length > 0) {
    for (const task of queue.enqueued({ types: BARRIERS })) {
      if (!isHeld(task)) continue
      for (const indexUid of touchedIndexes(task)) {
        heldFrom.set(indexUid, Math.min(task.uid, heldFrom.get(indexUid) ?? Infinity))
      }
    }
  }
  for (const task of queue.enqueued({ notOf: busy })) if (!isHeld(task)) return task
  return undefined
}

type Step = 'add' | 'deleteIds' | 'deleteFilter' | 'clear' | 'settings' | 'deleteIndex' | 'alone'

interface State extends KeyState {
  readonly kind: BatchKind
  readonly hasFilterDeletion: boolean
  /** A task of the batch may create the index. */
  readonly mayCreate: boolean
}

// Row: the batch so far; column: the next task; value: what the batch becomes. Missing: the batch stops before the task.
const TRANSITIONS: Partial<Record<BatchKind, Partial<Record<Step, BatchKind>>>> = {
  documents: {
    add: 'documents',
    deleteIds: 'documents',
    clear: 'clear',
    deleteIndex: 'indexDeletion',
  },
  deletions: {
    add: 'documents',
    deleteIds: 'deletions',
    deleteFilter: 'deletions',
    clear: 'clear',
    deleteIndex: 'indexDeletion',
  },
  clear: {
    deleteIds: 'clear',
    deleteFilter: 'clear',
    clear: 'clear',
    deleteIndex: 'indexDeletion',
  },
  settings: {
    clear: 'clearAndSettings',
    settings: 'settings',
    deleteIndex: 'indexDeletion',
  },
  clearAndSettings: {
    deleteIds: 'clearAndSettings',
    deleteFilter: 'clearAndSettings',
    clear: 'clearAndSettings',
    settings: 'clearAndSettings',
    deleteIndex: 'indexDeletion',
  },
}

const FIRST_KIND: Partial<Record<Step, BatchKind>> = {
  add: 'documents',
  deleteIds: 'deletions',
  deleteFilter: 'deletions',
  clear: 'clear',
  settings: 'settings',
}

function growBatch(
  first: Task,
  candidates: Iterable<Task>,
  { facts, limits }: { facts: IndexFacts; limits: BatchLimits },
): ChosenBatch {
  const kind = FIRST_KIND[stepOf(first)]
  if (kind === undefined) return alone(first)
  const fresh = { kind, requestedKey: null, isKeyPending: false, hasFilterDeletion: false }
  let state = advance({ ...fresh, mayCreate: false }, first, kind)
  const tasks = [first]
  const end = (strategy: string): ChosenBatch => ({
    kind: state.kind,
    tasks,
    indexUid: first.indexUid,
    strategy,
  })
  // it can only fail: alone, so that nothing else fails with it
  if (additionKeyRule(first, { requestedKey: null, isKeyPending: false }, facts) !== null) {
    return end(`task ${first.uid} names another primary key than its index`)
  }
  let payloadBytes = payloadBytesOf(first)
  for (const task of candidates) {
    if (task.uid <= first.uid) continue
    if (tasks.length >= limits.tasksMax) return end(`reached ${limits.tasksMax} tasks`)
    const reason = reasonToStop(state, task, facts)
    if (reason !== null) return end(`stopped before task ${task.uid}: ${reason}`)
    payloadBytes += payloadBytesOf(task)
    if (payloadBytes > limits.payloadBytesMax) {
      return end(`stopped before task ${task.uid}: reached ${limits.payloadBytesMax} bytes`)
    }
    state = advance(state, task, TRANSITIONS[state.kind]![stepOf(task)]!)
    tasks.push(task)
    if (state.kind === 'indexDeletion') return end(`task ${task.uid} deletes the index`)
  }
  return end('took every waiting task of the index')
}

function reasonToStop(state: State, task: Task, facts: IndexFacts): string | null {
  const step = stepOf(task)
  const type = taskType(task.content)
  if (TRANSITIONS[state.kind]?.[step] === undefined) return `${type} does not go with ${state.kind}`
  if (step !== 'add' && step !== 'settings') return null
  // deletions by filter take additions along whatever they may create, as in the reference
  const isLenient = state.kind === 'deletions' && state.hasFilterDeletion
  if (!facts.exists && !isLenient && !state.mayCreate && mayCreateIndex(task)) {
    return 'it may create the index, the tasks before it may not'
  }
  return additionKeyRule(task, state, facts)
}

function advance(state: State, task: Task, kind: BatchKind): State {
  const { content } = task
  const isAddition = content.kind === 'documentAddition'
  const key = isAddition ? content.primaryKey : null
  return {
    kind,
    requestedKey: state.requestedKey ?? key,
    isKeyPending: state.isKeyPending || (isAddition && key === null && state.requestedKey === null),
    hasFilterDeletion: state.hasFilterDeletion || content.kind === 'documentDeletionByFilter',
    mayCreate: state.mayCreate || mayCreateIndex(task),
  }
}

/** Whether applying the task makes the index when it is missing. */
export function mayCreateIndex({ content }: Task): boolean {
  if (content.kind === 'documentAddition') return content.allowIndexCreation
  return content.kind === 'settings' && content.allowIndexCreation && !content.isReset
}

function stepOf({ content }: Task): Step {
  switch (content.kind) {
    case 'documentAddition':
      return 'add'
    case 'documentDeletionByIds':
      return 'deleteIds'
    case 'documentDeletionByFilter':
      return 'deleteFilter'
    case 'documentClear':
      return 'clear'
    case 'settings':
      return 'settings'
    case 'indexDeletion':
      return 'deleteIndex'
    default:
      return 'alone'
  }
}

function alone(task: Task): ChosenBatch {
  const type = taskType(task.content)
  return {
    kind: type as BatchKind,
    tasks: [task],
    indexUid: task.indexUid,
    strategy: `task ${task.uid} of type ${type} is always applied alone`,
  }
}

/** Bytes of the documents that come with a task. */
export function payloadBytesOf({ content }: Task): number {
  return content.kind === 'documentAddition' ? content.payloadBytes : 0
}
