// Keeps a search worker busy with searches of its own while nobody wants anything. One search at a time: whoever comes waits
// for at most that one.

import type { IndexSearcher } from '../index/index-searcher.ts'
import { WARM_UP_DOCUMENTS_MIN, WARM_UP_MS } from '../limits.ts'
import type { SearchRequest } from '../search/search-request.ts'
import { warmUpSearches } from '../search/warm-up.ts'

/** Documents that searches are made of, per index. */
const SAMPLES = 1000

export interface WarmUpOptions {
  /** The indexes of this thread. */
  readonly searchers: () => Iterable<readonly [indexId: string, searcher: IndexSearcher]>
  readonly run: (indexId: string, request: SearchRequest) => void
  readonly now: () => number
  /** Calls back when the thread has looked for other work. */
  readonly later: (step: () => void) => void
}

/** Runs searches until its time is used up, whenever it is told to. */
export class WarmUp {
  readonly #options: WarmUpOptions
  #spentMs = 0
  #isOn = false
  #isStepping = false
  #queues: { indexId: string; searches: Generator<SearchRequest> }[] = []

  constructor(options: WarmUpOptions) {
    this.#options = options
  }

  start(): void {
    this.#isOn = true
    if (this.#isStepping || this.#spentMs >= WARM_UP_MS) return
    this.#queues = []
    for (const [indexId, searcher] of this.#options.searchers()) {
      if (searcher.documentCount < WARM_UP_DOCUMENTS_MIN) continue
      this.#queues.push({ indexId, searches: warmUpSearches(searcher, SAMPLES) })
    }
    this.#continue()
  }

  stop(): void {
    this.#isOn = false
  }

  #continue(): void {
    this.#isStepping = this.#isOn && this.#spentMs < WARM_UP_MS && this.#queues.length > 0
    if (this.#isStepping) this.#options.later(() => this.#step())
  }

  #step(): void {
    const { run, now } = this.#options
    const start = now()
    // indexes take turns
    const queue = this.#queues.shift()!
    try {
      const next = queue.searches.next()
      if (next.done !== true) {
        run(queue.indexId, next.value)
        this.#queues.push(queue)
      }
    } catch {
      // an index that is being changed or is damaged says so to those who ask for it; the others go on
    }
    this.#spentMs += now() - start
    this.#continue()
  }
}
