// Stored documents of a segment: their JSON text, ids, document numbers and top-level keys.
//
//   documents.meta        JSON: documentCount, rawBytes (JSON text of all documents)
//   documents.dictionary  bytes that every block may refer back to (bits/lz.ts)
//   documents.blocks      compressed blocks of about 2 KiB of text, each whole documents; checked block by block
//   documents.blockTable  Uint32[3 × blocks + 1]   per block: offset, crc32, first doc id; last: total bytes
//   documents.ends        Uint32[documentCount]    where each document ends in its block's text
//   documents.numbers     Uint32[documentCount]    document numbers, ascending
//   documents.idStarts    Uint32[documentCount + 1], documents.idBytes: document ids as text
//   documents.idTable     Uint32[power of two]     open addressing by hash of the id: doc id + 1, 0 for empty
//   documents.keys        JSON: distinct sets of top-level keys; documents.keySets Uint32[documentCount]

export const DOCUMENTS_META = 'documents.meta'
export const DOCUMENTS_DICTIONARY = 'documents.dictionary'
export const DOCUMENTS_BLOCKS = 'documents.blocks'
export const DOCUMENTS_BLOCK_TABLE = 'documents.blockTable'
export const DOCUMENTS_ENDS = 'documents.ends'
export const DOCUMENTS_NUMBERS = 'documents.numbers'
export const DOCUMENTS_ID_STARTS = 'documents.idStarts'
export const DOCUMENTS_ID_BYTES = 'documents.idBytes'
export const DOCUMENTS_ID_TABLE = 'documents.idTable'
export const DOCUMENTS_KEYS = 'documents.keys'
export const DOCUMENTS_KEY_SETS = 'documents.keySets'

/** Words per row of the block table. */
export const BLOCK_ROW = 3

export interface DocumentsMeta {
  readonly documentCount: number
  readonly rawBytes: number
}

/** FNV-1a over the bytes of an id. */
export function hashId(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193)
  // the low bits choose the place: let the high ones take part
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) >>> 0
}
