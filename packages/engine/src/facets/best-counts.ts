interface BestEntry {
  readonly count: number
  readonly rank: number
}

/** Keeps the best of what it is offered: the greatest counts, the highest rank among equals. A heap, worst on top. */
export class BestCounts {
  readonly #sizeMax: number
  readonly #heap: BestEntry[] = []

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  /** `rank` must fall from one call to the next. */
  offer(count: number, rank: number): void {
    const heap = this.#heap
    if (heap.length < this.#sizeMax) {
      heap.push({ count, rank })
      this.#up(heap.length - 1)
    } else if (count > heap[0]!.count) {
      heap[0] = { count, rank }
      this.#down()
    }
  }

  /** Ranks, best first. */
  sorted(): number[] {
    return this.#heap
      .toSorted((a, b) => b.count - a.count || b.rank - a.rank)
      .map(({ rank }) => rank)
  }

  #isWorse(a: number, b: number): boolean {
    const x = this.#heap[a]!
    const y = this.#heap[b]!
    return x.count < y.count || (x.count === y.count && x.rank < y.rank)
  }

  #up(start: number): void {
    let at = start
    while (at > 0 && this.#isWorse(at, (at - 1) >>> 1)) {
      this.#swap(at, (at - 1) >>> 1)
      at = (at - 1) >>> 1
    }
  }

  #down(): void {
    let at = 0
    for (;;) {
      let worst = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#heap.length && this.#isWorse(child, worst)) worst = child
      }
      if (worst === at) return
      this.#swap(at, worst)
      at = worst
    }
  }

  #swap(a: number, b: number): void {
    const held = this.#heap[a]!
    this.#heap[a] = this.#heap[b]!
    this.#heap[b] = held
  }
}
