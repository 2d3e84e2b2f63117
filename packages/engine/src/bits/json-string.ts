import type { ByteWriter } from './byte-writer.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20
/** A code in hexadecimal. */
const ESCAPE_BYTES_MAX = 6
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Writes the text whose UTF-8 is `bytes[start … end)` as a JSON string. */
export function appendJsonString(
  out: ByteWriter,
  bytes: Uint8Array,
  start: number,
  end: number,
): void {
  const target = out.reserve(end - start + 2)
  const first = out.length
  let at = first
  target[at++] = QUOTE
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) {
      out.text(JSON.stringify(decoder.decode(bytes.subarray(start, end))))
      return
    }
    target[at++] = byte
  }
  target[at++] = QUOTE
  out.advance(at)
}

/** Writes the plain ASCII `bytes[start … end)` as it stands between the quotes of a JSON string. */
export function appendEscaped(
  out: ByteWriter,
  bytes: Uint8Array,
  start: number,
  end: number,
): void {
  const target = out.reserve((end - start) * ESCAPE_BYTES_MAX)
  let length = out.length
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if (byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH) {
      target[length++] = byte
      continue
    }
    const escape = ESCAPES[byte]!
    for (let i = 0; i < escape.length; i++) target[length++] = escape.charCodeAt(i)
  }
  out.advance(length)
}

/** How JSON writes the bytes that it does not write as they are. */
const ESCAPES: readonly string[] = Array.from({ length: BACKSLASH + 1 }, (_, code) =>
  JSON.stringify(String.fromCharCode(code)).slice(1, -1),
)
