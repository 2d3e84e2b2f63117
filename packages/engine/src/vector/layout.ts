// The bytes of a vector part. Sections start at multiples of 16, so that the kernel and typed arrays can use them in place.
//
//   ┌──────────┬─────────────┬──────────┬──────────────┬───────────────────┬───────────────────────────────┐
//   │ header   │ doc ids     │ slots    │ norms        │ rows              │ graph, where there is one     │
//   │ 64 bytes │ u32 per row │ u8       │ f32 (floats) │ f32s, or one bit  │ u32: faint rows, ground lists │
//   │          │             │          │              │ per number        │ upper rows, starts, lists     │
//   └──────────┴─────────────┴──────────┴──────────────┴───────────────────┴───────────────────────────────┘
//
// A row is padded with zeros to a multiple of 16 bytes; of bits, number i is bit i & 7 of byte i >> 3. Faint rows are too
// short for their direction to mean anything; they are not in the graph. Lists are described in layered-links.ts.

import { GROUND_LINKS_MAX, UPPER_LINKS_MAX } from './graph-builder.ts'

/** What the header says. */
export interface VectorFacts {
  readonly dimensions: number
  readonly count: number
  readonly docCount: number
  readonly binaryQuantized: boolean
  /** Row i is the only row of doc i. */
  readonly isIdentity: boolean
  readonly graph: GraphFacts | undefined
}

interface GraphFacts {
  readonly entryRow: number
  readonly entryLevel: number
  readonly upperRowCount: number
  readonly upperListCount: number
  readonly faintRowCount: number
}

/** Where things lie in the bytes of a part. */
export interface VectorLayout extends VectorFacts {
  readonly stride: number
  readonly docIdsAt: number
  readonly slotsAt: number
  readonly normsAt: number
  readonly rowsAt: number
  readonly faintRowsAt: number
  readonly groundAt: number
  readonly upperRowsAt: number
  readonly upperStartsAt: number
  readonly upperAt: number
  readonly byteLength: number
}

const MAGIC = 0x43565853 // "SXVC"
const VERSION = 1
const HEADER_BYTES = 64
const IS_BINARY = 1
const IS_IDENTITY = 2
const HAS_GRAPH = 4

/** Bytes from one row to the next. */
export function rowStride(dimensions: number, binaryQuantized: boolean): number {
  return padded(binaryQuantized ? Math.ceil(dimensions / 8) : dimensions * 4)
}

/** The layout of a part of which this is known. */
export function vectorLayout(facts: VectorFacts): VectorLayout {
  const { dimensions, count, binaryQuantized, graph } = facts
  const stride = rowStride(dimensions, binaryQuantized)
  const docIdsAt = HEADER_BYTES
  const slotsAt = docIdsAt + padded(count * 4)
  const normsAt = slotsAt + padded(count)
  const rowsAt = normsAt + (binaryQuantized ? 0 : padded(count * 4))
  const faintRowsAt = rowsAt + count * stride
  const groundAt = faintRowsAt + padded((graph?.faintRowCount ?? 0) * 4)
  const upperRowsAt = groundAt + (graph === undefined ? 0 : count * GROUND_LINKS_MAX * 4)
  const upperStartsAt = upperRowsAt + padded((graph?.upperRowCount ?? 0) * 4)
  const upperAt = upperStartsAt + (graph === undefined ? 0 : padded((graph.upperRowCount + 1) * 4))
  const byteLength = upperAt + (graph?.upperListCount ?? 0) * UPPER_LINKS_MAX * 4
  return {
    ...facts,
    stride,
    docIdsAt,
    slotsAt,
    normsAt,
    rowsAt,
    faintRowsAt,
    groundAt,
    upperRowsAt,
    upperStartsAt,
    upperAt,
    byteLength,
  }
}

export function writeHeader(bytes: Uint8Array, layout: VectorFacts): void {
  const { binaryQuantized, isIdentity, graph } = layout
  const flags =
    (binaryQuantized ? IS_BINARY : 0) |
    (isIdentity ? IS_IDENTITY : 0) |
    (graph === undefined ? 0 : HAS_GRAPH)
  const words = [MAGIC, VERSION, flags, layout.dimensions, layout.count, layout.docCount]
  if (graph !== undefined) {
    words.push(graph.entryRow, graph.entryLevel)
    words.push(graph.upperRowCount, graph.upperListCount, graph.faintRowCount)
  }
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES)
  for (const [i, word] of words.entries()) header.setUint32(4 * i, word, true)
}

/** The layout that the header tells, or what is wrong with it. */
export function readHeader(bytes: Uint8Array): VectorLayout | { readonly expected: string } {
  if (bytes.length < HEADER_BYTES) return { expected: `at least ${HEADER_BYTES} bytes` }
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES)
  const word = (index: number): number => header.getUint32(4 * index, true)
  if (word(0) !== MAGIC) return { expected: 'the mark of a vector part' }
  if (word(1) !== VERSION) return { expected: `version ${VERSION}` }
  const flags = word(2)
  const graph = {
    entryRow: word(6),
    entryLevel: word(7),
    upperRowCount: word(8),
    upperListCount: word(9),
    faintRowCount: word(10),
  }
  const layout = vectorLayout({
    dimensions: word(3),
    count: word(4),
    docCount: word(5),
    binaryQuantized: (flags & IS_BINARY) !== 0,
    isIdentity: (flags & IS_IDENTITY) !== 0,
    graph: (flags & HAS_GRAPH) === 0 ? undefined : graph,
  })
  if (bytes.length < layout.byteLength) return { expected: `${layout.byteLength} bytes` }
  return layout
}

/** A multiple of 16. Counts of bytes may exceed 32 bits. */
function padded(byteCount: number): number {
  return Math.ceil(byteCount / 16) * 16
}
