// The few parts of the WebAssembly interface in use; the language's own library does not describe it.

/** Memory that every thread it is sent to shares. */
export interface WasmMemory {
  readonly buffer: SharedArrayBuffer
  /** Adds pages of 64 KiB at the end, in one step for all threads; returns the number of pages before. */
  grow(pages: number): number
}

interface WasmInterface {
  readonly Memory: new (options: { initial: number; maximum: number; shared: true }) => WasmMemory
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
