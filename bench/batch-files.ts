// Cuts a stream of documents into NDJSON files, each small enough to be one upload to a server.

import { createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

const BATCH_BYTES_MAX = 50 * 2 ** 20

export interface BatchFile {
  readonly file: string
  /** Documents in this file and all before it. */
  readonly documentCount: number
}

/** Writes the lines to files in a new folder; a file also ends wherever one of the sizes is reached. */
export async function writeBatchFiles(
  folder: string,
  lines: Iterable<string>,
  sizes: readonly number[] = [],
): Promise<BatchFile[]> {
  await mkdir(folder, { recursive: true })
  const cuts = new Set(sizes)
  const files: BatchFile[] = []
  let stream: WriteStream | null = null
  let file = ''
  let fileBytes = 0
  let documentCount = 0
  const finish = async (): Promise<void> => {
    if (stream === null) return
    stream.end()
    await once(stream, 'finish')
    files.push({ file, documentCount })
    stream = null
  }
  for (const line of lines) {
    const bytes = Buffer.byteLength(line) + 1
    if (fileBytes + bytes > BATCH_BYTES_MAX || cuts.has(documentCount)) await finish()
    if (stream === null) {
      file = join(folder, `${files.length}.ndjson`)
      stream = createWriteStream(file, { highWaterMark: 1 << 20 })
      fileBytes = 0
    }
    if (!stream.write(`${line}\n`)) await once(stream, 'drain')
    fileBytes += bytes
    documentCount++
  }
  await finish()
  return files
}
