// Memory for what a read works with and forgets. A typed array of its own costs a microsecond and the collector's attention,
// and a search makes hundreds; a view of memory that is there costs a fiftieth of that and stays in the processor's cache.
//
// Everything given out is void when the read ends. What is remembered beyond it must be asked for outside, or copied.

import { type BitKernels, bitModule } from './bit-module.ts'
import { instantiateKernels, WASM_PAGE_BYTES } from './web-assembly.ts'

/** Reads that need more than this take arrays of their own. */
const SCRATCH_BYTES = 4 << 20
/** One array takes at most this share of it. */
const SHARE_MAX = 4

let memory: ArrayBuffer | null = null
/** Null where this machine has none. */
let kernels: BitKernels | null = null
/** Bytes given out; no less than SCRATCH_BYTES while nobody reads. */
let used = SCRATCH_BYTES
let isPoisoned = false

/** Runs a read; the arrays it takes here are void once it has returned. Not to be nested. */
export function withScratch<T>(read: () => T): T {
  memory ??= openMemory()
  used = 0
  try {
    return read()
  } finally {
    if (isPoisoned) new Uint8Array(memory, 0, used).fill(0xa5)
    used = SCRATCH_BYTES
  }
}

function openMemory(): ArrayBuffer {
  const made = instantiateKernels<BitKernels>(bitModule(), SCRATCH_BYTES / WASM_PAGE_BYTES)
  kernels = made?.kernels ?? null
  return made?.memory ?? new ArrayBuffer(SCRATCH_BYTES)
}

/** What works on an array where it lies; null when that is not here. */
export function kernelsOf(array: Uint32Array): BitKernels | null {
  return isScratch(array) ? kernels : null
}

/** Whether an array will be void. */
export function isScratch(array: Uint32Array): boolean {
  return memory !== null && array.buffer === memory
}

/** For tests: whoever keeps an array of a read finds it destroyed. */
export function poisonScratch(): void {
  isPoisoned = true
}

/** Numbers that are all zero. */
export function zeroWords(length: number): Uint32Array {
  const start = take(length)
  return start < 0 ? new Uint32Array(length) : new Uint32Array(memory!, start, length).fill(0)
}

/** Numbers that are anything until they are written. */
export function rawWords(length: number): Uint32Array {
  const start = take(length)
  return start < 0 ? new Uint32Array(length) : new Uint32Array(memory!, start, length)
}

/** Signed numbers that are anything until they are written. */
export function rawInts(length: number): Int32Array {
  const start = take(length)
  return start < 0 ? new Int32Array(length) : new Int32Array(memory!, start, length)
}

/** Doubles that are anything until they are written. */
export function rawDoubles(length: number): Float64Array {
  // one word more: they begin at a multiple of eight
  const start = take(length * 2 + 1)
  return start < 0
    ? new Float64Array(length)
    : new Float64Array(memory!, Math.ceil(start / 8) * 8, length)
}

/** Bytes that are anything until they are written. */
export function rawBytes(length: number): Uint8Array {
  const start = take((length + 3) >>> 2)
  return start < 0 ? new Uint8Array(length) : new Uint8Array(memory!, start, length)
}

/** The first `length` numbers of an array that was taken last; the rest is free again. */
export function trimWords(array: Uint32Array, length: number): Uint32Array {
  if (length === array.length) return array
  const end = array.byteOffset + array.length * 4
  if (end === used && isScratch(array)) used = array.byteOffset + length * 4
  return array.subarray(0, length)
}

/** Where the next `length` numbers begin, or -1 when there is no room or no read. */
function take(length: number): number {
  const start = used
  const end = start + length * 4
  if (end > SCRATCH_BYTES || length * 4 * SHARE_MAX > SCRATCH_BYTES) return -1
  used = end
  return start
}
