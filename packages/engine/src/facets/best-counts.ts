/** Keeps the best of what it is offered: the greatest counts, the highest rank among equals. A heap, worst on top. */
export class BestCounts {
  readonly #rankEnd: number
  /** count × rankEnd + rank: the greater, the better. */
  readonly #heap: Float64Array
  #size = 0

  /** Ranks are below `rankEnd`. */
  constructor(sizeMax: number, rankEnd: number) {
    this.#rankEnd = rankEnd
    this.#heap = new Float64Array(Math.min(sizeMax, rankEnd))
  }

  offer(count: number, rank: number): void {
    const heap = this.#heap
    const key = count * this.#rankEnd + rank
    if (this.#size < heap.length) this.#up(key)
    else if (this.#size > 0 && key > heap[0]!) this.#down(key)
  }

  /** Ranks, best first. */
  sorted(): Float64Array {
    const keys = this.#heap.slice(0, this.#size).sort().reverse()
    return keys.map((key) => key % this.#rankEnd)
  }

  #up(key: number): void {
    const heap = this.#heap
    let at = this.#size++
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (heap[parent]! <= key) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = key
  }

  /** Puts a key in the place of the worst. */
  #down(key: number): void {
    const heap = this.#heap
    const size = this.#size
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && heap[child + 1]! < heap[child]!) child++
      if (heap[child]! >= key) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = key
  }
}
