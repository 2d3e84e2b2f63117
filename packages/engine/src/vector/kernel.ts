// The kernel bound to a memory, with room of its own there for a query, row numbers and scores.

import { kernelModule } from './kernel-module.ts'
import type { CompareRows, KernelFunctions, RowKind } from './kernel-module.ts'
import { WASM_PAGE_BYTES, WASM_PAGES_MAX, webAssembly } from '../bits/web-assembly.ts'
import type { WasmMemory } from '../bits/web-assembly.ts'

/** Most rows of one call. */
export const SCORE_BATCH_MAX = 512

/** What one thread needs to have rows of a memory compared. */
export interface Kernel {
  readonly functions: KernelFunctions
  readonly memory: WasmMemory
  readonly queryAt: number
  readonly queryBytesMax: number
  readonly idsAt: number
  readonly outAt: number
}

/** Pages that threads may take from a memory for themselves; each takes one or a few. */
const THREAD_PAGES_MAX = 1024

/** New memory of at least so many bytes, with nothing else in it; undefined where there is no kernel or no such room. */
export function allocateKernelMemory(byteLength: number): WasmMemory | undefined {
  const initial = Math.ceil(byteLength / WASM_PAGE_BYTES) + 1
  const maximum = initial + THREAD_PAGES_MAX
  if (webAssembly === undefined || maximum > WASM_PAGES_MAX) return undefined
  try {
    return new webAssembly.Memory({ initial, maximum, shared: true })
  } catch (error) {
    // address space may be bounded; callers do without
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** One per memory and thread: the room is taken from the memory's end and never given back. */
const kernels = new WeakMap<WasmMemory, Kernel>()

let compiled: object | undefined

/** The kernel of this thread for a memory, with room for queries of so many bytes. */
export function kernelFor(memory: WasmMemory, queryBytesMax: number): Kernel {
  const known = kernels.get(memory)
  if (known !== undefined && known.queryBytesMax >= queryBytesMax) return known
  compiled ??= new webAssembly!.Module(kernelModule())
  const { exports } = new webAssembly!.Instance(compiled, { host: { memory } })
  const listBytes = 4 * SCORE_BATCH_MAX
  const pages = Math.ceil((queryBytesMax + 2 * listBytes) / WASM_PAGE_BYTES)
  // growing is one step for all threads, so no two of them get the same pages
  const idsAt = memory.grow(pages) * WASM_PAGE_BYTES
  const outAt = idsAt + listBytes
  const queryAt = outAt + listBytes
  const kernel: Kernel = {
    functions: exports as Record<RowKind, CompareRows>,
    memory,
    queryAt,
    queryBytesMax,
    idsAt,
    outAt,
  }
  kernels.set(memory, kernel)
  return kernel
}
