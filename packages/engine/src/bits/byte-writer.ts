// A growable byte buffer for the writers of segment structures.

const utf8 = new TextEncoder()
/** Up to this length a loop over ASCII beats a call of the encoder. */
const SHORT_TEXT = 48
/** The same of bytes that are copied whole. */
const SHORT_PART = 16
/** Digits of the greatest number that is exact. */
export const DECIMAL_BYTES_MAX = 16
const ZERO = 0x30

export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  constructor(capacity: number = 1024) {
    this.#bytes = new Uint8Array(Math.max(16, capacity))
  }

  get length(): number {
    return this.#length
  }

  /** Bytes that fit without growing. */
  get capacity(): number {
    return this.#bytes.length
  }

  /** Makes room for `count` more bytes; returns the buffer to write into from `length` on, closed by `advance`. */
  reserve(count: number): Uint8Array {
    const needed = this.#length + count
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
      grown.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = grown
    }
    return this.#bytes
  }

  /** Sets the end of what has been written through `reserve`. */
  advance(length: number): void {
    this.#length = length
  }

  byte(value: number): void {
    const bytes = this.reserve(1)
    bytes[this.#length++] = value
  }

  /** Unsigned LEB128 of a number below 2^32. */
  varint(value: number): void {
    const bytes = this.reserve(5)
    this.#length = putVarint(bytes, this.#length, value)
  }

  /** The decimal digits of a whole number, 0 or more. */
  decimal(value: number): void {
    const bytes = this.reserve(DECIMAL_BYTES_MAX)
    this.#length = putDecimal(bytes, this.#length, value)
  }

  append(part: Uint8Array): void {
    const bytes = this.reserve(part.length)
    if (part.length > SHORT_PART) bytes.set(part, this.#length)
    else putBytes(bytes, this.#length, part)
    this.#length += part.length
  }

  /** The bytes from `start` up to `end`. */
  copy(from: Uint8Array, start: number, end: number): void {
    const bytes = this.reserve(end - start)
    let length = this.#length
    if (end - start > SHORT_TEXT) {
      bytes.set(from.subarray(start, end), length)
      this.#length = length + (end - start)
      return
    }
    for (let at = start; at < end; at++) bytes[length++] = from[at]!
    this.#length = length
  }

  /** UTF-8 of `text`; returns the number of bytes. */
  text(text: string): number {
    const bytes = this.reserve(text.length * 3)
    if (text.length <= SHORT_TEXT) {
      const start = this.#length
      let i = 0
      for (; i < text.length; i++) {
        const unit = text.charCodeAt(i)
        if (unit > 0x7f) break
        bytes[start + i] = unit
      }
      if (i === text.length) {
        this.#length += i
        return i
      }
    }
    const { written } = utf8.encodeInto(text, bytes.subarray(this.#length))
    this.#length += written
    return written
  }

  /** Forgets what was written and keeps the memory. */
  clear(): void {
    this.#length = 0
  }

  /** A view of what was written, valid until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}

/** Writes `value` (below 2^32) at `at`; returns the next offset. */
export function putVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value
  while (rest > 127) {
    bytes[at++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[at++] = rest
  return at
}

/** Writes the decimal digits of a whole number, 0 or more, at `at`; returns the next offset. */
export function putDecimal(bytes: Uint8Array, at: number, value: number): number {
  if (value < 10) {
    bytes[at] = ZERO + value
    return at + 1
  }
  if (value < 100) {
    const tens = (value * 205) >>> 11
    bytes[at] = ZERO + tens
    bytes[at + 1] = ZERO + value - 10 * tens
    return at + 2
  }
  let count = 3
  for (let limit = 1000; value >= limit; limit *= 10) count++
  let rest = value
  for (let place = at + count - 1; place >= at; place--) {
    const tenth = Math.floor(rest / 10)
    bytes[place] = ZERO + (rest - tenth * 10)
    rest = tenth
  }
  return at + count
}

/** Copies a few bytes to `at`; returns the next offset. */
export function putBytes(bytes: Uint8Array, at: number, part: Uint8Array): number {
  for (let i = 0; i < part.length; i++) bytes[at + i] = part[i]!
  return at + part.length
}
