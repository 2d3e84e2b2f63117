import type { SegmentFileReader } from '../segment-file.ts'
import { TERM_BYTES, TERM_STARTS } from './layout.ts'

/** Look-ups in the sorted terms of one segment. A term's ordinal is its place in word order. */
export class TermsReader {
  readonly count: number
  readonly starts: Uint32Array
  readonly bytes: Uint8Array

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

  /** The term as a string. */
  term(ordinal: number): string {
    return decodeUtf8(this.bytes, this.starts[ordinal]!, this.starts[ordinal + 1]!)
  }

  /** The term's bytes; a view, not to be changed. */
  termBytes(ordinal: number): Uint8Array {
    return this.bytes.subarray(this.starts[ordinal]!, this.starts[ordinal + 1]!)
  }

  #compare(ordinal: number, key: Uint8Array): number {
    const bytes = this.bytes
    const start = this.starts[ordinal]!
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
