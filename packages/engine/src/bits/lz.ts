// A small Lempel-Ziv codec for stored documents: byte-aligned, no entropy coding, made for reading a few hundred bytes
// from the middle of a collection in microseconds, which a general inflate call costs many times over.
//
// A block is a sequence of
//
//   token      high 4 bits: literal count, low 4 bits: match length - 4; 15 means "more follows"
//   [more]     literal count continued: bytes of 255, then one below 255
//   literals
//   distance   two bytes, little-endian, 1 … 65,535, back from here; absent after the last literals
//   [more]     match length continued likewise
//
// Matches may reach back over the block's start into a dictionary shared by all blocks of a segment.

export const MATCH_MIN = 4
export const DISTANCE_MAX = 65_535
export const HASH_BITS = 14
export const HASH_SIZE: number = 1 << HASH_BITS
export const HASH_FACTOR = 0x9e3779b1

/** Longest useful dictionary: what a match from the start of a block can reach. */
export const LZ_DICTIONARY_BYTES_MAX = 32_768

/** An upper bound for the compressed size of `length` bytes. */
export function lzSizeMax(length: number): number {
  return length + Math.ceil(length / 255) + 16
}

/** Compresses blocks against one dictionary, in plain code: what the kernel of `lz-encoder.ts` is held against. */
export class PlainLzEncoder {
  readonly #dictionary: Uint8Array
  readonly #dictionaryTable: Int32Array
  /** Last place of each hash, counted from the first block on: entries of earlier blocks are told by being too low. */
  readonly #table: Int32Array
  #blockBase = 1
  #window: Uint8Array
  /** The window again, for reading four bytes at once. */
  #words: DataView

  constructor(dictionary: Uint8Array) {
    this.#dictionary = dictionary
    this.#dictionaryTable = new Int32Array(HASH_SIZE).fill(-1)
    this.#table = new Int32Array(HASH_SIZE)
    this.#window = new Uint8Array(dictionary.length + 65_536)
    this.#window.set(dictionary)
    this.#words = new DataView(this.#window.buffer)
    for (let i = 0; i + MATCH_MIN <= dictionary.length; i++) {
      this.#dictionaryTable[hashOf(this.#words.getInt32(i, true))] = i
    }
  }

  /** Compresses `input` into `output` from `at` on; returns the offset behind it. */
  encode(input: Uint8Array, output: Uint8Array, at: number): number {
    const base = this.#dictionary.length
    const end = base + input.length
    if (end > this.#window.length) {
      const grown = new Uint8Array(end * 2)
      grown.set(this.#dictionary)
      this.#window = grown
      this.#words = new DataView(grown.buffer)
    }
    const window = this.#window
    const words = this.#words
    const table = this.#table
    window.set(input, base)
    if (this.#blockBase > 0x3fffffff) {
      table.fill(0)
      this.#blockBase = 1
    }
    const blockBase = this.#blockBase
    this.#blockBase += input.length
    // place in the table = place in the window + shift
    const shift = blockBase - base
    const dictionaryTable = this.#dictionaryTable
    const matchLimit = end - MATCH_MIN
    let anchor = base
    let i = base
    let out = at
    while (i <= matchLimit) {
      const word = words.getInt32(i, true)
      const hash = hashOf(word)
      const entry = table[hash]!
      const candidate = entry >= blockBase ? entry - shift : dictionaryTable[hash]!
      table[hash] = i + shift
      if (
        candidate < 0 ||
        i - candidate > DISTANCE_MAX ||
        words.getInt32(candidate, true) !== word
      ) {
        // long stretches without a match are walked in growing steps
        i += 1 + ((i - anchor) >>> 6)
        continue
      }
      let length = MATCH_MIN
      while (i + length < end && window[candidate + length] === window[i + length]) length++
      let start = i
      let from = candidate
      while (start > anchor && from > 0 && window[start - 1] === window[from - 1]) {
        start--
        from--
        length++
      }
      out = putSequence(window, anchor, start, length, start - from, output, out)
      i = start + length
      anchor = i
      if (i - 2 > base && i <= matchLimit)
        table[hashOf(words.getInt32(i - 2, true))] = i - 2 + shift
    }
    return putLiterals(window, anchor, end, output, out)
  }
}

/**
 * Decompresses a block into `output` from `at` on, where `output` holds the dictionary just before `at`. Stops once
 * `stop` (an offset in `output`) is reached or passed, so that a document early in a block does not pay for the rest;
 * returns the offset reached. Returns -1 when the bytes make no sense.
 */
export function lzDecode(
  input: Uint8Array,
  from: number,
  to: number,
  output: Uint8Array,
  at: number,
  stop: number,
): number {
  let i = from
  let out = at
  while (i < to && out < stop) {
    const token = input[i++]!
    let literals = token >>> 4
    if (literals === 15) {
      let more = 255
      while (more === 255 && i < to) {
        more = input[i++]!
        literals += more
      }
    }
    if (i + literals > to || out + literals > output.length) return -1
    if (literals > 24) {
      output.set(input.subarray(i, i + literals), out)
      out += literals
      i += literals
    } else {
      for (let end = i + literals; i < end;) output[out++] = input[i++]!
    }
    if (i >= to) break
    if (i + 2 > to) return -1
    const distance = input[i]! | (input[i + 1]! << 8)
    i += 2
    let length = (token & 15) + MATCH_MIN
    if (length === 15 + MATCH_MIN) {
      let more = 255
      while (more === 255 && i < to) {
        more = input[i++]!
        length += more
      }
    }
    let source = out - distance
    if (distance === 0 || source < 0 || out + length > output.length) return -1
    if (distance >= length && length > 32) {
      output.copyWithin(out, source, source + length)
      out += length
    } else {
      for (let end = out + length; out < end;) output[out++] = output[source++]!
    }
  }
  return out
}

/** Where the tables hold a word. */
export function hashOf(word: number): number {
  return Math.imul(word, HASH_FACTOR) >>> (32 - HASH_BITS)
}

function putSequence(
  window: Uint8Array,
  anchor: number,
  start: number,
  length: number,
  distance: number,
  output: Uint8Array,
  at: number,
): number {
  const literals = start - anchor
  const matchCode = length - MATCH_MIN
  let out = at
  output[out++] = (Math.min(literals, 15) << 4) | Math.min(matchCode, 15)
  if (literals >= 15) out = putMore(output, out, literals - 15)
  for (let i = anchor; i < start; i++) output[out++] = window[i]!
  output[out++] = distance & 255
  output[out++] = distance >>> 8
  if (matchCode >= 15) out = putMore(output, out, matchCode - 15)
  return out
}

function putLiterals(
  window: Uint8Array,
  anchor: number,
  end: number,
  output: Uint8Array,
  at: number,
): number {
  const literals = end - anchor
  if (literals === 0) return at
  let out = at
  output[out++] = Math.min(literals, 15) << 4
  if (literals >= 15) out = putMore(output, out, literals - 15)
  for (let i = anchor; i < end; i++) output[out++] = window[i]!
  return out
}

function putMore(output: Uint8Array, at: number, rest: number): number {
  let out = at
  let left = rest
  while (left >= 255) {
    output[out++] = 255
    left -= 255
  }
  output[out++] = left
  return out
}
