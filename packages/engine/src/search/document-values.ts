import type { ColumnPart, ColumnView } from '../index/column-view.ts'
import type { Searcher } from '../index/searcher.ts'

/** A document's values of an attribute as filters see them: numbers ascending, then texts; none when it has no value. */
export function documentValues(
  searcher: Pick<Searcher, 'column'>,
  path: string,
  slot: number,
): (number | string)[] {
  const column = searcher.column(path)
  const part = column === null ? null : partOf(slot, column)
  if (part === null) return []
  const doc = slot - part.base
  const { numbers, entries, entryStarts } = part
  return Array.from(entries.subarray(entryStarts[doc], entryStarts[doc + 1]), (entry) =>
    entry < numbers.length ? numbers[entry]! : part.string(entry - numbers.length),
  )
}

/** The part of a column that a slot belongs to; null when its segment has none. */
export function partOf(slot: number, column: ColumnView): ColumnPart | null {
  for (const part of column.parts) {
    if (slot >= part.base && slot < part.base + part.docCount) return part
  }
  return null
}
