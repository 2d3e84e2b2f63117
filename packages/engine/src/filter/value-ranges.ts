// Documents with a value in some range: by going through the lists of the values, or through the documents that matter,
// whichever are fewer.

import { DocSet, lowerBound } from '../bits/doc-set.ts'
import type { ColumnPart } from '../index/column-view.ts'
import type { Searcher } from '../index/searcher.ts'
import { SlotCollector } from './slot-collector.ts'

/** Ordinals from the first up to, not including, the second. */
export type EntryRange = readonly [start: number, end: number]

export const NOTHING: EntryRange = [0, 0]

/** Ranges of the numbers and of the strings of one part. */
export interface PartRange {
  readonly part: ColumnPart
  readonly numbers: EntryRange
  readonly strings: EntryRange
}

/** Looking at a document costs about as much as this many steps through a list. */
const LOOK_COST = 4

/** The live documents with a value in the range of their part; those outside `within`, which is live, may be missing. */
export function documentsInRanges(
  ranges: readonly PartRange[],
  within: DocSet,
  searcher: Pick<Searcher, 'live' | 'slotCount'>,
): DocSet {
  let listed = 0
  for (const range of ranges) listed += listedCount(range)
  if (within.size * LOOK_COST < listed) return lookAt(ranges, within.toArray())
  const found = new SlotCollector(searcher)
  for (const { part, numbers, strings } of ranges) {
    const { numberStarts, stringStarts } = part
    found.addMixed(part.numberDocs, numberStarts[numbers[0]]!, numberStarts[numbers[1]]!, part.base)
    found.addMixed(part.stringDocs, stringStarts[strings[0]]!, stringStarts[strings[1]]!, part.base)
  }
  return found.toDocSet()
}

function listedCount({ part, numbers, strings }: PartRange): number {
  return (
    part.numberStarts[numbers[1]]! -
    part.numberStarts[numbers[0]]! +
    part.stringStarts[strings[1]]! -
    part.stringStarts[strings[0]]!
  )
}

function lookAt(ranges: readonly PartRange[], slots: Uint32Array): DocSet {
  const found = new Uint32Array(slots.length)
  let count = 0
  for (const { part, numbers, strings } of ranges) {
    const { base, entryStarts, entries } = part
    const offset = part.numbers.length
    const [numberStart, numberEnd] = numbers
    const stringStart = offset + strings[0]
    const stringEnd = offset + strings[1]
    const end = lowerBound(slots, base + part.docCount)
    for (let i = lowerBound(slots, base); i < end; i++) {
      const doc = slots[i]! - base
      const last = entryStarts[doc + 1]!
      for (let at = entryStarts[doc]!; at < last; at++) {
        const entry = entries[at]!
        const isNumber = entry >= numberStart && entry < numberEnd
        if (!isNumber && (entry < stringStart || entry >= stringEnd)) continue
        found[count++] = slots[i]!
        break
      }
    }
  }
  return DocSet.fromSorted(found.subarray(0, count))
}
