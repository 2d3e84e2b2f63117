import type { SegmentFileReader } from '../segment-file.ts'
import { TERM_BYTES, TERM_STARTS } from './layout.ts'

interface FirstChar {
  readonly char: number
  readonly from: number
  readonly to: number
}

/** Look-ups in the sorted terms of one segment. A term's ordinal is its place in word order. */
export class TermsReader {
  readonly count: number
  readonly starts: Uint32Array
  readonly bytes: Uint8Array
  #firstChars: readonly FirstChar[] | null = null

  constructor(file: SegmentFileReader) {
    this.starts = file.loadUint32(TERM_STARTS)
    this.bytes = file.load(TERM_BYTES)
    this.count = this.starts.length - 1
  }

  /** The ordinal of a term, or -1. */
  find(term: Uint8Array): number {
    const at = this.lowerBound(term)
    if (at === this.count) return -1
    const start = this.starts[at]!
    if (this.starts[at + 1]! - start !== term.length) return -1
    return this.#startsWith(at, term) ? at : -1
  }

  /** First ordinal whose term is not below `key` in word order. */
  lowerBound(key: Uint8Array): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** First ordinal at or after `from` whose term is above every term that starts with `prefix`. */
  prefixEnd(prefix: Uint8Array, from: number): number {
    if (prefix.length === 0) return this.count
    // gallop: the range is usually short
    let step = 1
    let low = from
    while (low + step < this.count && this.#startsWith(low + step, prefix)) {
      low += step
      step <<= 1
    }
    let high = Math.min(low + step, this.count)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#startsWith(middle, prefix)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The character that starts at byte `at` of a term, or -1 when the term ends there. */
  charAt(ordinal: number, at: number): number {
    const { bytes } = this
    const place = this.starts[ordinal]! + at
    if (place === this.starts[ordinal + 1]) return -1
    const lead = bytes[place]!
    if (lead < 0x80) return lead
    const second = bytes[place + 1]! & 63
    if (lead < 0xe0) return ((lead & 31) << 6) | second
    const third = bytes[place + 2]! & 63
    if (lead < 0xf0) return ((lead & 15) << 12) | (second << 6) | third
    return ((lead & 7) << 18) | (second << 12) | (third << 6) | (bytes[place + 3]! & 63)
  }

  /** Among terms [low, high) with the same first `at` bytes: the first whose next character is not below `char`. */
  charStart(low: number, high: number, at: number, char: number): number {
    let from = low
    let to = high
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.charAt(middle, at) < char) from = middle + 1
      else to = middle
    }
    return from
  }

  /** The same, from a term that has `char` there: the first whose next character is above it. */
  charEnd(low: number, high: number, at: number, char: number): number {
    // gallop: most prefixes have few terms behind them
    let step = 1
    let from = low
    while (from + step < high && this.charAt(from + step, at) === char) {
      from += step
      step <<= 1
    }
    let to = Math.min(from + step, high)
    from++
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.charAt(middle, at) <= char) from = middle + 1
      else to = middle
    }
    return from
  }

  /** First of the terms [low, high) whose bytes from `at` on are not below `tail`. */
  tailStart(low: number, high: number, at: number, tail: Uint8Array): number {
    let from = low
    let to = high
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#compareTail(middle, at, tail) < 0) from = middle + 1
      else to = middle
    }
    return from
  }

  /** True when the bytes of a term from `at` on are `tail`, or start with it unless `isWhole`. */
  hasTail(ordinal: number, at: number, tail: Uint8Array, isWhole: boolean): boolean {
    const start = this.starts[ordinal]! + at
    const length = this.starts[ordinal + 1]! - start
    if (isWhole ? length !== tail.length : length < tail.length) return false
    for (let i = 0; i < tail.length; i++) if (this.bytes[start + i] !== tail[i]) return false
    return true
  }

  /** The distinct first characters of the dictionary, ascending, with the terms [from, to) that have them. */
  firstChars(): readonly FirstChar[] {
    if (this.#firstChars === null) {
      const found: FirstChar[] = []
      for (let from = 0; from < this.count;) {
        const char = this.charAt(from, 0)
        const to = this.charEnd(from, this.count, 0, char)
        found.push({ char, from, to })
        from = to
      }
      this.#firstChars = found
    }
    return this.#firstChars
  }

  /** The term as a string. */
  term(ordinal: number): string {
    return decodeUtf8(this.bytes, this.starts[ordinal]!, this.starts[ordinal + 1]!)
  }

  /** The term's bytes; a view, not to be changed. */
  termBytes(ordinal: number): Uint8Array {
    return this.bytes.subarray(this.starts[ordinal], this.starts[ordinal + 1])
  }

  #compare(ordinal: number, key: Uint8Array): number {
    return this.#compareTail(ordinal, 0, key)
  }

  #compareTail(ordinal: number, at: number, key: Uint8Array): number {
    const bytes = this.bytes
    const start = this.starts[ordinal]! + at
    const length = this.starts[ordinal + 1]! - start
    const shared = Math.min(length, key.length)
    for (let i = 0; i < shared; i++) {
      const difference = bytes[start + i]! - key[i]!
      if (difference !== 0) return difference
    }
    return length - key.length
  }

  #startsWith(ordinal: number, prefix: Uint8Array): boolean {
    const bytes = this.bytes
    const start = this.starts[ordinal]!
    if (this.starts[ordinal + 1]! - start < prefix.length) return false
    for (let i = 0; i < prefix.length; i++) if (bytes[start + i] !== prefix[i]) return false
    return true
  }
}

const decoder = new TextDecoder()

/** Text of a range of bytes that may lie in shared memory. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  // short ASCII, which terms nearly always are, is cheaper to build than to decode
  if (end - start <= 32) {
    let at = start
    while (at < end && bytes[at]! < 128) text += String.fromCharCode(bytes[at++]!)
    if (at === end) return text
  }
  return decoder.decode(bytes.slice(start, end))
}
