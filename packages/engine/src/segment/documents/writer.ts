import { crc32 } from 'node:zlib'
import { ByteWriter } from '../../bits/byte-writer.ts'
import { LZ_DICTIONARY_BYTES_MAX, lzSizeMax } from '../../bits/lz.ts'
import { LzEncoder } from '../../bits/lz-encoder.ts'
import { Uint32List } from '../../bits/uint32-list.ts'
import type { SegmentFileWriter } from '../segment-file.ts'
import {
  DOCUMENTS_BLOCK_TABLE,
  DOCUMENTS_BLOCKS,
  DOCUMENTS_DICTIONARY,
  DOCUMENTS_ENDS,
  DOCUMENTS_ID_BYTES,
  DOCUMENTS_ID_STARTS,
  DOCUMENTS_ID_TABLE,
  DOCUMENTS_KEY_SETS,
  DOCUMENTS_KEYS,
  DOCUMENTS_META,
  DOCUMENTS_NUMBERS,
  type DocumentsMeta,
  hashId,
} from './layout.ts'

/** Text a block takes before it is closed: small enough that reading one document costs microseconds. */
const BLOCK_TEXT_BYTES = 2048
/** Text seen before the dictionary is chosen from it; segments that stay below go without one. */
const SAMPLE_BYTES = 512 * 1024
const SAMPLE_PIECE_BYTES = 1024
/** Compressed bytes are kept in chunks of about this size, so that growing never copies the whole. */
const CHUNK_BYTES = 4 << 20

/** Takes the documents of a segment in ascending order of their document numbers. */
export class DocumentsWriter {
  #encoder: LzEncoder | null = null
  #dictionary: Uint8Array = new Uint8Array(0)
  /** Documents waiting for the dictionary, or for their block to fill. */
  #pending = new ByteWriter(SAMPLE_BYTES / 8)
  readonly #chunks: Uint8Array[] = []
  #chunk: Uint8Array = new Uint8Array(0)
  #chunkLength = 0
  #blocksLength = 0
  readonly #blockTable = new Uint32List()
  readonly #ends = new Uint32List()
  readonly #numbers = new Uint32List()
  readonly #idStarts = new Uint32List()
  readonly #idBytes = new ByteWriter(4096)
  readonly #keySets = new Uint32List()
  readonly #keySetNumbers = new Map<string, number>()
  #pendingFirst = 0
  #rawBytes = 0

  constructor() {
    this.#idStarts.push(0)
  }

  get count(): number {
    return this.#ends.length
  }

  /** `keys` is the JSON text of the list of top-level keys. */
  add(document: {
    readonly json: Uint8Array
    /** Text, or its UTF-8. */
    readonly id: string | Uint8Array
    readonly number: number
    readonly keys: string
  }): void {
    this.#pending.append(document.json)
    this.#rawBytes += document.json.length
    this.#ends.push(this.#pending.length)
    this.#numbers.push(document.number)
    if (typeof document.id === 'string') this.#idBytes.text(document.id)
    else this.#idBytes.append(document.id)
    this.#idStarts.push(this.#idBytes.length)
    let keySet = this.#keySetNumbers.get(document.keys)
    if (keySet === undefined) {
      keySet = this.#keySetNumbers.size
      this.#keySetNumbers.set(document.keys, keySet)
    }
    this.#keySets.push(keySet)
    if (this.#encoder === null) {
      if (this.#pending.length >= SAMPLE_BYTES) this.#chooseDictionary()
    } else if (this.#pending.length >= BLOCK_TEXT_BYTES) {
      this.#writeBlock(this.#pending.view(), this.#pendingFirst)
      this.#pending.clear()
      this.#pendingFirst = this.count
    }
  }

  writeTo(file: SegmentFileWriter): void {
    if (this.#encoder === null) this.#chooseDictionary()
    if (this.#pending.length > 0 || this.#pendingFirst < this.count) {
      this.#writeBlock(this.#pending.view(), this.#pendingFirst)
      this.#pending.clear()
      this.#pendingFirst = this.count
    }
    this.#chunks.push(this.#chunk.subarray(0, this.#chunkLength))
    this.#blockTable.push(this.#blocksLength)
    const meta: DocumentsMeta = { documentCount: this.count, rawBytes: this.#rawBytes }
    file.addJson(DOCUMENTS_META, meta)
    file.add(DOCUMENTS_DICTIONARY, this.#dictionary)
    file.add(DOCUMENTS_BLOCKS, this.#chunks, { isSelfChecked: true })
    file.add(DOCUMENTS_BLOCK_TABLE, this.#blockTable.finish())
    file.add(DOCUMENTS_ENDS, this.#ends.finish())
    file.add(DOCUMENTS_NUMBERS, this.#numbers.finish())
    file.add(DOCUMENTS_ID_STARTS, this.#idStarts.finish())
    file.add(DOCUMENTS_ID_BYTES, this.#idBytes.finish())
    file.add(DOCUMENTS_ID_TABLE, this.#idTable())
    file.addJson(
      DOCUMENTS_KEYS,
      [...this.#keySetNumbers.keys()].map((keys): unknown => JSON.parse(keys)),
    )
    file.add(DOCUMENTS_KEY_SETS, this.#keySets.finish())
  }

  /** Takes evenly spread pieces of what is pending as the dictionary, then writes it out in blocks. */
  #chooseDictionary(): void {
    const text = this.#pending.view()
    if (text.length >= SAMPLE_BYTES) {
      const pieces = LZ_DICTIONARY_BYTES_MAX / SAMPLE_PIECE_BYTES
      this.#dictionary = new Uint8Array(LZ_DICTIONARY_BYTES_MAX)
      for (let i = 0; i < pieces; i++) {
        const start = Math.floor(((text.length - SAMPLE_PIECE_BYTES) * i) / pieces)
        const piece = text.subarray(start, start + SAMPLE_PIECE_BYTES)
        this.#dictionary.set(piece, i * SAMPLE_PIECE_BYTES)
      }
    }
    this.#encoder = new LzEncoder(this.#dictionary)
    const ends = this.#ends.values
    let blockStart = 0
    let first = this.#pendingFirst
    for (let doc = first; doc < this.count; doc++) {
      const end = ends[doc]!
      ends[doc] = end - blockStart
      if (end - blockStart < BLOCK_TEXT_BYTES && doc + 1 < this.count) continue
      this.#writeBlock(text.subarray(blockStart, end), first)
      blockStart = end
      first = doc + 1
    }
    this.#pending = new ByteWriter(BLOCK_TEXT_BYTES * 4)
    this.#pendingFirst = first
  }

  #writeBlock(text: Uint8Array, firstDoc: number): void {
    const sizeMax = lzSizeMax(text.length)
    if (this.#chunkLength + sizeMax > this.#chunk.length) {
      this.#chunks.push(this.#chunk.subarray(0, this.#chunkLength))
      this.#chunk = new Uint8Array(Math.max(sizeMax, this.#nextChunkBytes()))
      this.#chunkLength = 0
    }
    const start = this.#chunkLength
    const end = this.#encoder!.encode(text, this.#chunk, start)
    this.#chunkLength = end
    this.#blockTable.push(this.#blocksLength)
    this.#blockTable.push(crc32(this.#chunk.subarray(start, end)))
    this.#blockTable.push(firstDoc)
    this.#blocksLength += end - start
  }

  #nextChunkBytes(): number {
    return Math.min(CHUNK_BYTES, Math.max(4096, this.#blocksLength * 2))
  }

  #idTable(): Uint32Array {
    let size = 4
    while (size < this.count * 1.5) size *= 2
    const table = new Uint32Array(size)
    const mask = size - 1
    const bytes = this.#idBytes.view()
    const starts = this.#idStarts.values
    for (let doc = 0; doc < this.count; doc++) {
      let place = hashId(bytes, starts[doc]!, starts[doc + 1]!) & mask
      while (table[place] !== 0) place = (place + 1) & mask
      table[place] = doc + 1
    }
    return table
  }
}
