// Where the words of a step stand in the documents of a universe. Postings are looked up once for the whole universe;
// positions are decoded document by document, only when asked for.

import { rawInts, rawWords } from '../bits/scratch.ts'
import { sortStart } from '../bits/sort-start.ts'
import type { PositionBuffer, Postings, Searcher } from '../index/searcher.ts'
import { locatePostings } from '../query/intersect-postings.ts'
import type { TimeLimit } from '../query/time-limit.ts'
import type { Source } from './step-sources.ts'

const NONE = -1
const NO_INTS = new Int32Array(0)
const NO_WORDS = new Uint32Array(0)

/** Positions of the sources of one step, per document of one universe; another universe may come after it. */
export class StepPositions {
  /** Positions read last, ascending, `fieldId << 16 | position`; valid up to the count that `read` returned. */
  values: Uint32Array
  #searcher: Searcher
  #sources: Postings[] = []
  /**
   * Per document its last occurrence: an index into the arrays below; with a single source, which needs no such arrays,
   * the posting itself.
   */
  #heads: Int32Array = NO_INTS
  #isSingle = false
  /** Occurrences of a document form a chain, head → next → … → NONE. */
  #next: Int32Array = NO_INTS
  #sourceOf: Uint32Array = NO_WORDS
  #postingAt: Uint32Array = NO_WORDS
  #count = 0
  #buffer: PositionBuffer = { values: rawWords(64) }
  #merged: Uint32Array = NO_WORDS
  #readAt = NONE
  #readCount = 0

  constructor(searcher: Searcher) {
    this.#searcher = searcher
    this.values = this.#buffer.values
  }

  /** Finds the documents of `slots` in the postings of a step. */
  locate(slots: Uint32Array, sources: readonly Source[], time: TimeLimit): void {
    // room of the universe before this one is used again, as far as it goes
    this.#heads = this.#heads.length === slots.length ? this.#heads : rawInts(slots.length)
    this.#heads.fill(NONE)
    this.#sources.length = 0
    this.#count = 0
    this.#readAt = NONE
    this.#isSingle = sources.length === 1
    for (let s = 0; s < sources.length; s++) {
      time.check()
      this.#addSource(slots, sources[s]!)
    }
  }

  /** Whether any word of the step stands in document `at` of the universe. */
  has(at: number): boolean {
    return this.#heads[at] !== NONE
  }

  /** Decodes the positions in document `at` into `values`; returns their count. Repeats cost nothing. */
  read(at: number): number {
    if (this.#readAt === at) return this.#readCount
    this.#readAt = at
    const head = this.#heads[at]!
    if (head === NONE) {
      this.#readCount = 0
    } else if (this.#isSingle) {
      this.#readCount = this.#searcher.readPositions(this.#sources[0]!, head, this.#buffer)
      this.values = this.#buffer.values
    } else {
      this.#readCount = this.#readChain(head)
    }
    return this.#readCount
  }

  #readChain(head: number): number {
    const count = this.#decode(head)
    if (this.#next[head] === NONE) {
      this.values = this.#buffer.values
      return count
    }
    let total = this.#append(0, count)
    for (let o = this.#next[head]!; o !== NONE; o = this.#next[o]!) {
      total = this.#append(total, this.#decode(o))
    }
    sortStart(this.#merged, total)
    this.values = this.#merged
    return total
  }

  #decode(occurrence: number): number {
    return this.#searcher.readPositions(
      this.#sources[this.#sourceOf[occurrence]!]!,
      this.#postingAt[occurrence]!,
      this.#buffer,
    )
  }

  /** Takes what was decoded last behind the first `total` merged positions. */
  #append(total: number, count: number): number {
    if (total + count > this.#merged.length) {
      const grown = rawWords((total + count) * 2 + 64)
      grown.set(this.#merged)
      this.#merged = grown
    }
    const merged = this.#merged
    const decoded = this.#buffer.values
    for (let i = 0; i < count; i++) merged[total + i] = decoded[i]!
    return total + count
  }

  #addSource(slots: Uint32Array, { postings, within }: Source): void {
    const common = locatePostings(slots, postings, this.#searcher.slotCount)
    const { count, leftAt, rightAt } = common
    if (count === 0) return
    const index = this.#sources.push(postings) - 1
    if (!this.#isSingle && this.#count + count > this.#next.length) this.#grow(this.#count + count)
    for (let i = 0; i < count; i++) {
      const at = leftAt[i]!
      if (within !== null && !within.has(slots[at]!)) continue
      if (this.#isSingle) {
        this.#heads[at] = rightAt[i]!
        continue
      }
      const occurrence = this.#count++
      this.#sourceOf[occurrence] = index
      this.#postingAt[occurrence] = rightAt[i]!
      this.#next[occurrence] = this.#heads[at]!
      this.#heads[at] = occurrence
    }
  }

  #grow(needed: number): void {
    const length = needed * 2
    const next = rawInts(length)
    const sourceOf = rawWords(length)
    const postingAt = rawWords(length)
    next.set(this.#next)
    sourceOf.set(this.#sourceOf)
    postingAt.set(this.#postingAt)
    this.#next = next
    this.#sourceOf = sourceOf
    this.#postingAt = postingAt
  }
}
