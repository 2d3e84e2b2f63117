// The hash of ASCII words that the tokenizer computes while it scans, and the term interner looks them up by.

export const ASCII_HASH_START: number = 0x811c9dc5 | 0
export const ASCII_HASH_PRIME = 0x01000193

/** FNV-1a over `bytes[start … end)` in lower case; the bytes must be ASCII. */
export function asciiHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = ASCII_HASH_START
  for (let i = start; i < end; i++) {
    let code = bytes[i]!
    if (code <= 90 && code >= 65) code |= 32
    hash = Math.imul(hash ^ code, ASCII_HASH_PRIME)
  }
  return hash
}
