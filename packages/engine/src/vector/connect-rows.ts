import type { GraphBuilder } from './graph-builder.ts'
import { GROUND_LINKS_MAX } from './graph-builder.ts'
import { NO_ROW } from './layered-links.ts'

/**
 * Makes every row reachable from the entry over the links of the ground: choosing links by their direction can leave a group
 * that nothing leads to. `isIn` tells which rows are in the graph.
 */
export function connectRows(builder: GraphBuilder, isIn: (row: number) => boolean): void {
  const { links, scorer } = builder
  if (builder.entryRow < 0) return
  const reached = new Uint8Array(links.rowCount)
  const queue = new Uint32Array(links.rowCount)
  spread(builder, builder.entryRow, reached, queue)
  for (let row = 0; row < links.rowCount; row++) {
    if (reached[row] === 1 || !isIn(row)) continue
    scorer.setQueryRow(row)
    scorer.rows[0] = builder.entryRow
    const from = { row: builder.entryRow, score: scorer.scoreRows(1)[0]! }
    const near = builder.nearestRows(row, 0, from)
    linkFromOneOf(builder, near, row)
    spread(builder, row, reached, queue)
  }
}

/** Marks what can be reached from a row. */
function spread(
  { links }: GraphBuilder,
  start: number,
  reached: Uint8Array,
  queue: Uint32Array,
): void {
  const { ground, groundStride } = links
  let size = 0
  queue[size++] = start
  reached[start] = 1
  for (let next = 0; next < size; next++) {
    const offset = queue[next]! * groundStride
    for (let at = offset; at < offset + groundStride && ground[at] !== NO_ROW; at++) {
      const row = ground[at]!
      if (reached[row] === 1) continue
      reached[row] = 1
      queue[size++] = row
    }
  }
}

/** Adds a link from the nearest row with room for it; when none has, the nearest gives its last one up. */
function linkFromOneOf({ links }: GraphBuilder, near: Uint32Array, row: number): void {
  const { ground, groundStride } = links
  for (const other of near) {
    const offset = other * groundStride
    let length = 0
    while (length < GROUND_LINKS_MAX && ground[offset + length] !== NO_ROW) length++
    if (length === GROUND_LINKS_MAX) continue
    ground[offset + length] = row
    return
  }
  ground[near[0]! * groundStride + GROUND_LINKS_MAX - 1] = row
}
