// Frequent words by bits: set algebra and look-ups of single documents then cost the same however frequent the word is.

import { DocSet } from '../bits/doc-set.ts'

/** Words in at least one document of this many are kept by bits. */
const DENSE_RATIO = 32

/** Documents in ascending order: postings, or as much of them as looking documents up takes. */
export interface DocList {
  readonly count: number
  readonly docs: Uint32Array
}

/** Bits of the documents, and per 32 documents how many postings come before them. */
export interface DenseIndex {
  readonly bits: Uint32Array
  readonly ranks: Uint32Array
}

interface Known {
  readonly set: DocSet
  dense: DenseIndex | null
}

/** Kept as long as the postings are: the searcher bounds how many frequent words it remembers. */
const known = new WeakMap<DocList, Known>()

/** The documents of postings as a set. */
export function docSetOf(postings: DocList, slotCount: number): DocSet {
  return knownOf(postings, slotCount).set
}

/** The index of a frequent word, or null when it is not frequent. */
export function denseIndexOf(postings: DocList, slotCount: number): DenseIndex | null {
  if (postings.count * DENSE_RATIO < slotCount) return null
  return knownOf(postings, slotCount).dense
}

function knownOf(postings: DocList, slotCount: number): Known {
  let entry = known.get(postings)
  if (entry === undefined) {
    entry = create(postings, slotCount)
    known.set(postings, entry)
  }
  return entry
}

function create({ docs, count }: DocList, slotCount: number): Known {
  if (count * DENSE_RATIO < slotCount) {
    return { set: DocSet.fromSorted(docs.subarray(0, count)), dense: null }
  }
  const bits = new Uint32Array((slotCount + 31) >>> 5)
  const ranks = new Uint32Array(bits.length)
  for (let i = 0; i < count; i++) {
    const doc = docs[i]!
    const word = doc >>> 5
    // the first posting of a word tells how many came before it
    if (bits[word] === 0) ranks[word] = i
    bits[word] = bits[word]! | (1 << (doc & 31))
  }
  return { set: DocSet.fromBits(bits).keep(), dense: { bits, ranks } }
}
