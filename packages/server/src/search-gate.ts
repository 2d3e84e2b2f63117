import { InputError } from '@sextant/engine'

import { RETRY_AFTER_SECONDS } from './errors/to-response.ts'

/** Lets a bounded number of searches in; the rest is told to come back, so that waiting never grows without end. */
export class SearchGate {
  readonly #countMax: number
  #count = 0

  constructor(countMax: number) {
    this.#countMax = countMax
  }

  /** Runs a search between `enter` and `leave`. */
  async run<T>(search: () => Promise<T>): Promise<T> {
    this.enter()
    try {
      return await search()
    } finally {
      this.leave()
    }
  }

  /** Lets a search in, or throws; `leave` must follow. */
  enter(): void {
    if (this.#count >= this.#countMax) {
      throw new InputError(
        'too_many_search_requests',
        `${this.#count} searches are running or waiting already. Retry in ${RETRY_AFTER_SECONDS} seconds.`,
      )
    }
    this.#count++
  }

  /** Tells that a search which was let in is over. */
  leave(): void {
    this.#count--
  }
}
