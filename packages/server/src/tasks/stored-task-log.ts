// The task log over any storage: what is written in which transaction, and how it is read back. Implementations differ only
// in their storage.

import type { Batch } from './batch.ts'
import type { WaitingFilter } from './batcher.ts'
import type { CatalogueChange } from './catalogue.ts'
import { batchFinder, isBatchVisible, matchesBatch } from './find-batches.ts'
import { taskFinder } from './find-tasks.ts'
import type { LogStorage } from './log-storage.ts'
import { BATCH_NAMES, TASK_NAMES, writeCommit, writeTasks } from './log-writer.ts'
import { collectPage, isOnPage, toPage } from './paging.ts'
import { RenameHistory } from './rename-history.ts'
import { taskBarrierSet, taskIndexSet, taskStatusSet, taskTypeSet } from './set-names.ts'
import { StoredCatalogue } from './stored-catalogue.ts'
import type { Task } from './task.ts'
import type { BatchCommit, BatchPlan, NewTask, RunningBatch, TaskLog } from './task-log.ts'
import type { BatchPage, TaskFilter, TaskPage, TaskQuery, Visibility } from './task-query.ts'
import { hasUid, toUidRanges } from './uid-ranges.ts'
import type { UidRanges } from './uid-ranges.ts'
import { UidSets, eachBit, intersectAny, removeAll } from './uid-sets.ts'

/** Tasks that share one transaction at most, so that the thread is never held for long. */
const APPENDS_PER_TRANSACTION = 1000

/** The record of all plans. */
const PLANS = 'plan'

interface Counters {
  readonly nextTaskUid: number
  readonly nextBatchUid: number
  readonly taskCount: number
}

interface PendingAppend {
  readonly task: NewTask
  readonly resolve: (task: Task) => void
  readonly reject: (error: unknown) => void
}

/** A task log kept in a storage. */
export class StoredTaskLog implements TaskLog {
  readonly catalogue: StoredCatalogue
  readonly #storage: LogStorage
  readonly #sets: UidSets
  readonly #renames: RenameHistory
  readonly #pending: PendingAppend[] = []
  #isAppending = false

  private constructor(storage: LogStorage, catalogue: StoredCatalogue) {
    this.catalogue = catalogue
    this.#storage = storage
    this.#sets = new UidSets(storage.chunks)
    this.#renames = new RenameHistory(storage.records)
  }

  /** `instanceUid` is asked when the storage is new. */
  static async open(storage: LogStorage, instanceUid: () => string): Promise<StoredTaskLog> {
    return new StoredTaskLog(storage, await StoredCatalogue.open(storage, instanceUid))
  }

  append(task: NewTask): Promise<Task> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ task, resolve, reject })
      if (!this.#isAppending) void this.#writePending()
    })
  }

  get(uid: number, running: readonly RunningBatch[]): Task | undefined {
    const stored = this.#storage.tasks.get(uid)
    if (stored === undefined) return undefined
    const task = this.#renames.apply(stored)
    if (task.status !== 'enqueued') return task
    const batch = running.find(({ taskUids }) => hasUid(taskUids, uid))?.batch
    if (batch === undefined) return task
    return { ...task, status: 'processing', batchUid: batch.uid, startedAt: batch.startedAt }
  }

  list(query: TaskQuery, visibility: Visibility, running: readonly RunningBatch[]): TaskPage {
    const finder = taskFinder(this.#source(TASK_NAMES), query, visibility, running)
    const { uids, total } = collectPage(finder, query)
    return toPage(query, uids, { total, get: (uid) => this.get(uid, running) })
  }

  match(filter: TaskFilter, visibility: Visibility, running: readonly RunningBatch[]): UidRanges {
    const finder = taskFinder(this.#source(TASK_NAMES), filter, visibility, running)
    function* uids(): Generator<number, void> {
      for (const chunk of finder.chunks) {
        const found = finder.find(chunk)
        if (found !== null) yield* eachBit(found.listed, chunk)
      }
    }
    return toUidRanges(uids())
  }

  getBatch(uid: number): Batch | undefined {
    return this.#storage.batches.get(uid)
  }

  listBatches(
    query: TaskQuery,
    visibility: Visibility,
    running: readonly RunningBatch[],
  ): BatchPage {
    const finder = batchFinder(this.#source(BATCH_NAMES), query, visibility)
    const { uids, total } = collectPage(finder, query)
    const unstored = running
      .map(({ batch }) => batch)
      .filter((batch) => this.getBatch(batch.uid) === undefined && matchesBatch(batch, query))
    const shown = unstored.filter(
      (batch) => isOnPage(batch.uid, query) && isBatchVisible(batch, visibility),
    )
    const ordered = [...uids, ...shown.map(({ uid }) => uid)].toSorted((a, b) =>
      query.reverse ? a - b : b - a,
    )
    const get = (uid: number): Batch | undefined =>
      shown.find((batch) => batch.uid === uid) ?? this.getBatch(uid)
    return toPage(query, ordered, { total: total + unstored.length, get })
  }

  enqueued({ types, notOf = [] }: WaitingFilter): Iterable<Task> {
    return this.#enqueuedIn(types?.map(taskTypeSet) ?? null, notOf.flatMap(setsOfIndex))
  }

  enqueuedOf(indexUid: string): Iterable<Task> {
    return this.#enqueuedIn(setsOfIndex(indexUid), [])
  }

  get taskCount(): number {
    return this.#counters().taskCount
  }

  get nextTaskUid(): number {
    return this.#counters().nextTaskUid
  }

  get nextBatchUid(): number {
    return this.#counters().nextBatchUid
  }

  get plans(): readonly BatchPlan[] {
    const stored = this.#storage.records.get(PLANS) as readonly BatchPlan[] | BatchPlan | undefined
    // there was only ever one when it was written bare
    return stored === undefined ? [] : [stored].flat()
  }

  async beginBatch(plan: BatchPlan, catalogue: readonly CatalogueChange[]): Promise<void> {
    await this.#storage.transaction(() => {
      this.#forgetPlan(plan.batchUid)
      const plans = [...this.plans, plan].toSorted((a, b) => a.batchUid - b.batchUid)
      this.#storage.records.put(PLANS, plans)
      this.catalogue.write(catalogue)
    })
  }

  async abandonBatch(batchUid: number): Promise<void> {
    if (!this.plans.some((plan) => plan.batchUid === batchUid)) return
    await this.#storage.transaction(() => this.#forgetPlan(batchUid))
  }

  async finishBatch(commit: BatchCommit): Promise<void> {
    await this.#storage.transaction(() => {
      const deletedCount = writeCommit(this.#storage, this.#renames, commit)
      this.catalogue.write(commit.catalogue)
      this.#forgetPlan(commit.batch.uid)
      const { nextTaskUid, nextBatchUid, taskCount } = this.#counters()
      this.#writeCounters({
        nextTaskUid,
        nextBatchUid: Math.max(nextBatchUid, commit.batch.uid + 1),
        taskCount: taskCount - deletedCount,
      })
    })
    this.#renames.reload()
  }

  payloadNames(): Set<string> {
    const names = new Set<string>()
    for (const { content } of this.enqueued({ types: ['documentAdditionOrUpdate'] })) {
      if (content.kind === 'documentAddition') names.add(content.payload)
    }
    return names
  }

  usedBytes(): number {
    return this.#storage.usedBytes()
  }

  close(): Promise<void> {
    return this.#storage.close()
  }

  // One transaction at a time: what arrives while it is made durable goes together into the next one.
  async #writePending(): Promise<void> {
    this.#isAppending = true
    while (this.#pending.length > 0) {
      const group = this.#pending.splice(0, APPENDS_PER_TRANSACTION)
      try {
        const tasks = await this.#storage.transaction(() => this.#appendGroup(group))
        for (const [i, { resolve }] of group.entries()) resolve(tasks[i]!)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#isAppending = false
  }

  #appendGroup(group: readonly PendingAppend[]): Task[] {
    const counters = this.#counters()
    const tasks = group.map(({ task }, i) => enqueuedTask(task, counters.nextTaskUid + i))
    writeTasks(this.#storage, tasks)
    this.#writeCounters({
      ...counters,
      nextTaskUid: counters.nextTaskUid + tasks.length,
      taskCount: counters.taskCount + tasks.length,
    })
    return tasks
  }

  // In one of the sets, if any are named, and in none of the others.
  *#enqueuedIn(names: readonly string[] | null, others: readonly string[]): Generator<Task, void> {
    const enqueued = taskStatusSet('enqueued')
    for (const chunk of this.#sets.chunks(enqueued)) {
      const words = this.#sets.read(enqueued, chunk)
      if (words === null) continue
      if (names !== null) {
        const sources = names.map((name) => this.#sets.read(name, chunk))
        intersectAny(words, sources)
      }
      for (const name of others) {
        const found = this.#sets.read(name, chunk)
        if (found !== null) removeAll(words, found)
      }
      for (const uid of eachBit(words, chunk)) {
        const task = this.get(uid, [])
        if (task !== undefined) yield task
      }
    }
  }

  #forgetPlan(batchUid: number): void {
    const others = this.plans.filter((plan) => plan.batchUid !== batchUid)
    if (others.length === 0) this.#storage.records.remove(PLANS)
    else this.#storage.records.put(PLANS, others)
  }

  #source(names: string): Parameters<typeof taskFinder>[0] {
    const { records } = this.#storage
    return {
      storage: this.#storage,
      sets: this.#sets,
      indexUids: () => records.keys(names).map((key) => key.slice(names.length)),
    }
  }

  #counters(): Counters {
    const stored = this.#storage.records.get('counters') as Counters | undefined
    return stored ?? { nextTaskUid: 0, nextBatchUid: 0, taskCount: 0 }
  }

  #writeCounters(counters: Counters): void {
    this.#storage.records.put('counters', counters)
  }
}

/** Tasks of an index, and those that touch it besides others. */
function setsOfIndex(indexUid: string): string[] {
  return [taskIndexSet(indexUid), taskBarrierSet(indexUid)]
}

function enqueuedTask(task: NewTask, uid: number): Task {
  return {
    uid,
    batchUid: null,
    indexUid: task.indexUid,
    status: 'enqueued',
    content: task.content,
    canceledBy: null,
    result: {},
    error: null,
    enqueuedAt: task.enqueuedAt,
    startedAt: null,
    finishedAt: null,
    customMetadata: task.customMetadata,
  }
}
