// The threads of an engine as the calling thread sees them: where they run, and the calls that they have not answered.

import { type MessagePort, Worker } from 'node:worker_threads'
import type { BatchWatch } from '../index/operations.ts'
import { AnswerRingReader, createAnswerRing } from './answer-ring.ts'
import type { FromSearchThread } from './messages.ts'
import type { ReadAnswer } from './read-request.ts'
import type { SearchThreadData } from './search-thread.ts'
import { threadUrl } from './thread-url.ts'

/** A call that somebody waits for. */
export interface PendingCall<Result> {
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
  readonly watch?: BatchWatch | undefined
  /** Of a batch that waits for an embedder: called when it does so no longer. */
  goOn?: (() => Promise<void>) | undefined
  readonly sinceMs: number
}

/**
 * Memory for short-lived objects. Parsing documents makes far more of them than searching does, and a search waits for the
 * collector: with 16 MB one in 100 searches of all kinds, with 48 MB one in 200, each for about 1 ms.
 */
const YOUNG_GENERATION_MB = { 'indexing-thread': 96, 'search-thread': 48 } as const

/** Answers of one search worker that may be on their way in shared memory. */
const RING_BYTES = 1 << 20

/** A thread and the calls it has not answered. */
export class Thread<Result, Message> {
  readonly worker: Worker
  readonly pending: Map<number, PendingCall<Result>> = new Map()
  /** Of a search worker: the generation of each index that it has moved to. */
  readonly generations: Map<string, number> = new Map()

  constructor(
    file: keyof typeof YOUNG_GENERATION_MB,
    data: unknown,
    onMessage: (message: Message) => void,
    transferred: readonly MessagePort[] = [],
  ) {
    this.worker = new Worker(threadUrl(file), {
      workerData: data,
      transferList: [...transferred],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB[file] },
    })
    this.worker.on('message', onMessage)
    this.worker.on('error', (error) => this.fail(error))
    this.worker.on('exit', () => this.fail(new Error('the worker has stopped')))
    this.worker.unref()
  }

  fail(error: Error): void {
    for (const call of this.pending.values()) call.reject(error)
    this.pending.clear()
  }

  /** The call that is answered now, if anyone still waits for it. */
  settle(callId: number): PendingCall<Result> | undefined {
    const call = this.pending.get(callId)
    if (this.pending.delete(callId)) this.track()
    return call
  }

  /** Keeps the process alive only while something is being waited for. */
  track(): void {
    if (this.pending.size > 0) this.worker.ref()
    else this.worker.unref()
  }
}

/** A search worker with the ring that its answers come through. */
export class SearchThread extends Thread<ReadAnswer, FromSearchThread> {
  readonly answers: AnswerRingReader
  #callId = 0

  constructor(path: string, onMessage: (message: FromSearchThread) => void) {
    const ring = createAnswerRing(RING_BYTES)
    const data: SearchThreadData = { path, ring }
    super('search-thread', data, onMessage)
    this.answers = new AnswerRingReader(ring)
  }

  /** A number that fits the ring; numbers come again long after their calls are answered. */
  nextCallId(): number {
    this.#callId = (this.#callId + 1) | 0
    return this.#callId
  }

  /** Since when the oldest call waits; never, where none does. */
  oldestMs(): number {
    const oldest = this.pending.values().next().value
    return oldest?.sinceMs ?? Infinity
  }
}
