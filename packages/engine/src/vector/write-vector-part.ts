import { assert } from '../errors.ts'
import { buildGraphSteps } from './build-graph.ts'
import type { VectorSource } from './build-graph.ts'
import { writeGraph } from './graph-part.ts'
import { rowStride, vectorLayout, writeHeader } from './layout.ts'
import { quantizeBits } from './quantize.ts'
import { norm } from './similarity.ts'
import type { VectorRows } from './vector-rows.ts'

export interface VectorPartOptions {
  /** Keeps one bit of each number, and no way back. */
  readonly binaryQuantized: boolean
  /** Parts of fewer bytes of rows have no graph: they are looked through in a few milliseconds. */
  readonly graphBytesMin?: number
  /** Asked now and then while a graph is built; the part is written without one when it says so. */
  readonly shouldStop?: () => boolean
}

/** The bytes of a part. `sources` are parts that rows come from: the graph of the largest is taken over. */
export function writeVectorPart(
  rows: VectorRows,
  options: VectorPartOptions,
  sources: readonly VectorSource[] = [],
): Uint8Array {
  const steps = vectorPartSteps(rows, options, sources)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** The same in steps of some milliseconds, for a caller that has other things to do; leaving it half done is fine. */
export function* vectorPartSteps(
  rows: VectorRows,
  options: VectorPartOptions,
  sources: readonly VectorSource[] = [],
): Generator<void, Uint8Array> {
  const { dimensions, docIds, slots, values } = rows
  const count = docIds.length
  assert(slots.length === count, 'every row has a slot')
  assert(values.length === count * dimensions, 'every row has all its dimensions')
  const { binaryQuantized } = options
  const stored = storeRows(rows, binaryQuantized)
  const built = yield* buildGraphSteps(rows, stored, options, sources)
  let docCount = 0
  let isIdentity = true
  for (let row = 0; row < count; row++) {
    if (row === 0 || docIds[row] !== docIds[row - 1]) docCount++
    if (docIds[row] !== row) isIdentity = false
  }
  const layout = vectorLayout({
    dimensions,
    count,
    docCount,
    binaryQuantized,
    isIdentity,
    graph: built && {
      entryRow: built.graph.entryRow,
      entryLevel: built.graph.entryLevel,
      upperRowCount: built.graph.links.upperRows.length,
      upperListCount: built.graph.links.upperStarts.at(-1)!,
      faintRowCount: built.faintRows.length,
    },
  })
  const bytes = new Uint8Array(layout.byteLength)
  writeHeader(bytes, layout)
  new Uint32Array(bytes.buffer, layout.docIdsAt, count).set(docIds)
  bytes.set(slots, layout.slotsAt)
  new Float32Array(bytes.buffer, layout.normsAt, stored.norms.length).set(stored.norms)
  bytes.set(stored.bytes, layout.rowsAt)
  if (built !== undefined) {
    new Uint32Array(bytes.buffer, layout.faintRowsAt, built.faintRows.length).set(built.faintRows)
    writeGraph(bytes, layout, built.graph)
  }
  return bytes
}

/** Rows as they are stored. */
export interface StoredRows {
  readonly bytes: Uint8Array
  readonly stride: number
  /** Empty when there are only bits. */
  readonly norms: Float32Array
}

function storeRows({ dimensions, docIds, values }: VectorRows, isBinary: boolean): StoredRows {
  const count = docIds.length
  const stride = rowStride(dimensions, isBinary)
  const bytes = new Uint8Array(count * stride)
  const norms = new Float32Array(isBinary ? 0 : count)
  for (let row = 0; row < count; row++) {
    const vector = values.subarray(row * dimensions, (row + 1) * dimensions)
    if (isBinary) {
      quantizeBits(vector, bytes.subarray(row * stride, (row + 1) * stride))
    } else {
      new Float32Array(bytes.buffer, row * stride, dimensions).set(vector)
      norms[row] = norm(vector)
    }
  }
  return { bytes, stride, norms }
}
