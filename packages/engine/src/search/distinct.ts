import { checkDistinct } from '../facets/select-facets.ts'
import { numberLowerBound } from '../filter/column-search.ts'
import { SlotCollector } from '../filter/slot-collector.ts'
import type { ColumnPart, ColumnView } from '../index/column-view.ts'
import type { Searcher } from '../index/searcher.ts'
import type { DocSet } from '../bits/doc-set.ts'
import type { DistinctDocs } from '../rank/bucket-sort.ts'
import { partOf } from './document-values.ts'

type DistinctSearcher = Pick<Searcher, 'settings' | 'column' | 'slotCount'>

/**
 * What a search keeps one document per value of: the attribute it names, which must be filterable, or the one of the
 * settings. Null when there is none, or when no document has it.
 */
export function distinctDocs(
  requested: string | null,
  searcher: DistinctSearcher,
): DistinctDocs | null {
  if (requested !== null) checkDistinct(requested, searcher.settings)
  const path = requested ?? searcher.settings.distinctAttribute
  const column = path === null ? null : searcher.column(path)
  if (column === null) return null
  return { sharing: (slot) => sharing(slot, column, searcher) }
}

/** Documents with any of the slot's values. Numbers and strings are never the same value. */
function sharing(slot: number, column: ColumnView, searcher: DistinctSearcher): DocSet | null {
  const own = partOf(slot, column)
  if (own === null) return null
  const doc = slot - own.base
  const start = own.entryStarts[doc]!
  const end = own.entryStarts[doc + 1]!
  if (start === end) return null
  const found = new SlotCollector(searcher.slotCount)
  for (const part of column.parts) {
    for (let at = start; at < end; at++) {
      const entry = own.entries[at]!
      addDocs(part, part === own ? entry : sameEntry(part, own, entry), found)
    }
  }
  return found.toDocSet()
}

/** The entry in `part` of a value of another part, or -1. */
function sameEntry(part: ColumnPart, own: ColumnPart, entry: number): number {
  const { numbers } = part
  if (entry < own.numbers.length) {
    const value = own.numbers[entry]!
    const at = numberLowerBound(numbers, value)
    return at < numbers.length && Object.is(numbers[at], value) ? at : -1
  }
  const ordinal = part.findString(own.string(entry - own.numbers.length))
  return ordinal < 0 ? -1 : numbers.length + ordinal
}

function addDocs(part: ColumnPart, entry: number, found: SlotCollector): void {
  if (entry === -1) return
  const isNumber = entry < part.numbers.length
  const at = isNumber ? entry : entry - part.numbers.length
  const starts = isNumber ? part.numberStarts : part.stringStarts
  const docs = isNumber ? part.numberDocs : part.stringDocs
  found.addAscending(docs, starts[at]!, starts[at + 1]!, part.base)
}
