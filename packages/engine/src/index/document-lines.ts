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
      const end = count === 0 ? filled : chunk.subarray(0, filled).lastIndexOf(0x0a) + 1
      // whole lines are decoded together and cut afterwards: a slice of a text costs next to nothing
      yield* linesOf(chunk.toString('utf8', 0, end))
      if (count === 0) return
      chunk.copyWithin(0, end, filled)
      held = filled - end
    }
  } finally {
    closeSync(file)
  }
}

function* linesOf(text: string): Generator<string> {
  let start = 0
  while (start < text.length) {
    let end = text.indexOf('\n', start)
    if (end < 0) end = text.length
    const line = text.slice(start, end)
    if (line.charCodeAt(0) === 0x7b || line.trim() !== '') yield line
    start = end + 1
  }
}
