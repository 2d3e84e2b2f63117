import { HASH_SIZE, hashOf, LZ_DICTIONARY_BYTES_MAX, MATCH_MIN, PlainLzEncoder } from './lz.ts'
import {
  BLOCK_AT,
  BLOCK_BYTES_MAX,
  DICTIONARY_START_AT,
  DICTIONARY_TABLE_AT,
  type EncodeBlock,
  lzModule,
  MEMORY_PAGES,
  OUTPUT_AT,
} from './lz-module.ts'
import { instantiateKernel } from './web-assembly.ts'

interface Kernel {
  readonly run: EncodeBlock
  readonly bytes: Uint8Array
  readonly words: Int32Array
  /** Above every entry of the table: blocks of all encoders have passed so many bytes. */
  blockBase: number
  /** The encoder whose dictionary is in the memory. */
  user: LzEncoder | null
}

/** One for all encoders of a thread; null where it cannot run. */
let kernel: Kernel | null | undefined

/** Compresses blocks against one dictionary. */
export class LzEncoder {
  readonly #dictionary: Uint8Array
  readonly #kernel: Kernel | null
  #dictionaryTable: Int32Array | null = null
  /** For what the kernel has no room for. */
  #plain: PlainLzEncoder | null = null

  constructor(dictionary: Uint8Array) {
    this.#dictionary = dictionary
    if (kernel === undefined) kernel = openKernel()
    this.#kernel = dictionary.length > LZ_DICTIONARY_BYTES_MAX ? null : kernel
  }

  /** Compresses `input` into `output`, with room for `lzSizeMax` bytes from `at` on; returns the offset behind it. */
  encode(input: Uint8Array, output: Uint8Array, at: number): number {
    if (this.#kernel === null || input.length > BLOCK_BYTES_MAX) {
      this.#plain ??= new PlainLzEncoder(this.#dictionary)
      return this.#plain.encode(input, output, at)
    }
    const { run, bytes, words } = this.#kernel
    if (this.#kernel.user !== this) this.#load(this.#kernel)
    if (this.#kernel.blockBase > 0x3fffffff) {
      words.fill(0, HASH_SIZE, 2 * HASH_SIZE)
      this.#kernel.blockBase = 1
    }
    bytes.set(input, BLOCK_AT)
    const length = run(input.length, this.#kernel.blockBase)
    this.#kernel.blockBase += input.length
    output.set(bytes.subarray(OUTPUT_AT, OUTPUT_AT + length), at)
    return at + length
  }

  #load(target: Kernel): void {
    const start = BLOCK_AT - this.#dictionary.length
    target.bytes.set(this.#dictionary, start)
    target.words[DICTIONARY_START_AT / 4] = start
    this.#dictionaryTable ??= tableOf(target.bytes, start)
    target.words.set(this.#dictionaryTable, DICTIONARY_TABLE_AT / 4)
    target.user = this
  }
}

/** The last place of each hash in the dictionary. */
function tableOf(bytes: Uint8Array, start: number): Int32Array {
  const table = new Int32Array(HASH_SIZE).fill(-1)
  const words = new DataView(bytes.buffer)
  for (let at = start; at + MATCH_MIN <= BLOCK_AT; at++) {
    table[hashOf(words.getInt32(at, true))] = at
  }
  return table
}

function openKernel(): Kernel | null {
  const opened = instantiateKernel<EncodeBlock>(lzModule(), { name: 'encode', pages: MEMORY_PAGES })
  if (opened === undefined) return null
  const { run, memory } = opened
  return {
    run,
    bytes: new Uint8Array(memory),
    words: new Int32Array(memory),
    blockBase: 1,
    user: null,
  }
}
