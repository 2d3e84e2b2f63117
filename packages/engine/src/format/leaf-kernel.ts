// The kernel that reads the leaves of documents, and what it works with. A thread has one for all its searches: each puts its
// own sieve into the memory before it reads a document.

import { asciiLowercase } from '../bits/ascii-hash.ts'
import { addToSet, SET_BYTES } from '../bits/ascii-set.ts'
import { instantiateKernel } from '../bits/web-assembly.ts'
import { BYTE_KIND, ODD_BYTE, WORD_TOKEN } from '../text/text-tokens.ts'
import {
  BITS_AT,
  CANDIDATE_WORDS,
  CANDIDATES_AT,
  CANDIDATES_MAX,
  ESCAPED_AT,
  leafModule,
  LOWERCASE_AT,
  MEMORY_PAGES,
  ODD_SET_AT,
  type ReadLeaf,
  SIEVE_AT,
  WORD_SET_AT,
} from './leaf-module.ts'
import type { MatchSieve } from './match-sieve.ts'

const ASCII_END = 0x80

/** By what stands after a backslash: what both stand for; 0 before a code in hexadecimal. */
export const ESCAPED: Uint8Array = new Uint8Array(256)
for (const [char, code] of [
  ['"', 0x22],
  ['\\', 0x5c],
  ['/', 0x2f],
  ['b', 0x08],
  ['t', 0x09],
  ['n', 0x0a],
  ['f', 0x0c],
  ['r', 0x0d],
] as const) {
  ESCAPED[char.charCodeAt(0)] = code
}

let ofThread: LeafKernel | null | undefined

/** The kernel of this thread; null where it cannot run. */
export function leafKernel(): LeafKernel | null {
  if (ofThread === undefined) {
    const opened = instantiateKernel<ReadLeaf>(leafModule(), { name: 'read', pages: MEMORY_PAGES })
    ofThread = opened === undefined ? null : new LeafKernel(opened.run, opened.memory)
  }
  return ofThread
}

/** The kernel and its memory: see `leaf-module.ts`. */
export class LeafKernel {
  readonly read: ReadLeaf
  readonly bytes: Uint8Array
  readonly cells: Int32Array
  readonly candidates: Uint32Array
  /** What the memory was prepared for last. */
  #traits: Uint8Array | null = null
  #sieve: MatchSieve | null = null

  constructor(read: ReadLeaf, memory: ArrayBuffer) {
    this.read = read
    this.bytes = new Uint8Array(memory)
    this.cells = new Int32Array(memory, 0, WORD_SET_AT / 4)
    this.candidates = new Uint32Array(memory, CANDIDATES_AT, CANDIDATES_MAX * CANDIDATE_WORDS)
    this.bytes.set(ESCAPED, ESCAPED_AT)
    for (let upper = 0; upper < ASCII_END >>> 4; upper++) this.bytes[BITS_AT + upper] = 1 << upper
  }

  /** Makes it cut texts by these traits of bytes and look for the words of this sieve. */
  prepare(byteTraits: Uint8Array, sieve: MatchSieve): void {
    if (this.#sieve !== sieve) {
      this.bytes.set(sieve, SIEVE_AT)
      this.#sieve = sieve
    }
    if (this.#traits === byteTraits) return
    this.#traits = byteTraits
    this.bytes.fill(0, WORD_SET_AT, WORD_SET_AT + SET_BYTES)
    this.bytes.fill(0, ODD_SET_AT, ODD_SET_AT + SET_BYTES)
    for (let code = 0; code < ASCII_END; code++) {
      const trait = byteTraits[code]!
      const isOdd = trait >= ODD_BYTE
      const isWord = !isOdd && (trait & BYTE_KIND) === WORD_TOKEN
      if (isOdd) addToSet(this.bytes, ODD_SET_AT, code)
      if (isWord) addToSet(this.bytes, WORD_SET_AT, code)
      this.bytes[LOWERCASE_AT + code] = isWord ? asciiLowercase(code) : 0
    }
  }
}
