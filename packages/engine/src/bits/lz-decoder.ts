import { LZ_DICTIONARY_BYTES_MAX, lzDecode } from './lz.ts'
import {
  type DecodeBlock,
  INPUT_BYTES_MAX,
  lzDecoderModule,
  MEMORY_PAGES,
  SLOT_COUNT,
  TEXT_BYTES_MAX,
  textAt,
} from './lz-decoder-module.ts'
import { instantiateKernel } from './web-assembly.ts'

interface Kernel {
  readonly run: DecodeBlock
  readonly bytes: Uint8Array
  /** By slot, whose dictionary and text are in it. */
  readonly users: (LzDecoder | null)[]
  /** The slot that is taken next: the one that was taken longest ago. */
  nextSlot: number
}

/** One for all decoders of a thread; null where it cannot run. */
let kernel: Kernel | null | undefined

/**
 * Decompresses blocks against one dictionary: `begin`, fill what it gives, `decode`, then `text`. Decoders of a thread share
 * memory: a text is there until another decoder begins.
 */
export class LzDecoder {
  readonly #dictionary: Uint8Array
  readonly #kernel: Kernel | null
  #slot = 0
  /** For what the kernel has no room for: a compressed block, and the dictionary with the text behind it. */
  #input: Uint8Array = NOTHING
  #window: Uint8Array = NOTHING
  #isPlain = true
  #length = 0
  #textBytes = 0

  constructor(dictionary: Uint8Array) {
    this.#dictionary = dictionary
    if (kernel === undefined) kernel = openKernel()
    this.#kernel = dictionary.length > LZ_DICTIONARY_BYTES_MAX ? null : kernel
  }

  /** Memory whose first `length` bytes are to be filled with a block, of a text of `textBytes`. */
  begin(length: number, textBytes: number): Uint8Array {
    this.#length = length
    this.#textBytes = textBytes
    const shared = this.#kernel
    this.#isPlain = shared === null || length > INPUT_BYTES_MAX || textBytes > TEXT_BYTES_MAX
    if (!this.#isPlain) {
      if (shared!.users[this.#slot] !== this) this.#takeSlot(shared!)
      return shared!.bytes
    }
    if (this.#input.length < length) this.#input = new Uint8Array(length * 2)
    const base = this.#dictionary.length
    if (this.#window.length < base + textBytes) {
      this.#window = new Uint8Array(base + textBytes * 2)
      this.#window.set(this.#dictionary)
    }
    return this.#input
  }

  /** Decompresses up to `stop` or a little further; gives the length of the text so far, -1 where the bytes make no sense. */
  decode(stop: number): number {
    const base = this.#isPlain ? this.#dictionary.length : textAt(this.#slot)
    const limit = base + this.#textBytes
    const end = this.#isPlain
      ? lzDecode(this.#input, 0, this.#length, this.#window.subarray(0, limit), base, base + stop)
      : this.#kernel!.run(this.#length, base, base + stop, base - this.#dictionary.length, limit)
    return end < 0 ? -1 : end - base
  }

  /** Whether the text that was decompressed last is still there. */
  get isThere(): boolean {
    return this.#isPlain || this.#kernel!.users[this.#slot] === this
  }

  /** A part of the text that was decompressed last. */
  text(start: number, end: number): Uint8Array {
    return this.#isPlain
      ? this.#window.subarray(this.#dictionary.length + start, this.#dictionary.length + end)
      : this.#kernel!.bytes.subarray(textAt(this.#slot) + start, textAt(this.#slot) + end)
  }

  #takeSlot(shared: Kernel): void {
    this.#slot = shared.nextSlot
    shared.nextSlot = (this.#slot + 1) % SLOT_COUNT
    shared.users[this.#slot] = this
    shared.bytes.set(this.#dictionary, textAt(this.#slot) - this.#dictionary.length)
  }
}

const NOTHING = new Uint8Array(0)

function openKernel(): Kernel | null {
  const opened = instantiateKernel<DecodeBlock>(lzDecoderModule(), {
    name: 'decode',
    pages: MEMORY_PAGES,
  })
  if (opened === undefined) return null
  const users = Array.from({ length: SLOT_COUNT }, () => null)
  return { run: opened.run, bytes: new Uint8Array(opened.memory), users, nextSlot: 0 }
}
