// Compares a query with many rows at a time. The rows lie in memory of the kernel itself, or elsewhere and are copied
// into a window of it batch by batch, or there is no kernel: the three do the same.

import { kernelModule } from './kernel-module.ts'
import type { CompareRows, KernelFunctions, RowKind } from './kernel-module.ts'
import { dotProduct } from './similarity.ts'
import { WASM_PAGE_BYTES, WASM_PAGES_MAX, webAssembly } from './web-assembly.ts'
import type { WasmMemory } from './web-assembly.ts'

/** Rows of one kind behind one another. */
export interface RowBlock {
  readonly kind: RowKind
  readonly bytes: Uint8Array
  /** Bytes from one row to the next, a multiple of 16. */
  readonly stride: number
}

/** Most rows of one call. */
export const SCORE_BATCH_MAX = 512

/** Scores are products, or numbers of differing bits; they are overwritten by the next call. */
export interface RowScorer {
  /** The bytes of the query: like a row, except that codes are given as 16-bit numbers. */
  setQuery(query: Uint8Array): void
  scoreRange(first: number, count: number): Float32Array
  scoreRows(rows: Uint32Array, count: number): Float32Array
}

/** A scorer for rows that lie anywhere. */
export function createRowScorer(block: RowBlock): RowScorer {
  const window = kernelWindow(block.stride)
  return window === undefined ? new PlainScorer(block) : new WindowScorer(block, window)
}

/** Bytes of the window beyond one query and one row. */
const WINDOW_BYTES = 1 << 20

/** One per thread, and only ever replaced by a larger one. */
let sharedWindow: KernelWindow | undefined

function kernelWindow(stride: number): KernelWindow | undefined {
  if (webAssembly === undefined) return undefined
  if (sharedWindow === undefined || sharedWindow.stride < stride) {
    sharedWindow = createKernelWindow(Math.max(stride, 16_384))
  }
  return sharedWindow
}

interface KernelWindow {
  /** The longest row it was made for. */
  readonly stride: number
  readonly functions: KernelFunctions
  readonly bytes: Uint8Array
  readonly queryAt: number
  readonly out: Float32Array
  readonly outAt: number
  readonly rowsAt: number
}

let compiled: object | undefined

function instantiate(memory: WasmMemory): KernelFunctions {
  compiled ??= new webAssembly!.Module(kernelModule())
  const { exports } = new webAssembly!.Instance(compiled, { host: { memory } })
  return exports as Record<RowKind, CompareRows>
}

function createKernelWindow(stride: number): KernelWindow {
  // address 0 stands for "no ids" and is left free
  const queryAt = 16
  const outAt = queryAt + 2 * stride
  const rowsAt = outAt + 4 * SCORE_BATCH_MAX
  const pages = Math.ceil((rowsAt + stride + WINDOW_BYTES) / WASM_PAGE_BYTES)
  const memory = new webAssembly!.Memory({ initial: pages, maximum: WASM_PAGES_MAX, shared: true })
  return {
    stride,
    functions: instantiate(memory),
    bytes: new Uint8Array(memory.buffer),
    queryAt,
    out: new Float32Array(memory.buffer, outAt, SCORE_BATCH_MAX),
    outAt,
    rowsAt,
  }
}

/** Copies rows to the kernel before it reads them. The window is shared, so the query is put there again each time. */
class WindowScorer implements RowScorer {
  readonly #block: RowBlock
  readonly #window: KernelWindow
  readonly #compare: CompareRows
  readonly #batchMax: number
  readonly #scores = new Float32Array(SCORE_BATCH_MAX)
  #query: Uint8Array = new Uint8Array(0)

  constructor(block: RowBlock, window: KernelWindow) {
    this.#block = block
    this.#window = window
    this.#compare = window.functions[block.kind]
    this.#batchMax = Math.floor((window.bytes.length - window.rowsAt) / block.stride)
  }

  setQuery(query: Uint8Array): void {
    this.#query = query
  }

  scoreRange(first: number, count: number): Float32Array {
    const { bytes, stride } = this.#block
    const { rowsAt } = this.#window
    for (let done = 0; done < count; done += this.#batchMax) {
      const some = Math.min(this.#batchMax, count - done)
      const from = (first + done) * stride
      this.#window.bytes.set(bytes.subarray(from, from + some * stride), rowsAt)
      this.#scoreWindow(done, some)
    }
    return this.#scores
  }

  scoreRows(rows: Uint32Array, count: number): Float32Array {
    const { bytes, stride } = this.#block
    const { rowsAt } = this.#window
    for (let done = 0; done < count; done += this.#batchMax) {
      const some = Math.min(this.#batchMax, count - done)
      for (let i = 0; i < some; i++) {
        const from = rows[done + i]! * stride
        this.#window.bytes.set(bytes.subarray(from, from + stride), rowsAt + i * stride)
      }
      this.#scoreWindow(done, some)
    }
    return this.#scores
  }

  #scoreWindow(done: number, count: number): void {
    const { queryAt, rowsAt, out, outAt } = this.#window
    this.#window.bytes.set(this.#query, queryAt)
    this.#compare(queryAt, rowsAt, this.#block.stride, 0, 0, count, outAt)
    this.#scores.set(out.subarray(0, count), done)
  }
}

/** The same in plain JavaScript, for a runtime without the kernel and as the oracle of its tests. */
export class PlainScorer implements RowScorer {
  readonly #block: RowBlock
  readonly #scores = new Float32Array(SCORE_BATCH_MAX)
  #query: Uint8Array = new Uint8Array(0)

  constructor(block: RowBlock) {
    this.#block = block
  }

  setQuery(query: Uint8Array): void {
    this.#query = query.slice()
  }

  scoreRange(first: number, count: number): Float32Array {
    for (let i = 0; i < count; i++) this.#scores[i] = this.#scoreRow(first + i)
    return this.#scores
  }

  scoreRows(rows: Uint32Array, count: number): Float32Array {
    for (let i = 0; i < count; i++) this.#scores[i] = this.#scoreRow(rows[i]!)
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
      const numbers = new Int16Array(query.buffer, query.byteOffset, stride)
      const codes = new Int8Array(bytes.buffer, at, stride)
      for (let i = 0; i < stride; i++) sum += codes[i]! * numbers[i]!
      return sum
    }
    for (let i = 0; i < stride; i++) {
      for (let rest = bytes[row * stride + i]! ^ query[i]!; rest !== 0; rest &= rest - 1) sum++
    }
    return sum
  }
}
