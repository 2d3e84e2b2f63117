import { InputError } from '@sextant/engine'

import { RETRY_AFTER_SECONDS } from './errors/to-response.ts'

/** Lets a bounded number of searches in; the rest is told to come back, so that waiting never grows without end. */
export class SearchGate {
  readonly #countMax: number
  #count = 0

  constructor(countMax: number) {
    this.#countMax = countMax
  }

  async run<T>(search: () => Promise<T>): Promise<T> {
    if (this.#count >= this.#countMax) {
      throw new InputError(
        'too_many_search_requests',
        `${this.#count} searches are running or waiting already. Retry in ${RETRY_AFTER_SECONDS} seconds.`,
      )
    }
    this.#count++
    try {
      return await search()
    } finally {
      this.#count--
    }
  }
}
