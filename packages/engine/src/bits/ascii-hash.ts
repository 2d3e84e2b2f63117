// The hash of ASCII words that the tokenizer computes while it scans, and the term interner looks them up by.

export const ASCII_HASH_START: number = 0x811c9dc5 | 0
export const ASCII_HASH_PRIME = 0x01000193
const UPPERCASE_A = 0x41
const LETTERS = 26
const CASE_BIT = 0x20

/** FNV-1a over `bytes[start … end)` in lower case; the bytes must be ASCII. */
export function asciiHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = ASCII_HASH_START
  for (let i = start; i < end; i++) {
    hash = Math.imul(hash ^ asciiLowercase(bytes[i]!), ASCII_HASH_PRIME)
  }
  return hash
}

/** A code of ASCII in lower case. */
export function asciiLowercase(code: number): number {
  return (code - UPPERCASE_A) >>> 0 < LETTERS ? code | CASE_BIT : code
}
