// The scheduler over a task log and an engine. One loop, one batch at a time. What runs is known only here and laid over
// what the log holds; the log learns of a batch when it ends, in one transaction.

import { setTimeout as delay } from 'node:timers/promises'
import type { Engine } from '@sextant/engine'
import { makeBatch } from './batch.ts'
import type { Batch, PresentedProgress } from './batch.ts'
import { chooseBatch, payloadBytesOf } from './batcher.ts'
import type { BatchKind, ChosenBatch, IndexFacts } from './batcher.ts'
import { isBatchVisible } from './find-batches.ts'
import { failAll } from './handlers/handler.ts'
import type { BatchHandler, BatchOutcome, TaskOutcome } from './handlers/handler.ts'
import { HANDLERS } from './handlers/registry.ts'
import { formatInstant } from './instant.ts'
import type { Clock, Instant } from './instant.ts'
import type { PayloadStore } from './payload-store.ts'
import { Progress } from './progress.ts'
import { DEFAULT_QUEUE_LIMITS } from './queue-limits.ts'
import type { QueueLimits } from './queue-limits.ts'
import { QueueFullError } from './scheduler.ts'
import type { RegisterOptions, Scheduler, TaskSelection } from './scheduler.ts'
import { openIndexes } from './start-up.ts'
import { touchedIndexes } from './task.ts'
import type { Task, TaskContent } from './task.ts'
import { isAbortError, toTaskError } from './task-error.ts'
import type { BatchCommit, RunningBatch, TaskLog } from './task-log.ts'
import { NO_FILTER } from './task-query.ts'
import type { BatchPage, TaskPage, TaskQuery, Visibility } from './task-query.ts'
import { countUids, eachUid, hasUid, toUidRanges } from './uid-ranges.ts'

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

interface Running extends RunningBatch {
  readonly progress: Progress
  readonly abort: AbortController
  readonly indexUids: ReadonlySet<string>
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
  #running: Running | null = null
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
    this.#running?.abort.abort()
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
    const running = this.#running
    if (content.kind === 'taskCancelation' && running !== null) {
      for (const uid of eachUid(running.taskUids)) {
        if (hasUid(content.taskUids, uid)) running.abort.abort()
      }
    }
    return task
  }

  deleteTasks(selection: TaskSelection): Promise<Task> {
    return this.#select('taskDeletion', selection)
  }

  listTasks(query: TaskQuery, visibility: Visibility): TaskPage {
    return this.#log.list(query, visibility, this.#running)
  }

  getTask(uid: number, visibility: Visibility): Task | undefined {
    const task = this.#log.get(uid, this.#running)
    if (task === undefined || visibility === null) return task
    return task.indexUid !== null && visibility(task.indexUid) ? task : undefined
  }

  listBatches(query: TaskQuery, visibility: Visibility): BatchPage {
    return this.#log.listBatches(query, visibility, this.#running)
  }

  getBatch(uid: number, visibility: Visibility): Batch | undefined {
    const running = this.#running?.batch
    const batch = this.#log.getBatch(uid) ?? (running?.uid === uid ? running : undefined)
    return batch !== undefined && isBatchVisible(batch, visibility) ? batch : undefined
  }

  progressOf(batchUid: number): PresentedProgress | null {
    const running = this.#running
    const isRunning = running?.batch.uid === batchUid && !this.#log.getBatch(batchUid)
    return isRunning ? running.progress.present() : null
  }

  isIndexing(indexUid: string): boolean {
    return this.#running?.indexUids.has(indexUid) ?? false
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
    const taskUids = this.#log.match(filter, visibility, this.#running)
    return this.register({ kind, originalFilter, taskUids }, { indexUid: null })
  }

  #refuseWhenFull(): void {
    if (this.#log.usedBytes() < this.#limits.logBytesMax) return
    throw new QueueFullError(
      `The task queue has reached its limit of ${this.#limits.logBytesMax} bytes. Delete finished tasks to make room.`,
    )
  }

  #wake(): void {
    const isPaused = !this.#isStarted || this.#limits.tasksPerBatchMax === 0
    if (isPaused || this.#work !== null || this.#stop.signal.aborted) return
    this.#work = this.#workThroughQueue()
      .catch(async (error: unknown) => {
        this.#report(error, 'working through the queue')
        await this.#pause()
      })
      .finally(() => {
        this.#work = null
        // a task may have come between the last look at the queue and now
        if (!this.#stop.signal.aborted && this.#next() !== null) this.#wake()
      })
  }

  async #workThroughQueue(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#deleteOldTasks()
      const batch = this.#next()
      if (batch === null) return
      if (this.#isGathering(batch)) {
        await delay(GATHER_EVERY_MS, undefined, { signal: this.#stop.signal }).catch(
          () => undefined,
        )
        continue
      }
      await this.#run(batch, {
        batchUid: this.#log.nextBatchUid,
        startedAt: this.#options.clock(),
      })
    }
  }

  #next(): ChosenBatch | null {
    const { tasksPerBatchMax: tasksMax, payloadBytesPerBatchMax: payloadBytesMax } = this.#limits
    return chooseBatch(this.#log, (uid) => this.#factsOf(uid), { tasksMax, payloadBytesMax })
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

  async #run(chosen: ChosenBatch, facts: { batchUid: number; startedAt: Instant }): Promise<void> {
    const running = this.#begin(chosen, facts)
    this.#running = running
    try {
      const outcome = await this.#apply(chosen, running)
      if (outcome === null) return
      running.progress.startWriting()
      const commit = this.#toCommit(outcome, running, chosen)
      if (!(await this.#write(commit))) return
      this.#running = null
      await this.#cleanUp(commit.tasks, outcome.droppedIndexIds ?? [])
      for (const listener of this.#listeners) listener(commit.tasks, commit.batch)
    } finally {
      this.#running = null
    }
  }

  #begin(chosen: ChosenBatch, facts: { batchUid: number; startedAt: Instant }): Running {
    const { batchUid: uid, startedAt } = facts
    const active = { status: 'processing', batchUid: uid, startedAt } as const
    const tasks = chosen.tasks.map((task) => ({ ...task, ...active }))
    const { strategy } = chosen
    const progress = new Progress(this.#options.clock)
    const batch = makeBatch(tasks, { uid, startedAt, finishedAt: null, strategy })
    return {
      // calls to embedding servers are counted while it runs
      get batch() {
        const { embedderRequests } = progress
        if (embedderRequests === null) return batch
        return { ...batch, stats: { ...batch.stats, embedderRequests } }
      },
      taskUids: toUidRanges(tasks.map((task) => task.uid)),
      progress,
      abort: new AbortController(),
      indexUids: new Set(tasks.flatMap(touchedIndexes)),
    }
  }

  // Null: interrupted, nothing was applied and its tasks wait again.
  async #apply(chosen: ChosenBatch, running: Running): Promise<BatchOutcome | null> {
    const { log, engine, payloads, clock, randomIndexId, handlers } = this.#options
    const handler = handlers?.[chosen.kind] ?? HANDLERS[chosen.kind]
    if (handler === undefined) {
      const message = `This server does not know how to do ${chosen.kind}.`
      return failAll(chosen, { code: 'internal', message })
    }
    const { progress, abort, batch } = running
    const facts = { batchUid: batch.uid, startedAt: batch.startedAt, signal: abort.signal }
    const context = { log, engine, payloads, clock, randomIndexId, progress, ...facts }
    try {
      return await handler(chosen, context)
    } catch (error) {
      if (!isAbortError(error) || !abort.signal.aborted) {
        this.#report(error, `applying batch ${batch.uid}`)
        return failAll(chosen, toTaskError(error))
      }
      if (log.plan !== undefined) {
        await log
          .abandonBatch()
          .catch((cause: unknown) => this.#report(cause, 'abandoning a batch'))
      }
      return null
    }
  }

  #toCommit(outcome: BatchOutcome, running: Running, { strategy }: ChosenBatch): BatchCommit {
    const { uid, startedAt } = running.batch
    const finishedAt = this.#options.clock()
    const stamp = ({ task, ...end }: TaskOutcome): Task => {
      return { ...task, ...end, batchUid: uid, startedAt, finishedAt }
    }
    const tasks = outcome.outcomes.map(stamp).toSorted((a, b) => a.uid - b.uid)
    const progressTrace = running.progress.trace()
    const { embedderRequests } = running.progress
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
        await this.#pause()
      }
    }
  }

  // Ends early when the scheduler is stopped.
  async #pause(): Promise<void> {
    const { signal } = this.#stop
    await delay(this.#limits.retryDelayMs, undefined, { signal }).catch(() => undefined)
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

  // The index already holds the planned batch: only its end is missing. Otherwise its tasks simply wait again.
  async #finishInterrupted(): Promise<void> {
    const { plan } = this.#log
    if (plan === undefined) return
    const isKnown = this.#log.catalogue.getIndex(plan.indexUid)?.indexId === plan.indexId
    const { engine } = this.#options
    if (!isKnown || engine.describe(plan.indexId).lastBatchUid < plan.batchUid) {
      await this.#log.abandonBatch()
      return
    }
    const { kind, indexUid, strategy } = plan
    const tasks = [...eachUid(plan.taskUids)].map((uid) => this.#log.get(uid, null)!)
    await this.#run({ kind, tasks, indexUid, strategy }, plan)
  }

  async #deleteOldTasks(): Promise<void> {
    if (this.#log.taskCount < this.#limits.taskCountMax) return
    const [waiting] = this.#log.enqueued({ types: ['taskDeletion'] })
    if (waiting !== undefined) return
    const filter = { ...NO_FILTER, statuses: ['succeeded', 'failed', 'canceled'] as const }
    const uids: number[] = []
    for (const uid of eachUid(this.#log.match(filter, null, null))) {
      if (uids.push(uid) === this.#limits.autoDeletionCount) break
    }
    const taskUids = toUidRanges(uids)
    if (countUids(taskUids) < 2) return
    const before = formatInstant(this.#log.get(uids.at(-1)!, null)!.enqueuedAt)
    const originalFilter = `?beforeEnqueuedAt=${before}&statuses=succeeded,failed,canceled`
    const content = { kind: 'taskDeletion', originalFilter, taskUids } as const
    const enqueuedAt = this.#options.clock()
    await this.#log.append({ indexUid: null, content, enqueuedAt, customMetadata: null })
  }

  #report(error: unknown, doing: string): void {
    this.#options.onError?.(error, doing)
  }
}
