// The few parts of the WebAssembly interface in use; the language's own library does not describe it.

/** Memory that every thread it is sent to shares. */
export interface WasmMemory {
  readonly buffer: SharedArrayBuffer
  /** Adds pages of 64 KiB at the end, in one step for all threads; returns the number of pages before. */
  grow(pages: number): number
}

/** Memory of one thread. */
export interface PrivateWasmMemory {
  readonly buffer: ArrayBuffer
}

interface WasmInterface {
  readonly Memory: {
    new (options: { initial: number; maximum: number; shared: true }): WasmMemory
    new (options: { initial: number; maximum: number }): PrivateWasmMemory
  }
  readonly CompileError: new () => Error
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => { readonly exports: Record<string, unknown> }
}

export const WASM_PAGE_BYTES = 65_536
/** Pages a memory of 32-bit addresses can have. */
export const WASM_PAGES_MAX = 65_536

/** Absent where the runtime was started without it. */
export const webAssembly: WasmInterface | undefined = (
  globalThis as { readonly WebAssembly?: WasmInterface }
).WebAssembly

/** The one function of a module with memory of its own; undefined where this machine cannot run it. */
export function instantiateKernel<Kernel>(
  bytes: Uint8Array<ArrayBuffer>,
  { name, pages }: { readonly name: string; readonly pages: number },
): { readonly run: Kernel; readonly memory: ArrayBuffer } | undefined {
  const made = instantiateKernels<Record<string, Kernel>>(bytes, pages)
  return made === undefined ? undefined : { run: made.kernels[name]!, memory: made.memory }
}

/** The functions of a module with memory of their own, which never grows; undefined where this machine cannot run it. */
export function instantiateKernels<Kernels>(
  bytes: Uint8Array<ArrayBuffer>,
  pages: number,
): { readonly kernels: Kernels; readonly memory: ArrayBuffer } | undefined {
  if (webAssembly === undefined) return undefined
  try {
    const memory = new webAssembly.Memory({ initial: pages, maximum: pages })
    const module = new webAssembly.Module(bytes)
    const { exports } = new webAssembly.Instance(module, { host: { memory } })
    return { kernels: exports as Kernels, memory: memory.buffer }
  } catch (error) {
    // processors without the instructions for many bytes at once, and address space that is bounded
    if (error instanceof RangeError || error instanceof webAssembly.CompileError) return undefined
    throw error
  }
}
