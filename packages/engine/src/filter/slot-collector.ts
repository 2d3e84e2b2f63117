// Gathers runs of doc ids from the parts of a column and makes one set of slots of them.

import { DocSet } from '../bits/doc-set.ts'
import { rawWords, zeroWords } from '../bits/scratch.ts'

/** Fewer slots than one in this many are sorted instead of put into bits. */
const SORTED_RATIO = 64

interface Run {
  readonly docs: Uint32Array
  readonly start: number
  readonly end: number
  readonly base: number
}

/** Collects slots, in any order and with repetitions. */
export class SlotCollector {
  readonly #slotCount: number
  readonly #runs: Run[] = []
  /** Runs so far are ascending inside and one after the other. */
  #isAscending = true
  #last = -1
  #count = 0

  constructor(slotCount: number) {
    this.#slotCount = slotCount
  }

  /** Adds `base + docs[start … end)`, strictly ascending. */
  addAscending(docs: Uint32Array, start: number, end: number, base: number): void {
    if (start === end) return
    if (base + docs[start]! <= this.#last) this.#isAscending = false
    this.#last = base + docs[end - 1]!
    this.#push(docs, start, end, base)
  }

  /** Adds `base + docs[start … end)` in whatever order they stand. */
  addMixed(docs: Uint32Array, start: number, end: number, base: number): void {
    if (start === end) return
    this.#isAscending = false
    this.#push(docs, start, end, base)
  }

  /** The slots collected, dead ones included. */
  toDocSet(): DocSet {
    if (this.#isAscending) return this.#concat()
    return this.#count * SORTED_RATIO < this.#slotCount ? this.#sort() : this.#toBits()
  }

  #push(docs: Uint32Array, start: number, end: number, base: number): void {
    this.#runs.push({ docs, start, end, base })
    this.#count += end - start
  }

  #concat(): DocSet {
    const [only] = this.#runs
    if (only !== undefined && this.#runs.length === 1 && only.base === 0) {
      return DocSet.fromSorted(only.docs.subarray(only.start, only.end))
    }
    return DocSet.fromSorted(this.#concatAll())
  }

  #concatAll(): Uint32Array {
    const out = rawWords(this.#count)
    let at = 0
    for (const { docs, start, end, base } of this.#runs) {
      for (let i = start; i < end; i++) out[at++] = base + docs[i]!
    }
    return out
  }

  #sort(): DocSet {
    const all = this.#concatAll().sort()
    let end = 0
    for (let i = 0; i < all.length; i++) {
      if (i === 0 || all[i] !== all[i - 1]) all[end++] = all[i]!
    }
    return DocSet.fromSorted(all.subarray(0, end))
  }

  #toBits(): DocSet {
    const bits = zeroWords((this.#slotCount + 31) >>> 5)
    for (const run of this.#runs) setBits(bits, run.docs, run.start, run.end, run.base)
    return DocSet.fromBits(bits)
  }
}

/** Sets the bits of `base + docs[start … end)`. */
export function setBits(
  bits: Uint32Array,
  docs: Uint32Array,
  start: number,
  end: number,
  base: number,
): void {
  for (let i = start; i < end; i++) {
    const slot = base + docs[i]!
    bits[slot >>> 5] = bits[slot >>> 5]! | (1 << (slot & 31))
  }
}
