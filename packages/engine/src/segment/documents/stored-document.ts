import { Buffer } from 'node:buffer'

/** A document as it is kept. */
export interface StoredDocument {
  /** Its JSON text, in UTF-8. */
  readonly bytes: Uint8Array
  /** True when no key of it, written plainly or escaped, can be one that searches hide or add: `_geo` or none with `_`. */
  readonly isPlain: boolean
}

/** Looks through the text of a document. */
export function storedDocument(bytes: Uint8Array): StoredDocument {
  return { bytes, isPlain: isPlain(bytes) }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const UNDERSCORE = 0x5f
const SMALL_U = 0x75

function isPlain(bytes: Uint8Array): boolean {
  for (let at = find(bytes, UNDERSCORE, 0); at >= 0; at = find(bytes, UNDERSCORE, at + 1)) {
    if (bytes[at - 1] === QUOTE && !isGeoKey(bytes, at)) return false
  }
  for (let at = find(bytes, BACKSLASH, 0); at >= 0; at = find(bytes, BACKSLASH, at + 2)) {
    if (bytes[at + 1] === SMALL_U && bytes[at - 1] === QUOTE) return false
  }
  return true
}

/** A buffer looks for a byte many times faster than a typed array does. */
function find(bytes: Uint8Array, byte: number, from: number): number {
  return from >= bytes.length ? -1 : Buffer.prototype.indexOf.call(bytes, byte, from)
}

/** Whether `_geo"` stands at `at`: a field like any other. */
function isGeoKey(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at + 1] === 0x67 &&
    bytes[at + 2] === 0x65 &&
    bytes[at + 3] === 0x6f &&
    bytes[at + 4] === QUOTE
  )
}
