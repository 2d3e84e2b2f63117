// A set of doc ids: a sorted array when sparse, a bitset when dense. Immutable once made. Sets that are made of others during
// a read are void when it ends, unless they are kept.

import { countOnes, listOnes, popcount } from './one-bits.ts'
import { isScratch, rawWords, trimWords, zeroWords } from './scratch.ts'

/** Above one doc in this many of its span a set is kept as a bitset (see bench/doc-set). */
const DENSE_RATIO = 32

/** A set that lacks no more than this of its span is intersected by looking for what it lacks. */
const GAPS_MAX = 96

/** An immutable set of integers in 0 … 2^32 − 2, iterated in ascending order. */
export class DocSet {
  static readonly EMPTY: DocSet = new DocSet(new Uint32Array(0), null, 0)

  /** Sorted members, or null when only the bits are kept. */
  #array: Uint32Array | null
  /** Bit i of word i >>> 5, or null when only the array is kept. */
  #bits: Uint32Array | null
  /** What is missing below the end of the bits, ascending, once it was asked for. */
  #gaps: Uint32Array | null
  readonly size: number

  private constructor(array: Uint32Array | null, bits: Uint32Array | null, size: number) {
    this.#array = array
    this.#bits = bits
    this.#gaps = null
    this.size = size
  }

  /** Takes ownership of `docs`, which must be strictly ascending. */
  static fromSorted(docs: Uint32Array): DocSet {
    return docs.length === 0 ? DocSet.EMPTY : new DocSet(docs, null, docs.length)
  }

  /** Takes ownership of `bits`. */
  static fromBits(bits: Uint32Array): DocSet {
    const size = countOnes(bits)
    if (size === 0) return DocSet.EMPTY
    if (size * DENSE_RATIO < bits.length * 32) {
      return new DocSet(listOnes(bits, rawWords(size)), null, size)
    }
    return new DocSet(null, bits, size)
  }

  /** All integers from `from` up to, not including, `to`. */
  static range(from: number, to: number): DocSet {
    if (to <= from) return DocSet.EMPTY
    const bits = new Uint32Array((to + 31) >>> 5)
    fillBits(bits, from, to)
    return new DocSet(null, bits, to - from)
  }

  /** The union of many sets; cheaper than repeated `or`. */
  static union(sets: readonly DocSet[]): DocSet {
    const parts = sets.filter((set) => set.size > 0)
    if (parts.length === 0) return DocSet.EMPTY
    if (parts.length === 1) return parts[0]!
    if (parts.length === 2) return parts[0]!.or(parts[1]!)
    let end = 0
    for (const set of parts) end = Math.max(end, set.#end())
    const bits = zeroWords((end + 31) >>> 5)
    for (const set of parts) set.addTo(bits)
    return DocSet.fromBits(bits)
  }

  /** The set for longer than a read. */
  keep(): DocSet {
    const array = this.#array
    const bits = this.#bits
    const isLasting = !(array !== null && isScratch(array)) && !(bits !== null && isScratch(bits))
    if (isLasting) return this
    return new DocSet(
      array === null ? null : array.slice(),
      bits === null ? null : bits.slice(),
      this.size,
    )
  }

  /** The bits are at hand: `toBits` costs nothing. */
  get isByBits(): boolean {
    return this.#bits !== null
  }

  has(doc: number): boolean {
    const bits = this.#bits
    if (bits !== null) {
      const word = doc >>> 5
      return word < bits.length && (bits[word]! & (1 << (doc & 31))) !== 0
    }
    const array = this.#array!
    const at = lowerBound(array, doc)
    return at < array.length && array[at] === doc
  }

  and(other: DocSet): DocSet {
    if (this.size === 0 || other.size === 0) return DocSet.EMPTY
    if (this === other) return this
    const small = this.size <= other.size ? this : other
    const large = small === this ? other : this
    if (large.#isNearlyFull() && small.#end() <= large.#end()) {
      const lackedCount = small.#countOf(large.#findGaps())
      if (lackedCount === 0) return small
      if (lackedCount < small.size && small.#isDense()) {
        return new DocSet(null, andBits(small.#bits!, large.#bits!), small.size - lackedCount)
      }
    }
    if (!small.#isDense()) {
      return DocSet.fromSorted(
        large.#bits !== null
          ? filterByBits(small.#array!, large.#bits, true)
          : intersectArrays(small.#array!, large.#array!),
      )
    }
    if (large.#bits === null) {
      return DocSet.fromSorted(filterByBits(large.#array!, small.#bits!, true))
    }
    return DocSet.fromBits(andBits(small.#bits!, large.#bits))
  }

  or(other: DocSet): DocSet {
    if (this.size === 0) return other
    if (other.size === 0 || this === other) return this
    const a = this.#array
    const b = other.#array
    if (a !== null && b !== null) {
      const end = Math.max(this.#end(), other.#end())
      if ((a.length + b.length) * DENSE_RATIO < end) return DocSet.fromSorted(mergeArrays(a, b))
    }
    const bits = zeroWords((Math.max(this.#end(), other.#end()) + 31) >>> 5)
    this.addTo(bits)
    other.addTo(bits)
    return DocSet.fromBits(bits)
  }

  andNot(other: DocSet): DocSet {
    if (this.size === 0 || other.size === 0) return this
    if (this === other) return DocSet.EMPTY
    if (!this.#isDense()) {
      return DocSet.fromSorted(
        other.#bits !== null
          ? filterByBits(this.#array!, other.#bits, false)
          : subtractArrays(this.#array!, other.#array!),
      )
    }
    const bits = rawWords(this.#bits!.length)
    bits.set(this.#bits!)
    other.#removeFrom(bits)
    return DocSet.fromBits(bits)
  }

  /** Size of the intersection without making it. */
  intersectionSize(other: DocSet): number {
    if (this.#bits !== null && other.#bits !== null) return countAnd(this.#bits, other.#bits)
    const small = this.#array !== null ? this : other
    const large = small === this ? other : this
    const array = small.#array!
    let count = 0
    if (large.#bits !== null) {
      const bits = large.#bits
      for (let i = 0; i < array.length; i++) {
        const doc = array[i]!
        const word = doc >>> 5
        if (word < bits.length) count += (bits[word]! >>> (doc & 31)) & 1
      }
      return count
    }
    return intersectArrays(array, large.#array!).length
  }

  /** True when some member is in both. */
  intersects(other: DocSet): boolean {
    const small = this.size <= other.size ? this : other
    const large = small === this ? other : this
    if (small.#array !== null) {
      const array = small.#array
      for (let i = 0; i < array.length; i++) if (large.has(array[i]!)) return true
      return false
    }
    return small.intersectionSize(large) > 0
  }

  /** The first members at or above `from` and below `to`, at most `countMax`. */
  firstWithin(from: number, to: number, countMax: number): Uint32Array {
    if (this.#bits === null || this.#array !== null) {
      const array = this.toArray()
      const start = lowerBound(array, from)
      const end = Math.min(start + countMax, lowerBound(array, to))
      return array.subarray(start, end)
    }
    const bits = this.#bits
    const out = rawWords(Math.min(countMax, this.size))
    let at = 0
    for (let i = from >>> 5; i < bits.length && i * 32 < to && at < out.length; i++) {
      const base = i * 32
      let word = bits[i]!
      if (base < from) word &= 0xffffffff << (from & 31)
      while (word !== 0 && at < out.length) {
        const low = word & -word
        const doc = base + (31 - Math.clz32(low))
        if (doc >= to) return trimWords(out, at)
        out[at++] = doc
        word ^= low
      }
    }
    return trimWords(out, at)
  }

  /** The members, ascending. Not to be changed. */
  toArray(): Uint32Array {
    if (this.#array === null) {
      const bits = this.#bits!
      // void together with the set, unless that lives on after the read
      const memory = isScratch(bits) ? rawWords(this.size) : new Uint32Array(this.size)
      this.#array = listOnes(bits, memory)
    }
    return this.#array
  }

  /** The bits, bit i of word i >>> 5; members at or past `32 * length` are absent. Not to be changed. */
  toBits(): Uint32Array {
    if (this.#bits === null) {
      const length = (this.#end() + 31) >>> 5
      const bits = isScratch(this.#array!) ? zeroWords(length) : new Uint32Array(length)
      this.addTo(bits)
      this.#bits = bits
    }
    return this.#bits
  }

  /** Sets the bit of every member in `bits`, which must be long enough. */
  addTo(bits: Uint32Array): void {
    if (this.#bits !== null) {
      const own = this.#bits
      const length = Math.min(own.length, bits.length)
      for (let i = 0; i < length; i++) bits[i] = bits[i]! | own[i]!
      return
    }
    const array = this.#array!
    for (let i = 0; i < array.length; i++) {
      const doc = array[i]!
      bits[doc >>> 5] = bits[doc >>> 5]! | (1 << (doc & 31))
    }
  }

  #removeFrom(bits: Uint32Array): void {
    if (this.#bits !== null) {
      const own = this.#bits
      const length = Math.min(own.length, bits.length)
      for (let i = 0; i < length; i++) bits[i] = bits[i]! & ~own[i]!
      return
    }
    const array = this.#array!
    for (let i = 0; i < array.length; i++) {
      const doc = array[i]!
      const word = doc >>> 5
      if (word < bits.length) bits[word] = bits[word]! & ~(1 << (doc & 31))
    }
  }

  /** Whether all but a few are in the set, which has bits then. */
  #isNearlyFull(): boolean {
    const bits = this.#bits
    return bits !== null && bits.length * 32 - this.size <= GAPS_MAX
  }

  #findGaps(): Uint32Array {
    return (this.#gaps ??= zeroBits(this.#bits!))
  }

  /** How many of some numbers, ascending, are members. */
  #countOf(docs: Uint32Array): number {
    const end = this.#end()
    let count = 0
    for (let i = 0; i < docs.length && docs[i]! < end; i++) count += this.has(docs[i]!) ? 1 : 0
    return count
  }

  /** Whether bits are the form to work with: a set that was asked for its array once has both. A sparse set has an array. */
  #isDense(): boolean {
    const bits = this.#bits
    if (bits === null) return false
    return this.#array === null || this.size * DENSE_RATIO >= bits.length * 32
  }

  /** One past the largest possible member. */
  #end(): number {
    if (this.#bits !== null) return this.#bits.length * 32
    const array = this.#array!
    return array.length === 0 ? 0 : array[array.length - 1]! + 1
  }
}

/** First index whose value is not below `value`. */
export function lowerBound(array: Uint32Array, value: number): number {
  let low = 0
  let high = array.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (array[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether bit `index` is set: bit i of word i >>> 5. */
export function hasBit(bits: Uint32Array, index: number): boolean {
  return (bits[index >>> 5]! & (1 << (index & 31))) !== 0
}

/** Which bits are not set. */
function zeroBits(bits: Uint32Array): Uint32Array {
  const found: number[] = []
  for (let i = 0; i < bits.length; i++) {
    for (let rest = ~bits[i]!; rest !== 0; rest &= rest - 1) {
      found.push(i * 32 + 31 - Math.clz32(rest & -rest))
    }
  }
  return Uint32Array.from(found)
}

function countAnd(a: Uint32Array, b: Uint32Array): number {
  const length = Math.min(a.length, b.length)
  let count = 0
  for (let i = 0; i < length; i++) count += popcount(a[i]! & b[i]!)
  return count
}

function andBits(a: Uint32Array, b: Uint32Array): Uint32Array {
  const length = Math.min(a.length, b.length)
  const out = rawWords(length)
  for (let i = 0; i < length; i++) out[i] = a[i]! & b[i]!
  return out
}

function fillBits(bits: Uint32Array, from: number, to: number): void {
  const first = from >>> 5
  const last = (to - 1) >>> 5
  for (let i = first; i <= last; i++) bits[i] = 0xffffffff
  bits[first] = bits[first]! & (0xffffffff << (from & 31))
  if ((to & 31) !== 0) bits[last] = bits[last]! & (0xffffffff >>> (32 - (to & 31)))
}

function filterByBits(array: Uint32Array, bits: Uint32Array, keep: boolean): Uint32Array {
  const out = rawWords(array.length)
  const wanted = keep ? 1 : 0
  let at = 0
  for (let i = 0; i < array.length; i++) {
    const doc = array[i]!
    const word = doc >>> 5
    const bit = word < bits.length ? (bits[word]! >>> (doc & 31)) & 1 : 0
    out[at] = doc
    at += bit === wanted ? 1 : 0
  }
  return trimWords(out, at)
}

function intersectArrays(small: Uint32Array, large: Uint32Array): Uint32Array {
  const a = small.length <= large.length ? small : large
  const b = a === small ? large : small
  const out = rawWords(a.length)
  let at = 0
  if (a.length * 16 < b.length) {
    // galloping: the long list is searched, not walked
    let low = 0
    for (let i = 0; i < a.length; i++) {
      const doc = a[i]!
      let step = 1
      while (low + step < b.length && b[low + step]! < doc) step <<= 1
      let high = Math.min(low + step + 1, b.length)
      low += step >>> 1
      while (low < high) {
        const middle = (low + high) >>> 1
        if (b[middle]! < doc) low = middle + 1
        else high = middle
      }
      if (low === b.length) break
      if (b[low] === doc) out[at++] = doc
    }
    return trimWords(out, at)
  }
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const x = a[i]!
    const y = b[j]!
    if (x === y) out[at++] = x
    if (x <= y) i++
    if (y <= x) j++
  }
  return trimWords(out, at)
}

function mergeArrays(a: Uint32Array, b: Uint32Array): Uint32Array {
  const out = rawWords(a.length + b.length)
  let at = 0
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const x = a[i]!
    const y = b[j]!
    out[at++] = x <= y ? x : y
    if (x <= y) i++
    if (y <= x) j++
  }
  while (i < a.length) out[at++] = a[i++]!
  while (j < b.length) out[at++] = b[j++]!
  return trimWords(out, at)
}

function subtractArrays(a: Uint32Array, b: Uint32Array): Uint32Array {
  const out = rawWords(a.length)
  let at = 0
  let j = 0
  for (let i = 0; i < a.length; i++) {
    const doc = a[i]!
    while (j < b.length && b[j]! < doc) j++
    if (j === b.length || b[j] !== doc) out[at++] = doc
  }
  return trimWords(out, at)
}
