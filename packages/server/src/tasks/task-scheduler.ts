// The scheduler over a task log and an engine. One loop, and one batch at a time that works; those that wait for embedders
// have let others go on. What runs is known only here and laid over what the log holds; the log learns of a batch when it
// ends, in one transaction.

import { setTimeout as delay } from 'node:timers/promises'
import type { Engine } from '@sextant/engine'
import { ActiveBatch } from './active-batch.ts'
import { makeBatch } from './batch.ts'
import type { Batch, PresentedProgress } from './batch.ts'
import { chooseBatch, payloadBytesOf } from './batcher.ts'
import type { BatchKind, ChosenBatch, IndexFacts } from './batcher.ts'
import { embeddingIndexes } from './embedding-indexes.ts'
import { isBatchVisible } from './find-batches.ts'
import { failAll } from './handlers/handler.ts'
import type { BatchHandler, BatchOutcome, TaskOutcome } from './handlers/handler.ts'
import { HANDLERS } from './handlers/registry.ts'
import { formatInstant } from './instant.ts'
import type { Clock, Instant } from './instant.ts'
import type { PayloadStore } from './payload-store.ts'
import { DEFAULT_QUEUE_LIMITS } from './queue-limits.ts'
import type { QueueLimits } from './queue-limits.ts'
import { QueueFullError } from './scheduler.ts'
import type { RegisterOptions, Scheduler, TaskSelection } from './scheduler.ts'
import { openIndexes } from './start-up.ts'
import type { Task, TaskContent } from './task.ts'
import { isAbortError, toTaskError } from './task-error.ts'
import type { BatchCommit, TaskLog } from './task-log.ts'
import { NO_FILTER } from './task-query.ts'
import type { BatchPage, TaskPage, TaskQuery, Visibility } from './task-query.ts'
import { Turn } from './turn.ts'
import { countUids, eachUid, hasUid, toUidRanges } from './uid-ranges.ts'
import type { UidRanges } from './uid-ranges.ts'

export interface SchedulerOptions {
  readonly log: TaskLog
  readonly engine: Engine
  readonly payloads: PayloadStore
  readonly clock: Clock
  /** Names for new indexes, never the same twice. */
  readonly randomIndexId: () => string
  readonly limits?: Partial<QueueLimits>
  /** Handlers of further kinds (dumps, snapshots), laid over the built-in ones. */
  readonly handlers?: Partial<Record<BatchKind, BatchHandler>>
  /** Told of what went wrong outside of any task. */
  readonly onError?: (error: unknown, doing: string) => void
}

/** What makes a batch the one that it is. */
interface BatchFacts {
  readonly batchUid: number
  readonly startedAt: Instant
}

/** How often the queue is looked at while more is expected. */
const GATHER_EVERY_MS = 5

/** A scheduler that is not started yet. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  return new TaskScheduler(options)
}

class TaskScheduler implements Scheduler {
  readonly #options: SchedulerOptions
  readonly #log: TaskLog
  readonly #limits: QueueLimits
  readonly #listeners = new Set<(tasks: readonly Task[], batch: Batch) => void>()
  readonly #stop = new AbortController()
  readonly #turn = new Turn()
  /** Batches under way, with what resolves when they have ended. */
  readonly #active = new Map<ActiveBatch, Promise<void>>()
  #hasNews = false
  #onNews: (() => void) | null = null
  #work: Promise<void> | null = null
  #isStarted = false

  constructor(options: SchedulerOptions) {
    this.#options = options
    this.#log = options.log
    this.#limits = { ...DEFAULT_QUEUE_LIMITS, ...options.limits }
  }

  async start(): Promise<void> {
    const { engine, payloads } = this.#options
    await openIndexes(this.#log.catalogue, engine)
    await payloads.sweep(this.#log.payloadNames())
    await this.#finishInterrupted()
    this.#isStarted = true
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    for (const { abort } of this.#active.keys()) abort.abort()
    this.#tell()
    await this.#work
  }

  async register(content: TaskContent, options: RegisterOptions): Promise<Task> {
    const isRelief = content.kind === 'taskCancelation' || content.kind === 'taskDeletion'
    if (!(isRelief && content.taskUids.length > 0)) this.#refuseWhenFull()
    const task = await this.#log.append({
      indexUid: options.indexUid,
      content,
      enqueuedAt: this.#options.clock(),
      customMetadata: options.customMetadata ?? null,
    })
    this.#wake()
    return task
  }

  async cancel(selection: TaskSelection): Promise<Task> {
    const task = await this.#select('taskCancelation', selection)
    const { content } = task
    if (content.kind === 'taskCancelation') this.#interrupt(content.taskUids)
    return task
  }

  deleteTasks(selection: TaskSelection): Promise<Task> {
    return this.#select('taskDeletion', selection)
  }

  listTasks(query: TaskQuery, visibility: Visibility): TaskPage {
    return this.#log.list(query, visibility, this.#running())
  }

  getTask(uid: number, visibility: Visibility): Task | undefined {
    const task = this.#log.get(uid, this.#running())
    if (task === undefined || visibility === null) return task
    return task.indexUid !== null && visibility(task.indexUid) ? task : undefined
  }

  listBatches(query: TaskQuery, visibility: Visibility): BatchPage {
    return this.#log.listBatches(query, visibility, this.#running())
  }

  getBatch(uid: number, visibility: Visibility): Batch | undefined {
    const batch = this.#log.getBatch(uid) ?? this.#activeOf(uid)?.batch
    return batch !== undefined && isBatchVisible(batch, visibility) ? batch : undefined
  }

  progressOf(batchUid: number): PresentedProgress | null {
    if (this.#log.getBatch(batchUid) !== undefined) return null
    return this.#activeOf(batchUid)?.progress.present() ?? null
  }

  isIndexing(indexUid: string): boolean {
    return this.#running().some(({ indexUids }) => indexUids.has(indexUid))
  }

  async waitIdle(): Promise<void> {
    while (this.#work !== null) await this.#work
  }

  onBatchFinished(listener: (tasks: readonly Task[], batch: Batch) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #select(
    kind: 'taskCancelation' | 'taskDeletion',
    { filter, originalFilter, visibility }: TaskSelection,
  ): Promise<Task> {
    const taskUids = this.#log.match(filter, visibility, this.#running())
    return this.register({ kind, originalFilter, taskUids }, { indexUid: null })
  }

  #refuseWhenFull(): void {
    if (this.#log.usedBytes() < this.#limits.logBytesMax) return
    throw new QueueFullError(
      `The task queue has reached its limit of ${this.#limits.logBytesMax} bytes. Delete finished tasks to make room.`,
    )
  }

  #running(): ActiveBatch[] {
    return [...this.#active.keys()].filter(({ isWritten }) => !isWritten)
  }

  #activeOf(batchUid: number): ActiveBatch | undefined {
    return this.#running().find(({ batch }) => batch.uid === batchUid)
  }

  // True: a batch that holds one of the tasks is still under way.
  #interrupt(taskUids: UidRanges): boolean {
    const concerned = this.#running().filter((active) =>
      [...eachUid(active.taskUids)].some((uid) => hasUid(taskUids, uid)),
    )
    for (const { abort } of concerned) abort.abort()
    return concerned.length > 0
  }

  #wake(): void {
    const isPaused = !this.#isStarted || this.#limits.tasksPerBatchMax === 0
    if (isPaused || this.#stop.signal.aborted) return
    this.#tell()
    if (this.#work !== null) return
    this.#work = this.#workThroughQueue().finally(() => {
      this.#work = null
      // a task may have come between the last look at the queue and now
      if (!this.#stop.signal.aborted && this.#next() !== null) this.#wake()
    })
  }

  async #workThroughQueue(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#turn.take()
      this.#hasNews = false
      const found = await this.#startNext().catch((error: unknown) => {
        this.#report(error, 'working through the queue')
        return 'failure' as const
      })
      // otherwise the batch has the turn
      if (found !== 'batch') this.#turn.give()
      if (found === 'failure') await this.#pause(this.#limits.retryDelayMs)
      else if (found === 'gathering') await this.#pause(GATHER_EVERY_MS)
      else if (found === 'nothing') {
        if (this.#active.size === 0) return
        if (!this.#hasNews) await new Promise<void>((resolve) => (this.#onNews = resolve))
      }
    }
    await Promise.all(this.#active.values())
  }

  async #startNext(): Promise<'batch' | 'gathering' | 'nothing'> {
    await this.#deleteOldTasks()
    if (this.#stop.signal.aborted) return 'nothing'
    const chosen = this.#next()
    if (chosen === null) return 'nothing'
    if (this.#isGathering(chosen)) return 'gathering'
    const uids = this.#running().map(({ batch }) => batch.uid + 1)
    const batchUid = Math.max(this.#log.nextBatchUid, ...uids)
    void this.#start(chosen, { batchUid, startedAt: this.#options.clock() })
    return 'batch'
  }

  // A task has come, or a batch has ended: there may be something to do.
  #tell(): void {
    this.#hasNews = true
    this.#onNews?.()
    this.#onNews = null
  }

  #next(): ChosenBatch | null {
    const { tasksPerBatchMax: tasksMax, payloadBytesPerBatchMax: payloadBytesMax } = this.#limits
    const busy = this.#running().flatMap(({ indexUids }) => [...indexUids])
    const spareCount = this.#limits.batchesMax - this.#active.size
    // as many wait as may: what cannot have to wait goes on
    if (spareCount <= 0) busy.push(...embeddingIndexes(this.#log, this.#options.engine))
    const limits = { tasksMax, payloadBytesMax }
    const chosen = chooseBatch(this.#log, (uid) => this.#factsOf(uid), limits, busy)
    if (chosen === null) return null
    const content = chosen.tasks[0]?.content
    // what it cancels has to let go first
    if (content?.kind === 'taskCancelation' && this.#interrupt(content.taskUids)) return null
    return chosen.indexUid !== null && spareCount < 0 ? null : chosen
  }

  // Large payloads come one after another: applied together they make one segment instead of several, and receiving them
  // does not have to share the machine with indexing the first.
  #isGathering({ kind, tasks }: ChosenBatch): boolean {
    const { bulkPayloadBytes, bulkPauseMs, bulkHoldMsMax, bulkBatchBytes } = this.#limits
    const [first, last] = [tasks[0]!, tasks.at(-1)!]
    if (kind !== 'documents' || payloadBytesOf(last) < bulkPayloadBytes) return false
    const now = this.#options.clock()
    if (now - first.enqueuedAt > bulkHoldMsMax * 1000) return false
    if (tasks.reduce((sum, task) => sum + payloadBytesOf(task), 0) > bulkBatchBytes) return false
    return this.#options.payloads.isReceiving || now - last.enqueuedAt < bulkPauseMs * 1000
  }

  #factsOf(uid: string): IndexFacts {
    const entry = this.#log.catalogue.getIndex(uid)
    if (entry === undefined) return { exists: false, primaryKey: null }
    return { exists: true, primaryKey: this.#options.engine.describe(entry.indexId).primaryKey }
  }

  // The caller has the turn, and passes it on to the batch. Resolves when the batch has ended.
  #start(chosen: ChosenBatch, facts: BatchFacts): Promise<void> {
    const { clock } = this.#options
    const { embedderPatienceMs: patienceMs } = this.#limits
    const active = new ActiveBatch(chosen, { ...facts, clock, turn: this.#turn, patienceMs })
    const ended = this.#run(chosen, active)
      .catch(async (error: unknown) => {
        this.#report(error, 'working through the queue')
        await this.#pause(this.#limits.retryDelayMs)
      })
      .finally(() => {
        this.#active.delete(active)
        active.end()
        this.#tell()
      })
    this.#active.set(active, ended)
    return ended
  }

  async #run(chosen: ChosenBatch, active: ActiveBatch): Promise<void> {
    const outcome = await this.#apply(chosen, active)
    if (outcome === null) return
    active.progress.startWriting()
    const commit = this.#toCommit(outcome, active, chosen)
    if (!(await this.#write(commit))) return
    active.isWritten = true
    await this.#cleanUp(commit.tasks, outcome.droppedIndexIds ?? [])
    for (const listener of this.#listeners) listener(commit.tasks, commit.batch)
  }

  // Null: interrupted, nothing was applied and its tasks wait again.
  async #apply(chosen: ChosenBatch, active: ActiveBatch): Promise<BatchOutcome | null> {
    const { log, engine, payloads, clock, randomIndexId, handlers } = this.#options
    const handler = handlers?.[chosen.kind] ?? HANDLERS[chosen.kind]
    if (handler === undefined) {
      const message = `This server does not know how to do ${chosen.kind}.`
      return failAll(chosen, { code: 'internal', message })
    }
    const { progress, abort, batch } = active
    const onWait = (): (() => Promise<void>) => active.wait()
    const facts = { batchUid: batch.uid, startedAt: batch.startedAt, signal: abort.signal }
    const context = { log, engine, payloads, clock, randomIndexId, progress, onWait, ...facts }
    try {
      return await handler(chosen, context)
    } catch (error) {
      if (!isAbortError(error) || !abort.signal.aborted) {
        this.#report(error, `applying batch ${batch.uid}`)
        return failAll(chosen, toTaskError(error))
      }
      await log
        .abandonBatch(batch.uid)
        .catch((cause: unknown) => this.#report(cause, 'abandoning a batch'))
      return null
    }
  }

  #toCommit(outcome: BatchOutcome, active: ActiveBatch, { strategy }: ChosenBatch): BatchCommit {
    const { uid, startedAt } = active.batch
    const finishedAt = this.#options.clock()
    const stamp = ({ task, ...end }: TaskOutcome): Task => {
      return { ...task, ...end, batchUid: uid, startedAt, finishedAt }
    }
    const tasks = outcome.outcomes.map(stamp).toSorted((a, b) => a.uid - b.uid)
    const progressTrace = active.progress.trace()
    const { embedderRequests } = active.progress
    const facts = { uid, startedAt, finishedAt, strategy, progressTrace, embedderRequests }
    return {
      batch: makeBatch(tasks, facts),
      tasks,
      catalogue: outcome.catalogue ?? [],
      deletedTaskUids: outcome.deletedTaskUids ?? [],
      renames: outcome.renames ?? null,
    }
  }

  // The index may hold the batch already, so its end is written however often it takes. False: stopped before that; the plan
  // in the log lets the next start finish it.
  async #write(commit: BatchCommit): Promise<boolean> {
    for (;;) {
      try {
        await this.#log.finishBatch(commit)
        return true
      } catch (error) {
        this.#report(error, `writing the end of batch ${commit.batch.uid}`)
        if (this.#stop.signal.aborted) return false
        await this.#pause(this.#limits.retryDelayMs)
      }
    }
  }

  // Ends early when the scheduler is stopped.
  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }

  // Leftovers of a failure here are swept at the next start.
  async #cleanUp(tasks: readonly Task[], droppedIndexIds: readonly string[]): Promise<void> {
    const { engine, payloads } = this.#options
    try {
      for (const { content } of tasks) {
        if (content.kind === 'documentAddition') await payloads.remove(content.payload)
      }
      for (const indexId of droppedIndexIds) await engine.deleteIndex(indexId)
    } catch (error) {
      this.#report(error, 'removing files that are no longer needed')
    }
  }

  // Where the index already holds the planned batch, only its end is missing. Otherwise its tasks simply wait again.
  async #finishInterrupted(): Promise<void> {
    const { engine } = this.#options
    for (const plan of this.#log.plans) {
      const isKnown = this.#log.catalogue.getIndex(plan.indexUid)?.indexId === plan.indexId
      if (!isKnown || engine.describe(plan.indexId).lastBatchUid < plan.batchUid) {
        await this.#log.abandonBatch(plan.batchUid)
        continue
      }
      const { kind, indexUid, strategy } = plan
      const tasks = [...eachUid(plan.taskUids)].map((uid) => this.#log.get(uid, [])!)
      await this.#turn.take()
      await this.#start({ kind, tasks, indexUid, strategy }, plan)
    }
  }

  async #deleteOldTasks(): Promise<void> {
    if (this.#log.taskCount < this.#limits.taskCountMax) return
    const [waiting] = this.#log.enqueued({ types: ['taskDeletion'] })
    if (waiting !== undefined) return
    const filter = { ...NO_FILTER, statuses: ['succeeded', 'failed', 'canceled'] as const }
    const uids: number[] = []
    for (const uid of eachUid(this.#log.match(filter, null, []))) {
      if (uids.push(uid) === this.#limits.autoDeletionCount) break
    }
    const taskUids = toUidRanges(uids)
    if (countUids(taskUids) < 2) return
    const before = formatInstant(this.#log.get(uids.at(-1)!, [])!.enqueuedAt)
    const originalFilter = `?beforeEnqueuedAt=${before}&statuses=succeeded,failed,canceled`
    const content = { kind: 'taskDeletion', originalFilter, taskUids } as const
    const enqueuedAt = this.#options.clock()
    await this.#log.append({ indexUid: null, content, enqueuedAt, customMetadata: null })
  }

  #report(error: unknown, doing: string): void {
    this.#options.onError?.(error, doing)
  }
}
