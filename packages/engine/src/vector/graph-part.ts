// The graph of a part: how it is written, and how it picks rows for a query.

import { LayeredLinks } from './layered-links.ts'
import type { Graph } from './graph-builder.ts'
import { GROUND_LINKS_MAX, UPPER_LINKS_MAX } from './graph-builder.ts'
import { descend, LayerSearch } from './layer-search.ts'
import type { VectorLayout } from './layout.ts'
import type { RowScorer } from './row-scorer.ts'

/** Shorter rows are not in the graph: next to most queries they count as zero, which is near to everything. */
export const FAINT_NORM: number = 2 ** -14
/** Shorter queries count as zero next to rows that are in the graph. */
export const FAINT_QUERY_NORM: number = 2 ** -9

/** The graph that lies in the bytes of a part. */
export function openGraph(bytes: Uint8Array, layout: VectorLayout): Graph | undefined {
  const { graph, count } = layout
  if (graph === undefined) return undefined
  const words = (at: number, length: number): Uint32Array =>
    new Uint32Array(bytes.buffer, bytes.byteOffset + at, length)
  const links = new LayeredLinks({
    ground: words(layout.groundAt, count * GROUND_LINKS_MAX),
    groundStride: GROUND_LINKS_MAX,
    upperRows: words(layout.upperRowsAt, graph.upperRowCount),
    upperStarts: words(layout.upperStartsAt, graph.upperRowCount + 1),
    upper: words(layout.upperAt, graph.upperListCount * UPPER_LINKS_MAX),
    upperStride: UPPER_LINKS_MAX,
  })
  return { links, entryRow: graph.entryRow, entryLevel: graph.entryLevel }
}

/** Puts the graph where `openGraph` finds it. */
export function writeGraph(bytes: Uint8Array, layout: VectorLayout, graph: Graph): void {
  const { links } = graph
  const put = (at: number, words: Uint32Array): void =>
    new Uint32Array(bytes.buffer, bytes.byteOffset + at, words.length).set(words)
  put(layout.groundAt, links.ground)
  put(layout.upperRowsAt, links.upperRows)
  put(layout.upperStartsAt, links.upperStarts)
  put(layout.upperAt, links.upper)
}

export interface PickOptions {
  /** Rows to pick. */
  readonly keep: number
  /** Bit i of word i >> 5 is set where row i may be picked; all may when undefined. */
  readonly accepted: Uint32Array | undefined
  readonly norms: Float32Array | undefined
  readonly visitMax: number
  readonly shouldStop: () => boolean
}

/** One per thread: a search is over before the next one starts. */
const search = new LayerSearch()

/** The rows that a walk finds nearest to the query of `scorer`, in no order; undefined when a scan would be as cheap. */
export function pickRows(
  graph: Graph,
  scorer: RowScorer,
  options: PickOptions,
): Uint32Array | undefined {
  const { links, entryRow, entryLevel } = graph
  const { norms } = options
  scorer.rows[0] = entryRow
  const from = { row: entryRow, score: scorer.scoreRows(1)[0]! / (norms?.[entryRow] ?? 1) }
  for (let level = entryLevel; level > 0; level--) descend(links, level, scorer, from, norms)
  search.begin(links.rowCount)
  search.start(from.row, from.score, options)
  const isDone = search.walk(links, 0, scorer, options)
  if (!isDone && search.visitCount > options.visitMax) return undefined
  return search.found.rows.slice(0, search.found.size)
}
