import type { ByteWriter } from './byte-writer.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20
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
