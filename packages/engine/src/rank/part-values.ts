// The documents of a universe by the value they are ordered with, one segment's share at a time. Two ways: sort the
// documents, or walk the values in order and look their documents up in the universe. The second does no more than the
// first page needs when the universe is large.

import { lowerBound } from '../bits/doc-set.ts'
import { rawDoubles, rawWords, trimWords } from '../bits/scratch.ts'
import type { ColumnPart } from '../index/column-view.ts'
import type { Direction } from './ranking-rule.ts'

/** Values in the order of a direction, numbers before strings, each with its documents. Starts before the first. */
export interface PartValues {
  readonly value: number | string
  /** How many documents of the universe are ordered by `value`, at least one, and the first of them. */
  readonly size: number
  readonly firstSlot: number
  /** The slots of all of them, ascending. */
  readonly slots: Uint32Array
  /** For whoever reads several parts: this one stands at the value that is read. */
  isRead: boolean
  /** Goes on to the next value that has documents; false when there is none. */
  advance(): boolean
}

/** Rank of each value in the order: 0 is the first. Its own inverse. */
class ValueRanks {
  readonly part: ColumnPart
  readonly count: number
  readonly #isDescending: boolean

  constructor(part: ColumnPart, direction: Direction) {
    this.part = part
    this.count = part.numbers.length + part.stringCount
    this.#isDescending = direction === 'desc'
  }

  /** From entry (as in the column) to rank, and back. */
  turn(entry: number): number {
    if (!this.#isDescending) return entry
    const numberCount = this.part.numbers.length
    if (entry < numberCount) return numberCount - 1 - entry
    return this.count - 1 - (entry - numberCount)
  }

  /** The entry that a document is ordered by; -1 when it has no value. */
  entryOf(doc: number): number {
    const { entryStarts, entries, numbers, isSingleValued } = this.part
    if (isSingleValued) return entries[doc]!
    const start = entryStarts[doc]!
    const end = entryStarts[doc + 1]!
    if (start === end) return -1
    const first = entries[start]!
    if (!this.#isDescending || end - start === 1) return first
    if (first >= numbers.length) return entries[end - 1]!
    // the last number: entries are ascending and numbers come first
    let at = start
    while (at + 1 < end && entries[at + 1]! < numbers.length) at++
    return entries[at]!
  }

  valueOf(entry: number): number | string {
    const { numbers } = this.part
    return entry < numbers.length ? numbers[entry]! : this.part.string(entry - numbers.length)
  }
}

const NONE = new Uint32Array(0)

/** Ranks and positions are sorted together as one number, in which this is left for positions. */
const POSITION_RANGE = 2 ** 21

/** No more documents than this may be sorted. */
export const SORTED_SIZE_MAX: number = POSITION_RANGE

/** Sorts the documents of the universe by value. */
export class SortedValues implements PartValues {
  isRead = false
  readonly #ranks: ValueRanks
  readonly #universe: Uint32Array
  /** Position in the universe of the part's first document. */
  readonly #start: number
  /** rank × POSITION_RANGE + position from `start`, ascending. */
  readonly #keys: Float64Array
  #from = 0
  #to = 0

  /** `universe` are slots, ascending. */
  constructor(part: ColumnPart, universe: Uint32Array, direction: Direction) {
    const ranks = new ValueRanks(part, direction)
    const start = lowerBound(universe, part.base)
    const end = lowerBound(universe, part.base + part.docCount)
    const keys = rawDoubles(end - start)
    let count = 0
    for (let at = start; at < end; at++) {
      const entry = ranks.entryOf(universe[at]! - part.base)
      if (entry !== -1) keys[count++] = ranks.turn(entry) * POSITION_RANGE + (at - start)
    }
    this.#ranks = ranks
    this.#universe = universe
    this.#start = start
    this.#keys = count === keys.length ? keys : keys.subarray(0, count)
    this.#keys.sort()
  }

  get value(): number | string {
    return this.#ranks.valueOf(this.#ranks.turn(this.#rank(this.#from)))
  }

  get size(): number {
    return this.#to - this.#from
  }

  get firstSlot(): number {
    return this.#slot(this.#from)
  }

  get slots(): Uint32Array {
    const slots = rawWords(this.#to - this.#from)
    for (let i = this.#from; i < this.#to; i++) slots[i - this.#from] = this.#slot(i)
    return slots
  }

  advance(): boolean {
    this.#from = this.#to
    if (this.#from === this.#keys.length) return false
    const rank = this.#rank(this.#from)
    while (this.#to < this.#keys.length && this.#rank(this.#to) === rank) this.#to++
    return true
  }

  #slot(at: number): number {
    return this.#universe[this.#start + (this.#keys[at]! % POSITION_RANGE)]!
  }

  #rank(at: number): number {
    return Math.floor(this.#keys[at]! / POSITION_RANGE)
  }
}

/** Walks the values of the part and looks their documents up in the universe. */
export class WalkedValues implements PartValues {
  isRead = false
  readonly #ranks: ValueRanks
  readonly #universe: Uint32Array
  #rank = -1
  #slots: Uint32Array = NONE

  /** `universe` are bits. */
  constructor(part: ColumnPart, universe: Uint32Array, direction: Direction) {
    this.#ranks = new ValueRanks(part, direction)
    this.#universe = universe
  }

  get value(): number | string {
    return this.#ranks.valueOf(this.#ranks.turn(this.#rank))
  }

  get size(): number {
    return this.#slots.length
  }

  get firstSlot(): number {
    return this.#slots[0]!
  }

  get slots(): Uint32Array {
    return this.#slots
  }

  advance(): boolean {
    while (++this.#rank < this.#ranks.count) {
      this.#slots = this.#find(this.#ranks.turn(this.#rank))
      if (this.#slots.length > 0) return true
    }
    return false
  }

  #find(entry: number): Uint32Array {
    const { part } = this.#ranks
    const isNumber = entry < part.numbers.length
    const at = isNumber ? entry : entry - part.numbers.length
    const starts = isNumber ? part.numberStarts : part.stringStarts
    const docs = isNumber ? part.numberDocs : part.stringDocs
    const universe = this.#universe
    const end = starts[at + 1]!
    let found: Uint32Array | null = null
    let count = 0
    for (let i = starts[at]!; i < end; i++) {
      const slot = part.base + docs[i]!
      const word = slot >>> 5
      if (word >= universe.length || (universe[word]! & (1 << (slot & 31))) === 0) continue
      // a document with several values belongs to the first of them only
      if (this.#ranks.entryOf(docs[i]!) !== entry) continue
      found ??= rawWords(end - i)
      found[count++] = slot
    }
    return found === null ? NONE : trimWords(found, count)
  }
}
