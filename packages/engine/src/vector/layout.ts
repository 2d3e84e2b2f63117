// The bytes of a vector part. Sections start at multiples of 16, so that the kernel and typed arrays can use them in place.
//
//   ┌─────────┬─────────────┬──────────┬──────────────┬──────────────────────────┐
//   │ header  │ doc ids     │ slots    │ norms        │ rows                     │
//   │ 64 byte │ u32 per row │ u8       │ f32 (floats) │ f32 each, or one bit     │
//   └─────────┴─────────────┴──────────┴──────────────┴──────────────────────────┘
//
// A row of floats is padded with zeros to a multiple of 16 bytes, a row of bits as well: bit i of byte i >> 3.

/** Where things lie in the bytes of a part. */
export interface VectorLayout {
  readonly dimensions: number
  readonly count: number
  readonly binaryQuantized: boolean
  /** Row i is the only row of doc i. */
  readonly isIdentity: boolean
  readonly stride: number
  readonly docIdsAt: number
  readonly slotsAt: number
  readonly normsAt: number
  readonly rowsAt: number
  readonly byteLength: number
}

const MAGIC = 0x43565853 // "SXVC"
const VERSION = 1
const HEADER_BYTES = 64
const IS_BINARY = 1
const IS_IDENTITY = 2

type Facts = Pick<VectorLayout, 'dimensions' | 'count' | 'binaryQuantized' | 'isIdentity'>

/** The layout of a part of so many rows. */
export function vectorLayout(facts: Facts): VectorLayout {
  const { dimensions, count, binaryQuantized } = facts
  const stride = padded(binaryQuantized ? Math.ceil(dimensions / 8) : dimensions * 4)
  const docIdsAt = HEADER_BYTES
  const slotsAt = docIdsAt + padded(count * 4)
  const normsAt = slotsAt + padded(count)
  const rowsAt = normsAt + (binaryQuantized ? 0 : padded(count * 4))
  const byteLength = rowsAt + count * stride
  return { ...facts, stride, docIdsAt, slotsAt, normsAt, rowsAt, byteLength }
}

export function writeHeader(bytes: Uint8Array, layout: VectorLayout): void {
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES)
  header.setUint32(0, MAGIC, true)
  header.setUint32(4, VERSION, true)
  const flags = (layout.binaryQuantized ? IS_BINARY : 0) | (layout.isIdentity ? IS_IDENTITY : 0)
  header.setUint32(8, flags, true)
  header.setUint32(12, layout.dimensions, true)
  header.setUint32(16, layout.count, true)
}

/** The layout that the header tells, or what is wrong with it. */
export function readHeader(bytes: Uint8Array): VectorLayout | { readonly expected: string } {
  if (bytes.length < HEADER_BYTES) return { expected: `at least ${HEADER_BYTES} bytes` }
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES)
  if (header.getUint32(0, true) !== MAGIC) return { expected: 'the mark of a vector part' }
  if (header.getUint32(4, true) !== VERSION) return { expected: `version ${VERSION}` }
  const flags = header.getUint32(8, true)
  const layout = vectorLayout({
    dimensions: header.getUint32(12, true),
    count: header.getUint32(16, true),
    binaryQuantized: (flags & IS_BINARY) !== 0,
    isIdentity: (flags & IS_IDENTITY) !== 0,
  })
  if (bytes.length < layout.byteLength) return { expected: `${layout.byteLength} bytes` }
  return layout
}

function padded(byteCount: number): number {
  return (byteCount + 15) & ~15
}
