// Gathers documents from many postings into one set.

import { DocSet } from '../bits/doc-set.ts'
import type { Postings } from '../index/searcher.ts'
import { docSetOf } from './dense-postings.ts'

/** Below one document in this many slots, sorting a list beats clearing and counting bits. */
const SPARSE_RATIO = 48

/** A union in the making; `finish` once. */
export class DocUnion {
  #slotCount: number
  #postings: Postings[] = []
  #tables: (Uint8Array | null)[] = []
  #sets: DocSet[] = []
  #countMax = 0

  constructor(slotCount: number) {
    this.#slotCount = slotCount
  }

  /** Adds the documents whose field set is marked in `table`; all of them without a table. */
  add(postings: Postings, table: Uint8Array | null): void {
    if (postings.count === 0) return
    if (table === null) {
      this.addSet(docSetOf(postings, this.#slotCount))
      return
    }
    this.#postings.push(postings)
    this.#tables.push(table)
    this.#countMax += postings.count
  }

  addSet(set: DocSet): void {
    if (set.size === 0) return
    this.#sets.push(set)
    this.#countMax += set.size
  }

  finish(): DocSet {
    if (this.#countMax === 0) return DocSet.EMPTY
    if (this.#postings.length === 0 && this.#sets.length === 1) return this.#sets[0]!
    return this.#countMax * SPARSE_RATIO < this.#slotCount ? this.#sorted() : this.#asBits()
  }

  #sorted(): DocSet {
    const docs = new Uint32Array(this.#countMax)
    let count = 0
    for (const set of this.#sets) {
      docs.set(set.toArray(), count)
      count += set.size
    }
    for (let part = 0; part < this.#postings.length; part++) {
      const postings = this.#postings[part]!
      const table = this.#tables[part]!
      for (let i = 0; i < postings.count; i++) {
        if (table[postings.fieldSets[i]!] === 1) docs[count++] = postings.docs[i]!
      }
    }
    const sorted = docs.subarray(0, count)
    sorted.sort()
    return DocSet.fromSorted(sorted.subarray(0, dropRepeats(sorted)))
  }

  #asBits(): DocSet {
    const bits = new Uint32Array((this.#slotCount + 31) >>> 5)
    for (const set of this.#sets) set.addTo(bits)
    for (let part = 0; part < this.#postings.length; part++) {
      addMarked(bits, this.#postings[part]!, this.#tables[part]!)
    }
    return DocSet.fromBits(bits)
  }
}

function addMarked(bits: Uint32Array, postings: Postings, table: Uint8Array): void {
  const { docs, fieldSets, count } = postings
  for (let i = 0; i < count; i++) {
    if (table[fieldSets[i]!] === 0) continue
    const doc = docs[i]!
    bits[doc >>> 5] = bits[doc >>> 5]! | (1 << (doc & 31))
  }
}

function dropRepeats(sorted: Uint32Array): number {
  let count = 0
  for (let i = 0; i < sorted.length; i++) {
    const doc = sorted[i]!
    if (count === 0 || sorted[count - 1] !== doc) sorted[count++] = doc
  }
  return count
}
