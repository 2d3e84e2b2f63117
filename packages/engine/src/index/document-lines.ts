// Reads the documents of a payload, one JSON text per line, without holding the payload.

import { closeSync, openSync, readSync } from 'node:fs'
import type { DocumentSource } from './operations.ts'

const CHUNK_BYTES = 1 << 20

/** A document as it came. */
export interface DocumentLine {
  readonly json: string
  /** The same as UTF-8 where it is at hand; valid until the next line is asked for. */
  readonly bytes: Uint8Array | null
}

/** JSON texts in order; blank lines are passed over. */
export function* documentLines(source: DocumentSource): Generator<DocumentLine> {
  if (source.kind === 'lines') {
    for (const json of source.lines) yield { json, bytes: null }
    return
  }
  const file = openSync(source.path, 'r')
  try {
    let chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    let held = 0
    for (;;) {
      if (held === chunk.length) {
        const grown = Buffer.allocUnsafe(chunk.length * 2)
        chunk.copy(grown)
        chunk = grown
      }
      const count = readSync(file, chunk, held, chunk.length - held, null)
      const filled = held + count
      let start = 0
      let end = lineEndIn(chunk, 0, filled)
      while (end >= 0 || (count === 0 && start < filled)) {
        // one by one: a text of many lines would have two bytes a character as soon as one of them has to
        const lineEnd = end < 0 ? filled : end
        const json = chunk.toString('utf8', start, lineEnd)
        const bytes = chunk.subarray(start, lineEnd)
        start = end < 0 ? filled : end + 1
        if (json.charCodeAt(0) === 0x7b || json.trim() !== '') yield { json, bytes }
        end = lineEndIn(chunk, start, filled)
      }
      if (count === 0) return
      chunk.copyWithin(0, start, filled)
      held = filled - start
    }
  } finally {
    closeSync(file)
  }
}

/** The next line feed of what is filled, -1 where there is none. */
function lineEndIn(chunk: Buffer, start: number, filled: number): number {
  const end = chunk.indexOf(0x0a, start)
  return end < filled ? end : -1
}
