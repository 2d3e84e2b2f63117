// Lists of many words joined into one, for segments that do not say which words their documents have: those of earlier
// versions.
//
// A posting's position reference is an offset in its own segment's bytes; which segment that is follows from the slot.
// References with the high bit set point into an arena that lists the references of every word that the document has.

import type { TermRange } from '../segment/prefixes/prefix-ranges.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import type { PostingsOverSegments } from './postings-over-segments.ts'
import type { Postings } from './searcher.ts'

/** References from here on point into the arena. */
export const JOINED = 0x80000000

/** A list that joins words carries its arena. */
export interface JoinedPostings extends Postings {
  /** Per joined posting: count, then (reference, field set) pairs. */
  readonly arena: Uint32Array
}

/** Joins the lists of ranges of terms, one range per segment, into one list; `check` may throw to end that. */
export function joinPostings(
  space: PostingsOverSegments,
  readers: readonly SegmentReader[],
  ranges: readonly TermRange[],
  check: () => void,
): Postings | null {
  const parts = ranges.map((range, i) => joinRange(space, i, readers[i]!, range, check))
  const present = parts.filter((part) => part !== null)
  if (present.length === 0) return null
  if (present.length === 1) return present[0]!
  return joinParts(present)
}

/** All postings of the terms [from, to) of one segment, by slot. */
function joinRange(
  space: PostingsOverSegments,
  segmentIndex: number,
  reader: SegmentReader,
  { from, to }: TermRange,
  check: () => void,
): JoinedPostings | null {
  if (from >= to) return null
  const base = space.bases[segmentIndex]!
  let total = 0
  for (let ordinal = from; ordinal < to; ordinal++) total += reader.postings.docCount(ordinal)
  const docs = new Uint32Array(total)
  const sets = new Uint32Array(total)
  const references = new Uint32Array(total)
  let at = 0
  for (let ordinal = from; ordinal < to; ordinal++) {
    const list = reader.postings.read(ordinal)
    docs.set(list.docs, at)
    references.set(list.positionRefs, at)
    for (let i = 0; i < list.count; i++) {
      sets[at + i] = space.translated(segmentIndex, list.fieldSets[i]!)
    }
    at += list.count
    if ((ordinal & 255) === 0) check()
  }
  const order = orderByDoc(docs, reader.docCount, check)
  return joinSorted(space, base, docs, sets, references, order, check)
}

/** Places of the postings in ascending order of doc id; a counting sort by two digits. */
function orderByDoc(docs: Uint32Array, docCount: number, check: () => void): Uint32Array {
  let order = new Uint32Array(docs.length)
  for (let i = 0; i < order.length; i++) order[i] = i
  let isSorted = true
  for (let i = 1; i < docs.length && isSorted; i++) isSorted = docs[i - 1]! <= docs[i]!
  if (isSorted) return order
  const digit = 2048
  for (let shift = 0; docCount >>> shift > 0; shift += 11) {
    check()
    const counts = new Uint32Array(digit + 1)
    for (let i = 0; i < docs.length; i++) counts[((docs[i]! >>> shift) & (digit - 1)) + 1]!++
    for (let i = 0; i < digit; i++) counts[i + 1]! += counts[i]!
    const next = new Uint32Array(order.length)
    for (let i = 0; i < order.length; i++) {
      const value = order[i]!
      next[counts[(docs[value]! >>> shift) & (digit - 1)]!++] = value
    }
    order = next
  }
  return order
}

function joinSorted(
  space: PostingsOverSegments,
  base: number,
  docs: Uint32Array,
  sets: Uint32Array,
  references: Uint32Array,
  order: Uint32Array,
  check: () => void,
): JoinedPostings {
  const outDocs = new Uint32Array(order.length)
  const outSets = new Uint32Array(order.length)
  const outReferences = new Uint32Array(order.length)
  const arena = new Uint32Array(order.length * 3)
  let arenaLength = 0
  let count = 0
  for (let i = 0; i < order.length;) {
    const doc = docs[order[i]!]!
    let end = i + 1
    while (end < order.length && docs[order[end]!] === doc) end++
    outDocs[count] = base + doc
    if (end === i + 1) {
      outSets[count] = sets[order[i]!]!
      outReferences[count] = references[order[i]!]!
    } else {
      outReferences[count] = JOINED + arenaLength
      arena[arenaLength++] = end - i
      let union = sets[order[i]!]!
      for (let j = i; j < end; j++) {
        const posting = order[j]!
        union = space.unionOfSets(union, sets[posting]!)
        arena[arenaLength++] = references[posting]!
        arena[arenaLength++] = sets[posting]!
      }
      outSets[count] = union
    }
    count++
    i = end
    if ((count & 0x3fff) === 0) check()
  }
  return {
    count,
    docs: outDocs.subarray(0, count),
    fieldSets: outSets.subarray(0, count),
    positionRefs: outReferences.subarray(0, count),
    arena: arena.subarray(0, arenaLength),
  }
}

/** Lists of different segments, ascending by segment, as one. */
function joinParts(parts: readonly JoinedPostings[]): JoinedPostings {
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  const arenaLength = parts.reduce((sum, part) => sum + part.arena.length, 0)
  const joined = {
    count,
    docs: new Uint32Array(count),
    fieldSets: new Uint32Array(count),
    positionRefs: new Uint32Array(count),
    arena: new Uint32Array(arenaLength),
  }
  let at = 0
  let arenaAt = 0
  for (const part of parts) {
    joined.docs.set(part.docs, at)
    joined.fieldSets.set(part.fieldSets, at)
    for (let i = 0; i < part.count; i++) {
      const reference = part.positionRefs[i]!
      joined.positionRefs[at + i] = reference < JOINED ? reference : reference + arenaAt
    }
    joined.arena.set(part.arena, arenaAt)
    at += part.count
    arenaAt += part.arena.length
  }
  return joined
}
