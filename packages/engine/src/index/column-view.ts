// The values of one field over all segments, as filters, facets, sort and distinct read them.
// Values are facet values: numbers as doubles; strings normalized (NFKD, trimmed, lowercased, at most 468 bytes), booleans
// as `true`/`false`. A value ordinal is valid inside one part only.

import { compareBytes } from '../bits/byte-order.ts'
import type { DocSet } from '../bits/doc-set.ts'

/** One segment's share. `docs` are doc ids of the segment: slot = base + doc. */
export interface ColumnPart {
  /** Slot of the segment's first document. */
  readonly base: number
  readonly docCount: number
  /** Distinct numbers ascending; -0 before 0. */
  readonly numbers: Float64Array
  /** numberDocs[numberStarts[i] … numberStarts[i + 1]) have numbers[i], ascending. */
  readonly numberStarts: Uint32Array
  readonly numberDocs: Uint32Array
  /** Count of distinct normalized strings; they are in word order. */
  readonly stringCount: number
  /** The normalized strings in UTF-8: ordinal i is text[textStarts[i] … textStarts[i + 1]). */
  readonly text: Uint8Array
  readonly textStarts: Uint32Array
  string(ordinal: number): string
  /** One original spelling of the value, for display. */
  stringDisplay(ordinal: number): string
  /** The same in UTF-8: display[displayStarts[i] … displayStarts[i + 1]); an empty range where it is as in `text`. */
  readonly display: Uint8Array
  readonly displayStarts: Uint32Array
  /** True when every document of the segment spells the value as `stringDisplay` does. */
  isSpelledOneWay(ordinal: number): boolean
  /** Ordinal of a normalized string, or -1 - insertion point. */
  findString(value: string): number
  readonly stringStarts: Uint32Array
  readonly stringDocs: Uint32Array
  /**
   * Values per document: entries[entryStarts[doc] … entryStarts[doc + 1]), ascending; an entry below numbers.length is
   * the ordinal of a number, otherwise the ordinal of a string plus numbers.length.
   */
  readonly entryStarts: Uint32Array
  readonly entries: Uint32Array
  /** Every document has exactly one value: entries[doc] is that of `doc`. */
  readonly isSingleValued: boolean
}

/** The strings of all parts in one order. */
export interface StringRanks {
  /** Per part: the rank of each ordinal, ascending; equal strings of different parts have one rank. */
  readonly ranks: readonly Uint32Array[]
  /** How many distinct strings there are. */
  readonly valueCount: number
}

/** The order of strings of two parts; word order is the order of their bytes. */
export function compareStrings(
  a: ColumnPart,
  ordinalA: number,
  b: ColumnPart,
  ordinalB: number,
): number {
  const { textStarts: startsA } = a
  const { textStarts: startsB } = b
  return compareBytes(
    a.text,
    startsA[ordinalA]!,
    startsA[ordinalA + 1]!,
    b.text,
    startsB[ordinalB]!,
    startsB[ordinalB + 1]!,
  )
}

export interface ColumnView {
  readonly path: string
  readonly parts: readonly ColumnPart[]
  /** Costs a walk over all strings when first read. */
  readonly stringRanks: StringRanks
  /** Slots that have the field at all; whose direct value is null; whose direct value is "", [] or {}. */
  readonly exists: DocSet
  readonly isNull: DocSet
  readonly isEmpty: DocSet
}
