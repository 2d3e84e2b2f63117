import { lowerBound } from '../../bits/doc-set.ts'
import { LzDecoder } from '../../bits/lz-decoder.ts'
import { CorruptIndexError } from '../../errors.ts'
import type { SegmentFileReader } from '../segment-file.ts'
import { decodeUtf8 } from '../terms/reader.ts'
import type { DocumentCache } from './document-cache.ts'
import {
  BLOCK_ROW,
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
import { type StoredDocument, storedDocument } from './stored-document.ts'

/** Eight documents share a hint of where their block is: it is looked for from there on. */
const HINT_SHIFT = 3

/** Stored documents of one segment. Texts stay in the file and are read as they are asked for. */
export class DocumentsReader {
  readonly count: number
  readonly rawBytes: number
  readonly numbers: Uint32Array
  readonly keySets: Uint32Array
  /** Distinct lists of top-level keys, by the numbers in `keySets`. */
  readonly keys: readonly (readonly string[])[]
  readonly #file: SegmentFileReader
  readonly #blockTable: Uint32Array
  readonly #blockCount: number
  readonly #ends: Uint32Array
  readonly #idStarts: Uint32Array
  readonly #idBytes: Uint8Array
  readonly #idTable: Uint32Array
  readonly #decoder: LzDecoder
  /** What the decoder holds: a block, and how much of its text. */
  #decodedBlock = -1
  #decodedLength = 0
  /** The block of every eighth document; made when one is first asked for. */
  #blockHints: Uint32Array | null = null
  readonly #cache: DocumentCache | null
  readonly #cacheId: number

  constructor(file: SegmentFileReader, cache: DocumentCache | null = null) {
    this.#cache = cache
    this.#cacheId = cache?.register() ?? 0
    const meta = file.loadJson(DOCUMENTS_META) as DocumentsMeta
    this.#file = file
    this.count = meta.documentCount
    this.rawBytes = meta.rawBytes
    this.numbers = file.loadUint32(DOCUMENTS_NUMBERS)
    this.keySets = file.loadUint32(DOCUMENTS_KEY_SETS)
    this.keys = file.loadJson(DOCUMENTS_KEYS) as string[][]
    this.#blockTable = file.loadUint32(DOCUMENTS_BLOCK_TABLE)
    this.#blockCount = (this.#blockTable.length - 1) / BLOCK_ROW
    this.#ends = file.loadUint32(DOCUMENTS_ENDS)
    this.#idStarts = file.loadUint32(DOCUMENTS_ID_STARTS)
    this.#idBytes = file.load(DOCUMENTS_ID_BYTES)
    this.#idTable = file.loadUint32(DOCUMENTS_ID_TABLE)
    this.#decoder = new LzDecoder(file.load(DOCUMENTS_DICTIONARY))
  }

  /** The doc id of a document id given as UTF-8, or -1. */
  find(id: Uint8Array): number {
    const table = this.#idTable
    const mask = table.length - 1
    const bytes = this.#idBytes
    let place = hashId(id, 0, id.length) & mask
    for (;;) {
      const doc = table[place]! - 1
      if (doc < 0) return -1
      const start = this.#idStarts[doc]!
      if (this.#idStarts[doc + 1]! - start === id.length) {
        let i = 0
        while (i < id.length && bytes[start + i] === id[i]) i++
        if (i === id.length) return doc
      }
      place = (place + 1) & mask
    }
  }

  id(doc: number): string {
    return decodeUtf8(this.#idBytes, this.#idStarts[doc]!, this.#idStarts[doc + 1]!)
  }

  /** The doc id with that document number, or -1. */
  findNumber(number: number): number {
    const at = lowerBound(this.numbers, number)
    return at < this.count && this.numbers[at] === number ? at : -1
  }

  /** The JSON text of a document: a view that is valid until the next document is read, from whatever segment. */
  read(doc: number): Uint8Array {
    return this.#cache === null ? this.#load(doc) : this.document(doc).bytes
  }

  /** A document, with what is known of its text; valid like what `read` gives. */
  document(doc: number): StoredDocument {
    const known = this.#cache?.get(this.#cacheId, doc) ?? null
    if (known !== null) return known
    const document = storedDocument(this.#load(doc))
    this.#cache?.put(this.#cacheId, doc, document)
    return document
  }

  #load(doc: number): Uint8Array {
    const block = this.#blockOf(doc)
    const first = this.#blockTable[block * BLOCK_ROW + 2]!
    const start = doc === first ? 0 : this.#ends[doc - 1]!
    const end = this.#ends[doc]!
    this.#decode(block, end)
    return this.#decoder.text(start, end)
  }

  /** Visits every document in order, decoding each block once. The view is valid during the call only. */
  forEach(visit: (doc: number, json: Uint8Array) => void): void {
    for (let block = 0; block < this.#blockCount; block++) {
      const first = this.#blockTable[block * BLOCK_ROW + 2]!
      const next =
        block + 1 < this.#blockCount ? this.#blockTable[(block + 1) * BLOCK_ROW + 2]! : this.count
      let start = 0
      for (let doc = first; doc < next; doc++) {
        const end = this.#ends[doc]!
        // once a block, and again where the visitor has read other documents
        this.#decode(block, this.#ends[next - 1]!)
        visit(doc, this.#decoder.text(start, end))
        start = end
      }
    }
  }

  #blockOf(doc: number): number {
    const table = this.#blockTable
    this.#blockHints ??= this.#makeBlockHints()
    const last = this.#blockCount - 1
    let block = this.#blockHints[doc >>> HINT_SHIFT]!
    while (block < last && table[(block + 1) * BLOCK_ROW + 2]! <= doc) block++
    return block
  }

  #makeBlockHints(): Uint32Array {
    const table = this.#blockTable
    const hints = new Uint32Array((this.count >>> HINT_SHIFT) + 1)
    const last = this.#blockCount - 1
    let block = 0
    for (let at = 0; at < hints.length; at++) {
      const doc = at << HINT_SHIFT
      while (block < last && table[(block + 1) * BLOCK_ROW + 2]! <= doc) block++
      hints[at] = block
    }
    return hints
  }

  #decode(block: number, textLength: number): void {
    const decoder = this.#decoder
    if (this.#decodedBlock === block && this.#decodedLength >= textLength && decoder.isThere) {
      return
    }
    const table = this.#blockTable
    const offset = table[block * BLOCK_ROW]!
    const end = table[(block + 1) * BLOCK_ROW]!
    const length = end - offset
    const lastDoc =
      block + 1 < this.#blockCount ? table[(block + 1) * BLOCK_ROW + 2]! - 1 : this.count - 1
    this.#decodedBlock = -1
    const input = decoder.begin(length, this.#ends[lastDoc]!)
    this.#file.readInto(input, DOCUMENTS_BLOCKS, offset, length)
    const expected = table[block * BLOCK_ROW + 1]!
    this.#file.verify(DOCUMENTS_BLOCKS, input.subarray(0, length), expected)
    const reached = decoder.decode(textLength)
    if (reached < textLength) {
      throw new CorruptIndexError({
        file: this.#file.name,
        structure: `${DOCUMENTS_BLOCKS} block ${block}`,
        expected: `${textLength} bytes of text`,
        found: 'a sequence that does not decode',
        advice: 'The file was left as it is; restore it from a snapshot or a copy.',
      })
    }
    this.#decodedBlock = block
    this.#decodedLength = reached
  }
}
