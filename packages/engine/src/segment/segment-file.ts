// The container of segment structures: named sections behind one another, each with a checksum.
//
//   ┌────────────────┬───────────┬─────┬───────────┬──────────┬──────────────────────────────┐
//   │ magic, version │ section 0 │  …  │ section n │ contents │ footer                       │
//   │ 8 bytes        │ padded to 8 bytes each      │ JSON     │ offset, length, crc32, magic │
//   └────────────────┴───────────┴─────┴───────────┴──────────┴──────────────────────────────┘
//
// Sections start at multiples of 8 so that typed arrays can view them in place.

import { crc32 } from 'node:zlib'
import { CorruptIndexError } from '../errors.ts'
import type { StoredFile } from '../store/segment-store.ts'
import { allocateKernelMemory } from '../vector/kernel.ts'
import type { WasmMemory } from '../bits/web-assembly.ts'

const MAGIC = 0x54585353 // "SSXT"
export const SEGMENT_FILE_VERSION = 1
const HEADER_BYTES = 8
const FOOTER_BYTES = 24
const ALIGNMENT = 8
const RESTORE_ADVICE =
  'The file was left as it is; restore it from a snapshot or a copy, or load a dump into a new folder.'

interface SectionEntry {
  readonly name: string
  readonly offset: number
  readonly length: number
  readonly crc32: number
  /** Sections whose parts carry their own checksums are verified part by part as they are read. */
  readonly isSelfChecked?: boolean
}

/** Collects sections; `parts` is what the store writes. */
export class SegmentFileWriter {
  readonly #parts: Uint8Array[]
  readonly #entries: SectionEntry[] = []
  #offset = HEADER_BYTES

  constructor() {
    const header = new DataView(new ArrayBuffer(HEADER_BYTES))
    header.setUint32(0, MAGIC, true)
    header.setUint32(4, SEGMENT_FILE_VERSION, true)
    this.#parts = [new Uint8Array(header.buffer)]
  }

  add(
    name: string,
    section: ArrayBufferView | readonly Uint8Array[],
    options: { isSelfChecked?: boolean } = {},
  ): void {
    const pieces: readonly Uint8Array[] = ArrayBuffer.isView(section)
      ? [new Uint8Array(section.buffer, section.byteOffset, section.byteLength)]
      : section
    let length = 0
    let crc = 0
    for (const piece of pieces) {
      this.#parts.push(piece)
      length += piece.length
      // zlib answers 0 for no bytes, whatever came before
      if (options.isSelfChecked !== true && piece.length > 0) crc = crc32(piece, crc)
    }
    this.#entries.push({
      name,
      offset: this.#offset,
      length,
      crc32: crc,
      ...(options.isSelfChecked === true && { isSelfChecked: true }),
    })
    const padding = (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT
    if (padding > 0) this.#parts.push(new Uint8Array(padding))
    this.#offset += length + padding
  }

  addJson(name: string, value: unknown): void {
    this.add(name, new TextEncoder().encode(JSON.stringify(value)))
  }

  /** Closes the file and gives its bytes. */
  finish(): { parts: readonly Uint8Array[]; sizeBytes: number } {
    const contents = new TextEncoder().encode(JSON.stringify(this.#entries))
    const footer = new DataView(new ArrayBuffer(FOOTER_BYTES))
    footer.setFloat64(0, this.#offset, true)
    footer.setUint32(8, contents.length, true)
    footer.setUint32(12, crc32(contents), true)
    footer.setUint32(16, SEGMENT_FILE_VERSION, true)
    footer.setUint32(20, MAGIC, true)
    this.#parts.push(contents, new Uint8Array(footer.buffer))
    return { parts: this.#parts, sizeBytes: this.#offset + contents.length + FOOTER_BYTES }
  }
}

/** Sections already in shared memory, by `file/section`. Handed between threads so that each byte is read once. */
export type SharedSections = Map<string, SharedArrayBuffer | WasmMemory>

/** Sections from this size on are worth a memory that the vector kernel reads in place. */
const KERNEL_MEMORY_BYTES_MIN = 1 << 20

/** Reads sections of one file; each is loaded once, into shared memory, and verified then. */
export class SegmentFileReader {
  readonly #file: StoredFile
  readonly #entries: ReadonlyMap<string, SectionEntry>
  readonly #shared: SharedSections

  constructor(file: StoredFile, shared: SharedSections) {
    this.#file = file
    this.#shared = shared
    try {
      this.#entries = readContents(file)
    } catch (error) {
      file.close()
      throw error
    }
  }

  get name(): string {
    return this.#file.name
  }

  get sizeBytes(): number {
    return this.#file.sizeBytes
  }

  has(section: string): boolean {
    return this.#entries.has(section)
  }

  /** The whole section in shared memory. */
  load(section: string): Uint8Array {
    const { length } = this.#entry(section)
    const known = this.#shared.get(this.#key(section))
    if (known !== undefined) return new Uint8Array(bufferOf(known), 0, length)
    const bytes = this.#readVerified(section)
    return this.#share(section, bytes, new SharedArrayBuffer((length + 7) & ~7))
  }

  /** The whole section, in memory of the vector kernel if it is large. */
  loadForKernel(section: string): { readonly bytes: Uint8Array; readonly memory?: WasmMemory } {
    const { length } = this.#entry(section)
    const known = this.#shared.get(this.#key(section))
    if (known === undefined && length >= KERNEL_MEMORY_BYTES_MIN) {
      const memory = allocateKernelMemory(length)
      if (memory !== undefined) {
        return { bytes: this.#share(section, this.#readVerified(section), memory), memory }
      }
    }
    const bytes = this.load(section)
    return known === undefined || known instanceof SharedArrayBuffer
      ? { bytes }
      : { bytes, memory: known }
  }

  #readVerified(section: string): Uint8Array {
    const entry = this.#entry(section)
    const bytes = this.#file.read(entry.offset, entry.length)
    if (entry.isSelfChecked !== true) {
      const found = crc32(bytes)
      if (found !== entry.crc32) throw this.#damaged(section, entry.crc32, found)
    }
    return bytes
  }

  #share(section: string, bytes: Uint8Array, memory: SharedArrayBuffer | WasmMemory): Uint8Array {
    const copy = new Uint8Array(bufferOf(memory), 0, bytes.length)
    copy.set(bytes)
    this.#shared.set(this.#key(section), memory)
    return copy
  }

  #key(section: string): string {
    return `${this.#file.name}/${section}`
  }

  loadUint16(section: string): Uint16Array {
    const bytes = this.load(section)
    return new Uint16Array(bytes.buffer, 0, bytes.length >>> 1)
  }

  loadUint32(section: string): Uint32Array {
    const bytes = this.load(section)
    return new Uint32Array(bytes.buffer, 0, bytes.length >>> 2)
  }

  loadJson(section: string): unknown {
    // text decoding refuses shared memory, so it gets a copy
    return JSON.parse(new TextDecoder().decode(this.load(section).slice()))
  }

  /** Bytes of a self-checked section, straight from the file into the first ones of `target`. */
  readInto(target: Uint8Array, section: string, offset: number, length: number): void {
    const entry = this.#entry(section)
    if (offset + length > entry.length) {
      throw this.#broken(section, `at least ${offset + length} bytes`, `${entry.length} bytes`)
    }
    this.#file.readInto(target, entry.offset + offset, length)
  }

  /** Refuses a part of a self-checked section whose checksum is not the expected one. */
  verify(section: string, bytes: Uint8Array, expected: number): void {
    const found = crc32(bytes)
    if (found !== expected) throw this.#damaged(section, expected, found)
  }

  close(): void {
    this.#file.close()
  }

  #entry(section: string): SectionEntry {
    const entry = this.#entries.get(section)
    if (entry === undefined) throw this.#broken(section, 'a section of that name', 'none')
    return entry
  }

  #damaged(section: string, expected: number, found: number): CorruptIndexError {
    return this.#broken(
      section,
      `checksum ${expected.toString(16)}`,
      `checksum ${found.toString(16)}`,
    )
  }

  #broken(structure: string, expected: string, found: string): CorruptIndexError {
    const file = this.#file.name
    return new CorruptIndexError({ file, structure, expected, found, advice: RESTORE_ADVICE })
  }
}

function bufferOf(memory: SharedArrayBuffer | WasmMemory): SharedArrayBuffer {
  return memory instanceof SharedArrayBuffer ? memory : memory.buffer
}

function readContents(file: StoredFile): Map<string, SectionEntry> {
  const refuse = (structure: string, expected: string, found: string): never => {
    throw new CorruptIndexError({
      file: file.name,
      structure,
      expected,
      found,
      advice: RESTORE_ADVICE,
    })
  }
  if (file.sizeBytes < HEADER_BYTES + FOOTER_BYTES) {
    refuse('file', `at least ${HEADER_BYTES + FOOTER_BYTES} bytes`, `${file.sizeBytes} bytes`)
  }
  const header = viewOf(file.read(0, HEADER_BYTES))
  const footer = viewOf(file.read(file.sizeBytes - FOOTER_BYTES, FOOTER_BYTES))
  for (const [structure, magic, version] of [
    ['header', header.getUint32(0, true), header.getUint32(4, true)],
    ['footer', footer.getUint32(20, true), footer.getUint32(16, true)],
  ] as const) {
    if (magic !== MAGIC) refuse(structure, `magic ${MAGIC.toString(16)}`, magic.toString(16))
    if (version !== SEGMENT_FILE_VERSION) {
      throw new CorruptIndexError({
        file: file.name,
        structure,
        expected: `version ${SEGMENT_FILE_VERSION}`,
        found: `version ${version}`,
        advice: 'Open it with the version of Sextant that wrote it.',
      })
    }
  }
  const offset = footer.getFloat64(0, true)
  const length = footer.getUint32(8, true)
  const isInside = Number.isInteger(offset) && offset >= HEADER_BYTES
  if (!isInside || offset + length + FOOTER_BYTES !== file.sizeBytes) {
    refuse('footer', `contents within ${file.sizeBytes} bytes`, `${length} bytes at ${offset}`)
  }
  const contents = file.read(offset, length)
  const found = crc32(contents)
  const expected = footer.getUint32(12, true)
  if (found !== expected) refuse('contents', expected.toString(16), found.toString(16))
  const entries = JSON.parse(new TextDecoder().decode(contents.slice())) as SectionEntry[]
  return new Map(entries.map((entry) => [entry.name, entry]))
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
