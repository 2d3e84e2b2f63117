// Where the running batch stands, and how long its steps took.

import type { ProgressStep } from '@sextant/engine'
import type { EmbedderRequests, PresentedProgress } from './batch.ts'
import type { Clock, Instant } from './instant.ts'

const NO_REQUESTS: EmbedderRequests = { total: 0, failed: 0, lastError: null }
const OUTER_STEPS = ['processing tasks', 'writing tasks to disk']

/** Follows one batch from its start to its commit. */
export class Progress {
  readonly #clock: Clock
  readonly #spent = new Map<string, number>()
  #steps: readonly ProgressStep[]
  #since: Instant
  #embedderRequests: EmbedderRequests | null = null

  constructor(clock: Clock) {
    this.#clock = clock
    this.#since = clock()
    this.#steps = [outerStep(0)]
  }

  /** Steps inside the present outer step, outermost first. */
  report(inner: readonly ProgressStep[]): void {
    this.#enter([this.#steps[0]!, ...inner])
  }

  /** The index is done; what is left is the log. */
  startWriting(): void {
    this.#enter([outerStep(1)])
  }

  /** A server was asked for vectors; null when it gave them, else why not. */
  countEmbedderRequest(problem: string | null): void {
    const { total, failed, lastError } = this.#embedderRequests ?? NO_REQUESTS
    this.#embedderRequests = {
      total: total + 1,
      failed: problem === null ? failed : failed + 1,
      lastError: problem ?? lastError,
    }
  }

  /** Null when no server was asked. */
  get embedderRequests(): EmbedderRequests | null {
    return this.#embedderRequests
  }

  present(): PresentedProgress {
    let share = 1
    let percentage = 0
    for (const { finished, total } of this.#steps) {
      if (total === 0) continue
      share /= total
      percentage += 100 * finished * share
    }
    return { steps: this.#steps, percentage }
  }

  /** Readable time per step path, as batch stats show it. */
  trace(): Record<string, string> {
    this.#enter(this.#steps)
    const entries = [...this.#spent].map(([path, spent]) => [
      path,
      `${(spent / 1000).toFixed(2)}ms`,
    ])
    return Object.fromEntries(entries) as Record<string, string>
  }

  #enter(steps: readonly ProgressStep[]): void {
    const now = this.#clock()
    // time counts for a step and for every step around it
    let path = ''
    for (const { currentStep } of this.#steps) {
      path = path === '' ? currentStep : `${path} > ${currentStep}`
      this.#spent.set(path, (this.#spent.get(path) ?? 0) + now - this.#since)
    }
    this.#steps = steps
    this.#since = now
  }
}

function outerStep(finished: number): ProgressStep {
  return { currentStep: OUTER_STEPS[finished]!, finished, total: OUTER_STEPS.length }
}
