// A whole queue for tests: log, payloads, naive engine and scheduler, that can be killed and started again.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLmdbTaskLog } from '../lmdb-task-log.ts'
import { openMemoryTaskLog } from '../memory-task-log.ts'
import { PayloadStore } from '../payload-store.ts'
import type { QueueLimits } from '../queue-limits.ts'
import type { Scheduler } from '../scheduler.ts'
import { createScheduler } from '../task-scheduler.ts'
import type { Task, TaskContent } from '../task.ts'
import { taskDetails } from '../task-details.ts'
import type { TaskLog } from '../task-log.ts'
import { NO_FILTER } from '../task-query.ts'
import type { TaskFilter, TaskQuery } from '../task-query.ts'
import { NaiveEngine } from './naive-engine.ts'

export const ALL: TaskQuery = { ...NO_FILTER, limit: 100, from: null, reverse: true }

export interface TestQueueOptions {
  readonly isDurable?: boolean
  /** The log, in memory, outlives its process: quicker than files. */
  readonly isLogKept?: boolean
  readonly limits?: Partial<QueueLimits>
  /** Lets a test put a failing log in front of the real one. */
  readonly wrapLog?: (log: TaskLog) => TaskLog
}

/** Everything that the queue needs, with a clock that ticks one millisecond per look. */
export class TestQueue {
  engine: NaiveEngine = new NaiveEngine()
  log!: TaskLog
  payloads!: PayloadStore
  scheduler!: Scheduler
  readonly errors: unknown[] = []
  readonly #options: TestQueueOptions
  #folder = ''
  #now = 1_700_000_000_000_000
  #nameCount = 0

  private constructor(options: TestQueueOptions) {
    this.#options = options
  }

  /** A queue over empty storage, started. */
  static async start(options: TestQueueOptions = {}): Promise<TestQueue> {
    const queue = new TestQueue(options)
    queue.#folder = await mkdtemp(join(tmpdir(), 'queue-'))
    queue.log = await queue.#openLog()
    queue.payloads = await PayloadStore.open(join(queue.#folder, 'payloads'), () => queue.#name())
    queue.scheduler = queue.makeScheduler()
    await queue.scheduler.start()
    return queue
  }

  makeScheduler(): Scheduler {
    const { log, engine, payloads } = this
    const clock = (): number => (this.#now += 1000)
    return createScheduler({
      log: this.#options.wrapLog?.(log) ?? log,
      engine,
      payloads,
      clock,
      randomIndexId: () => this.#name(),
      limits: { retryDelayMs: 1, ...this.#options.limits },
      onError: (error) => this.errors.push(error),
    })
  }

  /** What a new process finds: the same disk, none of the memory. */
  async restart(): Promise<void> {
    if (this.#options.isLogKept !== true) {
      await this.log.close()
      this.log = await this.#openLog()
    }
    this.engine = new NaiveEngine(this.engine.disk)
    this.scheduler = this.makeScheduler()
    await this.scheduler.start()
  }

  async close(): Promise<void> {
    await this.scheduler.stop()
    await this.log.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  register(indexUid: string | null, content: TaskContent): Promise<Task> {
    return this.scheduler.register(content, { indexUid })
  }

  /** Registers an addition with its payload. */
  async add(
    indexUid: string,
    documents: readonly object[],
    options: Partial<Extract<TaskContent, { kind: 'documentAddition' }>> = {},
  ): Promise<Task> {
    const payload = await this.payloads.save(documents.map((one) => `${JSON.stringify(one)}\n`))
    return this.register(indexUid, {
      kind: 'documentAddition',
      mode: 'replace',
      payload: payload.name,
      payloadBytes: payload.bytes,
      documentCount: documents.length,
      primaryKey: null,
      allowIndexCreation: true,
      skipCreation: false,
      ...options,
    })
  }

  cancel(filter: Partial<TaskFilter>): Promise<Task> {
    const originalFilter = '?test'
    const selection = { filter: { ...NO_FILTER, ...filter }, originalFilter, visibility: null }
    return this.scheduler.cancel(selection)
  }

  delete(filter: Partial<TaskFilter>): Promise<Task> {
    const originalFilter = '?test'
    const selection = { filter: { ...NO_FILTER, ...filter }, originalFilter, visibility: null }
    return this.scheduler.deleteTasks(selection)
  }

  task(uid: number): Task {
    const task = this.scheduler.getTask(uid, null)
    if (task === undefined) throw new Error(`there is no task ${uid}`)
    return task
  }

  /** `status` or `status code`, with the details. */
  async outcome(uid: number): Promise<[string, Record<string, unknown> | null]> {
    await this.scheduler.waitIdle()
    const task = this.task(uid)
    const status = task.error === null ? task.status : `${task.status} ${task.error.code}`
    return [status, taskDetails(task)]
  }

  /** Uids of the tasks of every batch, oldest batch first. */
  batches(): number[][] {
    const { results } = this.scheduler.listBatches(ALL, null)
    return results.map(({ uid }) => {
      const query = { ...ALL, batchUids: [uid] }
      return this.scheduler.listTasks(query, null).results.map((task) => task.uid)
    })
  }

  /** Ids of the documents of an index, or null when there is none of that name. */
  documentIds(indexUid: string): string[] | null {
    const entry = this.log.catalogue.getIndex(indexUid)
    return entry === undefined ? null : [...this.engine.disk.get(entry.indexId)!.documents.keys()]
  }

  #openLog(): Promise<TaskLog> {
    if (this.#options.isDurable === true) {
      return openLmdbTaskLog(join(this.#folder, 'tasks'), () => 'instance')
    }
    return openMemoryTaskLog(() => 'instance')
  }

  #name(): string {
    return `name-${this.#nameCount++}`
  }
}
