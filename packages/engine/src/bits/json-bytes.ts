// Walks the bytes of JSON that is known to be valid: stored documents were checked when they came in. Bytes that end too early
// are an error all the same, not a walk without end.

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** The offset of the next byte that is not white space. */
export function afterSpace(bytes: Uint8Array, start: number): number {
  let at = start
  while (bytes[at]! <= SPACE) at++
  return at
}

/** The offset just after the string whose opening quote is at `start`. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length) {
    const byte = bytes[at]!
    if (byte === QUOTE) return at + 1
    at += byte === BACKSLASH ? 2 : 1
  }
  throw cutOff()
}

/** The offset just after the value that starts at `start`. */
export function endOfValue(bytes: Uint8Array, start: number): number {
  if (start >= bytes.length) throw cutOff()
  const first = bytes[start]!
  if (first === QUOTE) return endOfString(bytes, start)
  let at = start + 1
  if (first === OPEN_BRACE || first === OPEN_BRACKET) {
    let depth = 1
    while (depth > 0) {
      if (at >= bytes.length) throw cutOff()
      const byte = bytes[at]!
      if (byte === QUOTE) at = endOfString(bytes, at)
      else {
        if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++
        else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
        at++
      }
    }
    return at
  }
  // a number, or one of the three words: up to what may stand after a value
  while (at < bytes.length && !isAfterValue(bytes[at]!)) at++
  return at
}

/** For whoever walks: from the end of the bytes on there is no end. */
export function cutOff(): Error {
  return new Error('the JSON of a document ends too early')
}

function isAfterValue(byte: number): boolean {
  return byte <= SPACE || byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE
}
