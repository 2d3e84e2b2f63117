// Reads the documents of a payload, one JSON text per line, without holding the payload.

import { closeSync, openSync, readSync } from 'node:fs'
import type { DocumentSource } from './operations.ts'

const CHUNK_BYTES = 1 << 20

/** JSON texts in order; blank lines are passed over. */
export function* documentLines(source: DocumentSource): Generator<string> {
  if (source.kind === 'lines') {
    yield* source.lines
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
      let end = chunk.subarray(0, filled).indexOf(0x0a)
      while (end >= 0 || (count === 0 && start < filled)) {
        // one by one: a text of many lines would have two bytes a character as soon as one of them has to
        const line = chunk.toString('utf8', start, end < 0 ? filled : end)
        start = end < 0 ? filled : end + 1
        if (line.charCodeAt(0) === 0x7b || line.trim() !== '') yield line
        end = chunk.subarray(0, filled).indexOf(0x0a, start)
      }
      if (count === 0) return
      chunk.copyWithin(0, start, filled)
      held = filled - start
    }
  } finally {
    closeSync(file)
  }
}
