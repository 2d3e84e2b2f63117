// Decides whether a part gets a graph, and builds it from compact copies of the rows: they are only needed to find out
// which rows are near each other, and four times as many fit into the caches.

import { lowerBound } from '../bits/doc-set.ts'
import { adoptGraph } from './adopt-graph.ts'
import { connectRows } from './connect-rows.ts'
import type { Graph } from './graph-builder.ts'
import { GraphBuilder, levelFor } from './graph-builder.ts'
import { FAINT_NORM } from './graph-part.ts'
import { allocateKernelMemory } from './kernel.ts'
import { codeStride, quantizeCodes } from './quantize.ts'
import type { RowScorer } from './row-scorer.ts'
import { createRowScorer } from './row-scorer.ts'
import type { VectorPart } from './vector-part.ts'
import type { VectorRows } from './vector-rows.ts'
import type { StoredRows, VectorPartOptions } from './write-vector-part.ts'

/** A part whose rows, unchanged, are taken over by a new one. */
export interface VectorSource {
  readonly part: VectorPart
  /** Doc id of the part → doc id of the new one, -1 for documents that are gone. */
  readonly docMap: Int32Array
}

export interface BuiltGraph {
  readonly graph: Graph
  /** Rows that are not in it. */
  readonly faintRows: Uint32Array
}

/** A scan of this many bytes takes about three milliseconds, ten times a walk: bench/vectors. */
const GRAPH_BYTES_MIN = 24 << 20
/** With a larger share of faint rows there is no graph. */
const FAINT_SHARE_MAX = 0.1
/** A graph is taken over when this share of its rows lives on, and they are this share of the new rows. */
const ADOPTED_ALIVE_MIN = 0.7
const ADOPTED_SHARE_MIN = 0.2
const STEP_ROWS = 64

/** Undefined when the rows are few, when most are faint, without a kernel, or when stopped. */
export function* buildGraphSteps(
  rows: VectorRows,
  stored: StoredRows,
  options: VectorPartOptions,
  sources: readonly VectorSource[],
): Generator<void, BuiltGraph | undefined> {
  const count = rows.docIds.length
  const { graphBytesMin = GRAPH_BYTES_MIN, shouldStop } = options
  if (count < 2 || stored.bytes.length < graphBytesMin) return undefined
  const faintRows = findFaintRows(stored.norms)
  if (faintRows.length > count * FAINT_SHARE_MAX) return undefined
  const scorer = compactScorer(rows, stored)
  if (scorer === undefined) return undefined
  const isFaint = new Uint8Array(count)
  for (const row of faintRows) isFaint[row] = 1
  const sameKind = sources.filter(({ part }) => part.binaryQuantized === options.binaryQuantized)
  const adopted = largestSource(sameKind, rows, isFaint)
  const levels = new Uint8Array(count)
  for (let row = 0; row < count; row++) levels[row] = isFaint[row] === 1 ? 0 : levelFor(row)
  const isIn = new Uint8Array(count)
  const builder = yield* startBuilder(scorer, levels, adopted, isIn)
  for (let row = 0; row < count; row++) {
    if (isFaint[row] === 1 || isIn[row] === 1) continue
    builder.insert(row)
    if (row % STEP_ROWS !== 0) continue
    if (shouldStop?.() === true) return undefined
    yield
  }
  builder.cutLists()
  connectRows(builder, (row) => isFaint[row] === 0)
  return { graph: builder.finish(), faintRows }
}

function* startBuilder(
  scorer: RowScorer,
  levels: Uint8Array,
  adopted: AdoptedSource | undefined,
  isIn: Uint8Array,
): Generator<void, GraphBuilder> {
  if (adopted === undefined) return new GraphBuilder(scorer, levels)
  const { graph, rowMap } = adopted
  for (const [row, newRow] of rowMap.entries()) {
    if (newRow < 0) continue
    levels[newRow] = graph.links.levelOf(row)
    isIn[newRow] = 1
  }
  const builder = new GraphBuilder(scorer, levels)
  yield* adoptGraph(builder, graph.links, rowMap)
  return builder
}

function findFaintRows(norms: Float32Array): Uint32Array {
  const rows: number[] = []
  for (const [row, norm] of norms.entries()) if (!(norm >= FAINT_NORM)) rows.push(row)
  return Uint32Array.from(rows)
}

/** A scorer over copies of the rows in memory of the kernel: bits as they are, floats as codes. */
function compactScorer(
  { dimensions, docIds, values }: VectorRows,
  stored: StoredRows,
): RowScorer | undefined {
  const isBinary = stored.norms.length === 0
  const stride = isBinary ? stored.stride : codeStride(dimensions)
  const byteLength = docIds.length * stride
  const memory = allocateKernelMemory(byteLength)
  if (memory === undefined) return undefined
  const bytes = new Uint8Array(memory.buffer, 0, byteLength)
  if (isBinary) bytes.set(stored.bytes)
  else {
    for (const [row, norm] of stored.norms.entries()) {
      if (!(norm >= FAINT_NORM)) continue
      const vector = values.subarray(row * dimensions, (row + 1) * dimensions)
      quantizeCodes(vector, norm, new Int8Array(memory.buffer, row * stride, dimensions))
    }
  }
  return createRowScorer({ kind: isBinary ? 'bits' : 'codes', bytes, stride }, memory)
}

interface AdoptedSource {
  readonly graph: Graph
  /** Row of the source → new row, -1 for those that are gone or were not in its graph. */
  readonly rowMap: Int32Array
}

/** The source with the largest graph that is worth keeping. */
function largestSource(
  sources: readonly VectorSource[],
  rows: VectorRows,
  isFaint: Uint8Array,
): AdoptedSource | undefined {
  const [largest] = sources
    .filter(({ part }) => part.graph !== undefined && part.dimensions === rows.dimensions)
    .toSorted((a, b) => b.part.count - a.part.count)
  if (largest === undefined) return undefined
  const { part, docMap } = largest
  const rowMap = new Int32Array(part.count).fill(-1)
  let alive = 0
  for (let row = 0, first = 0; row < part.count; row++) {
    if (row > 0 && part.docAt(row) !== part.docAt(row - 1)) first = row
    const doc = docMap[part.docAt(row)] ?? -1
    if (doc < 0) continue
    const newRow = lowerBound(rows.docIds, doc) + row - first
    if (rows.docIds[newRow] !== doc || isFaint[newRow] === 1) continue
    rowMap[row] = newRow
    alive++
  }
  if (alive < part.count * ADOPTED_ALIVE_MIN) return undefined
  if (alive < rows.docIds.length * ADOPTED_SHARE_MIN) return undefined
  return { graph: part.graph!, rowMap }
}
