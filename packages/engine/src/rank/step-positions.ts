// Where the words of a step stand in the documents of a universe. Postings are looked up once for the whole universe;
// positions are decoded document by document, only when asked for.

import type { PositionBuffer, Postings, Searcher } from '../index/searcher.ts'
import { intersectPostings } from '../query/intersect-postings.ts'
import type { Source } from './step-sources.ts'

const NONE = -1

/** Positions of the sources of one step, per document of one universe. */
export class StepPositions {
  /** Positions read last, ascending, `fieldId << 16 | position`; valid up to the count that `read` returned. */
  values: Uint32Array = new Uint32Array(64)
  #searcher: Searcher
  #sources: Postings[] = []
  // occurrences of a document form a chain: head → next → … → NONE
  #heads: Int32Array
  #next: Int32Array
  #sourceOf: Uint16Array
  #postingAt: Uint32Array
  #count = 0
  #buffer: PositionBuffer = { values: new Uint32Array(64) }
  #readAt = NONE
  #readCount = 0

  constructor(searcher: Searcher, docs: Uint32Array, sources: readonly Source[]) {
    this.#searcher = searcher
    this.#heads = new Int32Array(docs.length).fill(NONE)
    this.#next = new Int32Array(docs.length)
    this.#sourceOf = new Uint16Array(docs.length)
    this.#postingAt = new Uint32Array(docs.length)
    for (const source of sources) this.#addSource(docs, source)
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
    if (head === NONE) return (this.#readCount = 0)
    const count = this.#decode(head)
    this.values = this.#buffer.values
    return (this.#readCount = this.#next[head] === NONE ? count : this.#readMore(head, count))
  }

  #decode(occurrence: number): number {
    return this.#searcher.readPositions(
      this.#sources[this.#sourceOf[occurrence]!]!,
      this.#postingAt[occurrence]!,
      this.#buffer,
    )
  }

  #readMore(head: number, firstCount: number): number {
    let all = this.#buffer.values.slice(0, Math.max(64, firstCount * 2))
    let total = firstCount
    for (let o = this.#next[head]!; o !== NONE; o = this.#next[o]!) {
      const count = this.#decode(o)
      if (total + count > all.length) {
        const grown = new Uint32Array((total + count) * 2)
        grown.set(all.subarray(0, total))
        all = grown
      }
      all.set(this.#buffer.values.subarray(0, count), total)
      total += count
    }
    all.subarray(0, total).sort()
    this.values = all
    return total
  }

  #addSource(docs: Uint32Array, { postings, within }: Source): void {
    const { count, leftAt, rightAt } = intersectPostings(
      docs,
      docs.length,
      postings.docs,
      postings.count,
    )
    if (count === 0) return
    const index = this.#sources.push(postings) - 1
    if (this.#count + count > this.#next.length) this.#grow(this.#count + count)
    for (let i = 0; i < count; i++) {
      const at = leftAt[i]!
      if (within !== null && !within.has(docs[at]!)) continue
      const occurrence = this.#count++
      this.#sourceOf[occurrence] = index
      this.#postingAt[occurrence] = rightAt[i]!
      this.#next[occurrence] = this.#heads[at]!
      this.#heads[at] = occurrence
    }
  }

  #grow(needed: number): void {
    const length = needed * 2
    const next = new Int32Array(length)
    const sourceOf = new Uint16Array(length)
    const postingAt = new Uint32Array(length)
    next.set(this.#next)
    sourceOf.set(this.#sourceOf)
    postingAt.set(this.#postingAt)
    this.#next = next
    this.#sourceOf = sourceOf
    this.#postingAt = postingAt
  }
}
