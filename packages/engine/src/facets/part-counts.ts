// How many documents of a set have each value of one segment. Two ways: walk the documents and count what they have, or walk
// the documents of a value and look which are in the set. The second wins where only the first of many values are wanted.

import { type DocSet, lowerBound } from '../bits/doc-set.ts'
import { zeroWords } from '../bits/scratch.ts'
import type { ColumnPart } from '../index/column-view.ts'

/** For each document of the values that are wanted, this many are expected to be looked up. */
const SKIPPED_RATIO = 2

/** Counts by entry of the part: numbers first, strings after them. */
export class PartCounts {
  readonly part: ColumnPart
  readonly #documents: DocSet
  /** All counts, once they have been asked for. */
  #all: Uint32Array | null = null
  /** Documents that may still be looked up value by value; then counting everything costs less. */
  #left: number

  /** `stringCountMax`: how many strings with a count above zero will be asked for, in their order. */
  constructor(part: ColumnPart, documents: DocSet, stringCountMax: number) {
    this.part = part
    this.#documents = documents
    // of few documents all is known in no time
    const isPart = documents.isByBits && part.stringCount > stringCountMax
    const cost = isPart ? walkCost(part, documents) : 0
    // values without a document of the set come on top of those that are wanted
    this.#left = isPart && part.stringStarts[stringCountMax]! * SKIPPED_RATIO < cost ? cost : 0
  }

  /** Documents with each entry. */
  all(): Uint32Array {
    return (this.#all ??= countAll(this.part, this.#documents))
  }

  /** Documents with a string. */
  ofString(ordinal: number): number {
    if (this.#all === null) {
      const { stringStarts } = this.part
      this.#left -= stringStarts[ordinal + 1]! - stringStarts[ordinal]!
      if (this.#left >= 0) return countMembers(this.part, ordinal, this.#documents)
    }
    return this.all()[this.part.numbers.length + ordinal]!
  }
}

/** Entries that are looked at when the documents are walked. */
function walkCost({ docCount, entries }: ColumnPart, documents: DocSet): number {
  const perDocument = docCount === 0 ? 0 : entries.length / docCount
  return Math.min(documents.size, docCount) * Math.max(1, perDocument)
}

function countMembers(part: ColumnPart, ordinal: number, documents: DocSet): number {
  const { stringStarts, stringDocs, base } = part
  const end = stringStarts[ordinal + 1]!
  let count = 0
  const bits = documents.toBits()
  for (let at = stringStarts[ordinal]!; at < end; at++) {
    const slot = base + stringDocs[at]!
    const word = slot >>> 5
    // the set may end before the last documents
    if (word < bits.length) count += (bits[word]! >>> (slot & 31)) & 1
  }
  return count
}

function countAll(part: ColumnPart, documents: DocSet): Uint32Array {
  const counts = zeroWords(part.numbers.length + part.stringCount)
  const members = documents.toArray()
  const start = lowerBound(members, part.base)
  const end = lowerBound(members, part.base + part.docCount)
  if (start === end) return counts
  // counting what is missing is less when most are there
  if ((end - start) * 2 > part.docCount) {
    countWhole(part, counts)
    uncountOthers(part, members, start, end, counts)
  } else countEntries(part, members, start, end, counts)
  return counts
}

/** As if every document of the part counted: the lengths of the lists are the counts. */
function countWhole(part: ColumnPart, counts: Uint32Array): void {
  const { numberStarts, stringStarts } = part
  const numberCount = part.numbers.length
  for (let i = 0; i < numberCount; i++) counts[i] = numberStarts[i + 1]! - numberStarts[i]!
  for (let i = 0; i < part.stringCount; i++) {
    counts[numberCount + i] = stringStarts[i + 1]! - stringStarts[i]!
  }
}

function countEntries(
  part: ColumnPart,
  members: Uint32Array,
  start: number,
  end: number,
  counts: Uint32Array,
): void {
  const { entryStarts, entries, base } = part
  if (part.isSingleValued) {
    countOnes(part, members, start, end, counts)
    return
  }
  for (let i = start; i < end; i++) {
    const doc = members[i]! - base
    const last = entryStarts[doc + 1]!
    for (let at = entryStarts[doc]!; at < last; at++) counts[entries[at]!]!++
  }
}

/** The same where every document has one value. */
function countOnes(
  { entries, base }: ColumnPart,
  members: Uint32Array,
  start: number,
  end: number,
  counts: Uint32Array,
): void {
  // neighbours often share their value: counting four apart, no step waits for the one before it
  const { length } = counts
  const apart = zeroWords(length * 3)
  const fourEnd = start + ((end - start) & ~3)
  for (let i = start; i < fourEnd; i += 4) {
    counts[entries[members[i]! - base]!]!++
    apart[entries[members[i + 1]! - base]!]!++
    apart[entries[members[i + 2]! - base]! + length]!++
    apart[entries[members[i + 3]! - base]! + 2 * length]!++
  }
  for (let i = fourEnd; i < end; i++) counts[entries[members[i]! - base]!]!++
  for (let i = 0; i < length; i++) {
    counts[i]! += apart[i]! + apart[i + length]! + apart[i + 2 * length]!
  }
}

/** Takes the documents out again that are not among the members. */
function uncountOthers(
  part: ColumnPart,
  members: Uint32Array,
  start: number,
  end: number,
  counts: Uint32Array,
): void {
  const { entryStarts, entries, base, docCount } = part
  let doc = 0
  for (let i = start; i <= end; i++) {
    const next = i === end ? docCount : members[i]! - base
    // entries of neighbours stand behind one another
    const last = entryStarts[next]!
    for (let at = entryStarts[doc]!; at < last; at++) counts[entries[at]!]!--
    doc = next + 1
  }
}
