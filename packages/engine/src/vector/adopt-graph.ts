import type { GraphBuilder } from './graph-builder.ts'
import type { LayeredLinks } from './layered-links.ts'
import { NO_ROW } from './layered-links.ts'

const STEP_ROWS = 1024

/**
 * Takes over the links between rows that live on. Where a row was linked to one that is gone, it may be linked to the
 * neighbours of that one instead. `rowMap` gives the new row of each old one, or -1.
 */
export function* adoptGraph(
  builder: GraphBuilder,
  old: LayeredLinks,
  rowMap: Int32Array,
): Generator<void, void> {
  for (const [row, newRow] of rowMap.entries()) {
    if (newRow < 0) continue
    const levelMax = old.levelOf(row)
    for (let level = 0; level <= levelMax; level++) adoptList(builder, old, rowMap, row, level)
    builder.offerEntry(newRow, levelMax)
    if (row % STEP_ROWS === 0) yield
  }
}

function adoptList(
  builder: GraphBuilder,
  old: LayeredLinks,
  rowMap: Int32Array,
  row: number,
  level: number,
): void {
  const newRow = rowMap[row]!
  const lists = builder.links.listsOf(level)
  const offset = builder.links.offsetOf(newRow, level)
  const gone: number[] = []
  let count = 0
  for (const other of listOf(old, row, level)) {
    const newOther = rowMap[other]!
    if (newOther >= 0) lists[offset + count++] = newOther
    else gone.push(other)
  }
  if (gone.length === 0) return
  const others = new Set(lists.subarray(offset, offset + count))
  for (const dead of gone) {
    for (const other of listOf(old, dead, level)) {
      const newOther = rowMap[other]!
      if (newOther >= 0 && newOther !== newRow) others.add(newOther)
    }
  }
  builder.chooseLinks(newRow, Uint32Array.from(others), level)
}

function listOf(links: LayeredLinks, row: number, level: number): Uint32Array {
  const lists = links.listsOf(level)
  const offset = links.offsetOf(row, level)
  let end = offset
  while (end < offset + links.strideOf(level) && lists[end] !== NO_ROW) end++
  return lists.subarray(offset, end)
}
