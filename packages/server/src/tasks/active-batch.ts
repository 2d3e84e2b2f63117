// A batch under way. It has the turn while it works. When it has to wait for an embedder for long, others may have it: the
// batch stays where it is, and goes on when it has both the answer and the turn.

import type { Batch } from './batch.ts'
import { makeBatch } from './batch.ts'
import type { ChosenBatch } from './batcher.ts'
import type { Clock, Instant } from './instant.ts'
import { Progress } from './progress.ts'
import { touchedIndexes } from './task.ts'
import type { RunningBatch } from './task-log.ts'
import type { Turn } from './turn.ts'
import { toUidRanges } from './uid-ranges.ts'
import type { UidRanges } from './uid-ranges.ts'

export interface ActiveBatchOptions {
  readonly batchUid: number
  readonly startedAt: Instant
  readonly clock: Clock
  /** Which the batch has already. */
  readonly turn: Turn
  readonly patienceMs: number
}

export class ActiveBatch implements RunningBatch {
  readonly taskUids: UidRanges
  readonly indexUids: ReadonlySet<string>
  readonly progress: Progress
  readonly abort: AbortController = new AbortController()
  /** The log has its end: from now on the log alone tells of it. */
  isWritten = false
  readonly #batch: Batch
  readonly #turn: Turn
  readonly #patienceMs: number
  #hasTurn = true
  #isWaiting = false
  /** Set off by the first wait: from then on, it is not waited with. */
  #patience: NodeJS.Timeout | null = null
  #isPatienceOver = false

  constructor(chosen: ChosenBatch, options: ActiveBatchOptions) {
    const { batchUid: uid, startedAt } = options
    const active = { status: 'processing', batchUid: uid, startedAt } as const
    const tasks = chosen.tasks.map((task) => ({ ...task, ...active }))
    this.taskUids = toUidRanges(tasks.map((task) => task.uid))
    this.indexUids = new Set(tasks.flatMap(touchedIndexes))
    this.progress = new Progress(options.clock)
    const facts = { uid, startedAt, finishedAt: null, strategy: chosen.strategy }
    this.#batch = makeBatch(tasks, facts)
    this.#turn = options.turn
    this.#patienceMs = options.patienceMs
  }

  /** As it stands: calls to embedding servers are counted while it runs. */
  get batch(): Batch {
    const { embedderRequests } = this.progress
    if (embedderRequests === null) return this.#batch
    return { ...this.#batch, stats: { ...this.#batch.stats, embedderRequests } }
  }

  /** The batch can do nothing before an embedder answers. What it returns is called when that is over. */
  wait(): () => Promise<void> {
    this.#isWaiting = true
    if (this.#isPatienceOver) this.#giveTurn()
    this.#patience ??= setTimeout(() => {
      this.#isPatienceOver = true
      if (this.#isWaiting) this.#giveTurn()
    }, this.#patienceMs)
    return () => this.#goOn()
  }

  /** Nothing is left to do. */
  end(): void {
    if (this.#patience !== null) clearTimeout(this.#patience)
    this.#giveTurn()
  }

  async #goOn(): Promise<void> {
    this.#isWaiting = false
    // a batch that was interrupted changes nothing any more, and may end at once
    if (this.#hasTurn || this.abort.signal.aborted) return
    await this.#turn.take()
    this.#hasTurn = true
  }

  #giveTurn(): void {
    if (!this.#hasTurn) return
    this.#hasTurn = false
    this.#turn.give()
  }
}
