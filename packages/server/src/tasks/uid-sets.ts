// Named sets of uids in chunks of 4,096: the secondary structures of the log. A query is unions and intersections of chunks,
// so listing by status, type or index never walks the tasks themselves.
//
//   chunk bytes:  512 bytes = one bit per uid  |  fewer = the offsets in the chunk, ascending, 2 bytes each

import type { TextTable } from './log-storage.ts'

const CHUNK_SHIFT = 12
const CHUNK_SIZE = 1 << CHUNK_SHIFT
const WORD_COUNT = CHUNK_SIZE / 32
const BITMAP_BYTES = CHUNK_SIZE / 8

/** The bits of one chunk. */
export type ChunkWords = Uint32Array

/** Reads sets as they are stored, without changing them. */
export class UidSets {
  protected readonly table: TextTable<Uint8Array>

  constructor(table: TextTable<Uint8Array>) {
    this.table = table
  }

  /** The members in one chunk, or null when there are none. The caller may change the words. */
  read(set: string, chunk: number): ChunkWords | null {
    const bytes = this.table.get(chunkKey(set, chunk))
    return bytes === undefined ? null : decodeChunk(bytes)
  }

  has(set: string, uid: number): boolean {
    const words = this.read(set, chunkOf(uid))
    return words !== null && hasBit(words, uid & (CHUNK_SIZE - 1))
  }

  /** Numbers of the chunks that have members, ascending. */
  chunks(set: string): number[] {
    return this.table.keys(`${set}/`).map((key) => Number(key.slice(set.length + 1)))
  }

  /** Every member, ascending, read chunk by chunk. */
  *members(set: string): Generator<number, void> {
    for (const chunk of this.chunks(set)) {
      const words = this.read(set, chunk)
      if (words !== null) yield* eachBit(words, chunk)
    }
  }
}

/** Changes sets inside one transaction: each touched chunk is read and written once. */
export class UidSetWriter extends UidSets {
  readonly #dirty = new Map<string, ChunkWords>()

  override read(set: string, chunk: number): ChunkWords | null {
    const words = this.#dirty.get(chunkKey(set, chunk))
    return words === undefined ? super.read(set, chunk) : words.slice()
  }

  add(set: string, uid: number): void {
    const words = this.#open(set, chunkOf(uid))
    const offset = uid & (CHUNK_SIZE - 1)
    words[offset >>> 5]! |= 1 << (offset & 31)
  }

  remove(set: string, uid: number): void {
    const words = this.#open(set, chunkOf(uid))
    const offset = uid & (CHUNK_SIZE - 1)
    words[offset >>> 5]! &= ~(1 << (offset & 31))
  }

  /** Moves the members of `from` below `limit` into `to`, and back as well when `isExchange`. */
  move(from: string, to: string, options: { limit: number; isExchange: boolean }): void {
    const chunks = new Set([...this.chunks(from), ...this.chunks(to)])
    for (const chunk of chunks) {
      if (chunk > chunkOf(options.limit)) continue
      const below = wordsOfRanges(chunk, [0, options.limit - 1])
      const source = this.#open(from, chunk)
      const target = this.#open(to, chunk)
      for (let i = 0; i < WORD_COUNT; i++) {
        const leaving = source[i]! & below[i]!
        const arriving = options.isExchange ? target[i]! & below[i]! : 0
        source[i] = (source[i]! & ~leaving) | arriving
        target[i] = (target[i]! & ~arriving) | leaving
      }
    }
  }

  override chunks(set: string): number[] {
    for (const [key, words] of this.#dirty) {
      if (key.startsWith(`${set}/`)) writeChunk(this.table, key, words)
    }
    return super.chunks(set)
  }

  isEmpty(set: string): boolean {
    return this.chunks(set).length === 0
  }

  /** Writes what was changed. */
  flush(): void {
    for (const [key, words] of this.#dirty) writeChunk(this.table, key, words)
    this.#dirty.clear()
  }

  #open(set: string, chunk: number): ChunkWords {
    const key = chunkKey(set, chunk)
    let words = this.#dirty.get(key)
    if (words === undefined) {
      words = super.read(set, chunk) ?? new Uint32Array(WORD_COUNT)
      this.#dirty.set(key, words)
    }
    return words
  }
}

/** The number of the chunk that holds `uid`. */
export function chunkOf(uid: number): number {
  return uid >>> CHUNK_SHIFT
}

/** Keeps in `words` what is in one of the others. */
export function intersectAny(words: ChunkWords, others: readonly (ChunkWords | null)[]): void {
  const union = new Uint32Array(WORD_COUNT)
  for (const other of others) if (other !== null) addAll(union, other)
  for (let i = 0; i < WORD_COUNT; i++) words[i]! &= union[i]!
}

/** Adds the members of `more` to `words`. */
export function addAll(words: ChunkWords, more: ChunkWords): void {
  for (let i = 0; i < WORD_COUNT; i++) words[i]! |= more[i]!
}

/** Takes the members of `others` out of `words`. */
export function removeAll(words: ChunkWords, others: ChunkWords): void {
  for (let i = 0; i < WORD_COUNT; i++) words[i]! &= ~others[i]!
}

/** The part of inclusive ranges that lies in a chunk. */
export function wordsOfRanges(chunk: number, ranges: readonly number[]): ChunkWords {
  const words = new Uint32Array(WORD_COUNT)
  const base = chunk * CHUNK_SIZE
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    const first = Math.max(ranges[i]! - base, 0)
    const last = Math.min(ranges[i + 1]! - base, CHUNK_SIZE - 1)
    for (let offset = first; offset <= last; offset++) {
      words[offset >>> 5]! |= 1 << (offset & 31)
    }
  }
  return words
}

/** How many members there are. */
export function countBits(words: ChunkWords): number {
  let count = 0
  for (let i = 0; i < WORD_COUNT; i++) {
    let word = words[i]!
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
  }
  return count
}

/** The members as uids, ascending. */
export function* eachBit(words: ChunkWords, chunk: number): Generator<number, void> {
  const base = chunk * CHUNK_SIZE
  for (let i = 0; i < WORD_COUNT; i++) {
    for (let word = words[i]!; word !== 0; word &= word - 1) {
      yield base + i * 32 + 31 - Math.clz32(word & -word)
    }
  }
}

function hasBit(words: ChunkWords, offset: number): boolean {
  return (words[offset >>> 5]! & (1 << (offset & 31))) !== 0
}

// Zero-padded, so that the order of keys is the order of chunks.
function chunkKey(set: string, chunk: number): string {
  return `${set}/${String(chunk).padStart(7, '0')}`
}

function writeChunk(table: TextTable<Uint8Array>, key: string, words: ChunkWords): void {
  const bytes = encodeChunk(words)
  if (bytes.length === 0) table.remove(key)
  else table.put(key, bytes)
}

function encodeChunk(words: ChunkWords): Uint8Array {
  const count = countBits(words)
  const bytes = new Uint8Array(Math.min(count * 2, BITMAP_BYTES))
  const view = new DataView(bytes.buffer)
  if (bytes.length === BITMAP_BYTES) {
    for (let i = 0; i < WORD_COUNT; i++) view.setUint32(i * 4, words[i]!, true)
  } else {
    let position = 0
    for (const offset of eachBit(words, 0)) {
      view.setUint16(position, offset, true)
      position += 2
    }
  }
  return bytes
}

function decodeChunk(bytes: Uint8Array): ChunkWords {
  const words = new Uint32Array(WORD_COUNT)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length === BITMAP_BYTES) {
    for (let i = 0; i < WORD_COUNT; i++) words[i] = view.getUint32(i * 4, true)
  } else {
    for (let position = 0; position < bytes.length; position += 2) {
      const offset = view.getUint16(position, true)
      words[offset >>> 5]! |= 1 << (offset & 31)
    }
  }
  return words
}
