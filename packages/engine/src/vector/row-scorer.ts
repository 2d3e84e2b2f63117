// Compares a query with many rows at a time. The rows lie in memory of the kernel itself, or elsewhere and are copied
// into a window of it batch by batch, or there is no kernel: the three do the same.

import type { RowKind, CompareRows } from './kernel-module.ts'
import { allocateKernelMemory, kernelFor, SCORE_BATCH_MAX } from './kernel.ts'
import type { Kernel } from './kernel.ts'
import { dotProduct } from './similarity.ts'
import type { WasmMemory } from '../bits/web-assembly.ts'

/** Rows of one kind behind one another. */
export interface RowBlock {
  readonly kind: RowKind
  readonly bytes: Uint8Array
  /** Bytes from one row to the next, a multiple of 16. */
  readonly stride: number
}

/** Larger scores are nearer; they are overwritten by the next call. Batches are of at most `SCORE_BATCH_MAX` rows. */
export interface RowScorer {
  /** Where the caller puts the rows of `scoreRows`. */
  readonly rows: Uint32Array
  /** Takes a query that looks like a row. */
  setQuery(query: Uint8Array): void
  /** Takes a row of its own as the query. */
  setQueryRow(row: number): void
  scoreRange(first: number, count: number): Float32Array
  /** Scores the first `count` of `rows`. */
  scoreRows(count: number): Float32Array
}

/** A scorer for rows that lie in `memory`, or anywhere when there is none. */
export function createRowScorer(block: RowBlock, memory?: WasmMemory): RowScorer {
  if (memory !== undefined) return new MemoryScorer(block, kernelFor(memory, block.stride))
  const window = kernelWindow(block.stride)
  return window === undefined ? new PlainScorer(block) : new WindowScorer(block, window)
}

/** Compares rows where they are. */
class MemoryScorer implements RowScorer {
  readonly rows: Uint32Array
  readonly #scores: Float32Array
  readonly #queryBytes: Uint8Array
  readonly #compare: CompareRows
  readonly #rowsAt: number
  readonly #stride: number
  readonly #idsAt: number
  readonly #outAt: number
  readonly #ownQueryAt: number
  #queryAt: number

  constructor({ kind, bytes, stride }: RowBlock, kernel: Kernel) {
    const { buffer } = kernel.memory
    this.rows = new Uint32Array(buffer, kernel.idsAt, SCORE_BATCH_MAX)
    this.#scores = new Float32Array(buffer, kernel.outAt, SCORE_BATCH_MAX)
    this.#queryBytes = new Uint8Array(buffer, kernel.queryAt, stride)
    this.#compare = kernel.functions[kind]
    this.#rowsAt = bytes.byteOffset
    this.#stride = stride
    this.#idsAt = kernel.idsAt
    this.#outAt = kernel.outAt
    this.#ownQueryAt = kernel.queryAt
    this.#queryAt = kernel.queryAt
  }

  setQuery(query: Uint8Array): void {
    this.#queryBytes.set(query)
    this.#queryAt = this.#ownQueryAt
  }

  setQueryRow(row: number): void {
    this.#queryAt = this.#rowsAt + row * this.#stride
  }

  scoreRange(first: number, count: number): Float32Array {
    this.#compare(this.#queryAt, this.#rowsAt, this.#stride, 0, first, count, this.#outAt)
    return this.#scores
  }

  scoreRows(count: number): Float32Array {
    this.#compare(this.#queryAt, this.#rowsAt, this.#stride, this.#idsAt, 0, count, this.#outAt)
    return this.#scores
  }
}

/** Bytes of the window beyond one row. */
const WINDOW_BYTES = 1 << 20

interface KernelWindow {
  readonly kernel: Kernel
  readonly bytes: Uint8Array
}

/** One per thread, and only ever replaced by a larger one. */
let sharedWindow: KernelWindow | undefined

function kernelWindow(stride: number): KernelWindow | undefined {
  if (sharedWindow === undefined || sharedWindow.kernel.queryBytesMax < stride) {
    const memory = allocateKernelMemory(WINDOW_BYTES + stride)
    if (memory === undefined) return undefined
    const bytes = new Uint8Array(memory.buffer)
    sharedWindow = { kernel: kernelFor(memory, Math.max(stride, 16_384)), bytes }
  }
  return sharedWindow
}

/** Copies rows to the kernel before it reads them. The window is shared, so the query is put there again each time. */
class WindowScorer implements RowScorer {
  readonly rows: Uint32Array = new Uint32Array(SCORE_BATCH_MAX)
  readonly #block: RowBlock
  readonly #window: KernelWindow
  readonly #out: Float32Array
  readonly #batchMax: number
  readonly #scores = new Float32Array(SCORE_BATCH_MAX)
  #query: Uint8Array = new Uint8Array(0)

  constructor(block: RowBlock, window: KernelWindow) {
    this.#block = block
    this.#window = window
    const { memory, outAt } = window.kernel
    this.#out = new Float32Array(memory.buffer, outAt, SCORE_BATCH_MAX)
    this.#batchMax = Math.floor(window.bytes.length / block.stride)
  }

  setQuery(query: Uint8Array): void {
    this.#query = query
  }

  setQueryRow(row: number): void {
    const { bytes, stride } = this.#block
    this.#query = bytes.subarray(row * stride, (row + 1) * stride)
  }

  scoreRange(first: number, count: number): Float32Array {
    const { bytes, stride } = this.#block
    for (let done = 0; done < count; done += this.#batchMax) {
      const some = Math.min(this.#batchMax, count - done)
      const from = (first + done) * stride
      this.#window.bytes.set(bytes.subarray(from, from + some * stride))
      this.#scoreWindow(done, some)
    }
    return this.#scores
  }

  scoreRows(count: number): Float32Array {
    const { bytes, stride } = this.#block
    for (let done = 0; done < count; done += this.#batchMax) {
      const some = Math.min(this.#batchMax, count - done)
      for (let i = 0; i < some; i++) {
        const from = this.rows[done + i]! * stride
        this.#window.bytes.set(bytes.subarray(from, from + stride), i * stride)
      }
      this.#scoreWindow(done, some)
    }
    return this.#scores
  }

  #scoreWindow(done: number, count: number): void {
    const { functions, memory, queryAt, outAt } = this.#window.kernel
    const { kind, stride } = this.#block
    new Uint8Array(memory.buffer, queryAt, stride).set(this.#query)
    functions[kind](queryAt, 0, stride, 0, 0, count, outAt)
    this.#scores.set(this.#out.subarray(0, count), done)
  }
}

/** The same in plain JavaScript, for a runtime without the kernel and as the oracle of its tests. */
export class PlainScorer implements RowScorer {
  readonly rows: Uint32Array = new Uint32Array(SCORE_BATCH_MAX)
  readonly #block: RowBlock
  readonly #scores = new Float32Array(SCORE_BATCH_MAX)
  #query: Uint8Array = new Uint8Array(0)

  constructor(block: RowBlock) {
    this.#block = block
  }

  setQuery(query: Uint8Array): void {
    this.#query = query.slice()
  }

  setQueryRow(row: number): void {
    const { bytes, stride } = this.#block
    this.#query = bytes.slice(row * stride, (row + 1) * stride)
  }

  scoreRange(first: number, count: number): Float32Array {
    for (let i = 0; i < count; i++) this.#scores[i] = this.#scoreRow(first + i)
    return this.#scores
  }

  scoreRows(count: number): Float32Array {
    for (let i = 0; i < count; i++) this.#scores[i] = this.#scoreRow(this.rows[i]!)
    return this.#scores
  }

  #scoreRow(row: number): number {
    const { kind, bytes, stride } = this.#block
    const at = bytes.byteOffset + row * stride
    const query = this.#query
    if (kind === 'floats') {
      return dotProduct(
        new Float32Array(bytes.buffer, at, stride / 4),
        new Float32Array(query.buffer, query.byteOffset, stride / 4),
      )
    }
    let sum = 0
    if (kind === 'codes') {
      const own = new Int8Array(query.buffer, query.byteOffset, stride)
      const codes = new Int8Array(bytes.buffer, at, stride)
      for (let i = 0; i < stride; i++) sum += codes[i]! * own[i]!
      return sum
    }
    for (let i = 0; i < stride; i++) {
      for (let rest = bytes[row * stride + i]! ^ query[i]!; rest !== 0; rest &= rest - 1) sum++
    }
    return -sum
  }
}
