import { assert } from '../errors.ts'
import { vectorLayout, writeHeader } from './layout.ts'
import { quantizeBits } from './quantize.ts'
import { norm } from './similarity.ts'
import type { VectorPart } from './vector-part.ts'
import type { VectorRows } from './vector-rows.ts'

export interface VectorPartOptions {
  /** Keeps one bit of each number, and no way back. */
  readonly binaryQuantized: boolean
}

/** The bytes of a part. `sources` are parts that the rows come from, should that help. */
export function writeVectorPart(
  rows: VectorRows,
  options: VectorPartOptions,
  _sources: readonly VectorPart[] = [],
): Uint8Array {
  const { dimensions, docIds, slots, values } = rows
  const count = docIds.length
  assert(slots.length === count, 'every row has a slot')
  assert(values.length === count * dimensions, 'every row has all its dimensions')
  const isIdentity = docIds.every((doc, row) => doc === row)
  const { binaryQuantized } = options
  const layout = vectorLayout({ dimensions, count, binaryQuantized, isIdentity })
  const bytes = new Uint8Array(layout.byteLength)
  writeHeader(bytes, layout)
  new Uint32Array(bytes.buffer, layout.docIdsAt, count).set(docIds)
  bytes.set(slots, layout.slotsAt)
  const norms = new Float32Array(bytes.buffer, layout.normsAt, binaryQuantized ? 0 : count)
  for (let row = 0; row < count; row++) {
    const vector = values.subarray(row * dimensions, (row + 1) * dimensions)
    const at = layout.rowsAt + row * layout.stride
    if (binaryQuantized) {
      quantizeBits(vector, bytes.subarray(at, at + layout.stride))
    } else {
      new Float32Array(bytes.buffer, at, dimensions).set(vector)
      norms[row] = norm(vector)
    }
  }
  return bytes
}
