/** What one at a time may have. Whoever asks first gets it first. */
export class Turn {
  readonly #queue: (() => void)[] = []
  #isTaken = false

  /** Resolves when it is the caller's. */
  take(): Promise<void> {
    if (this.#isTaken) return new Promise((resolve) => this.#queue.push(resolve))
    this.#isTaken = true
    return Promise.resolve()
  }

  /** The caller is done with it. */
  give(): void {
    const next = this.#queue.shift()
    if (next === undefined) this.#isTaken = false
    else next()
  }
}
