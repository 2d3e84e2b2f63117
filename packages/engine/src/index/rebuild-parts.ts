import type { SegmentBuilder, SegmentParts } from '../segment/segment-builder.ts'
import type { SegmentFiles } from '../segment/segment-reader.ts'
import type { BatchHost } from './batch-host.ts'
import type { OpenSegment } from './working-segments.ts'

const decoder = new TextDecoder()
const REPORT_EVERY_DOCUMENTS = 256

/** Makes parts of one segment again from its stored documents; gives the files of the segment then. */
export async function rebuildParts(
  { entry, reader }: OpenSegment,
  parts: SegmentParts,
  options: {
    readonly host: Pick<BatchHost, 'newSegmentId' | 'storePart'>
    readonly newBuilder: (parts: SegmentParts) => SegmentBuilder
    readonly onProgress: (finished: number, total: number) => void
  },
): Promise<SegmentFiles> {
  const builders = (['words', 'columns'] as const)
    .filter((part) => parts[part])
    .map((part) => ({
      part,
      builder: options.newBuilder({
        documents: false,
        words: part === 'words',
        columns: part === 'columns',
      }),
    }))
  let doc = 0
  reader.documents.forEach((_, bytes) => {
    const json = decoder.decode(bytes)
    const value = JSON.parse(json) as Record<string, unknown>
    const number = reader.documents.numbers[doc]!
    // dead documents keep their place, without words or values
    const isDead = entry.deletions.has(doc)
    const id = reader.documents.id(doc)
    for (const { builder } of builders) {
      builder.add({ id, number, json, value: isDead ? {} : value })
    }
    if (++doc % REPORT_EVERY_DOCUMENTS === 0) options.onProgress(doc, reader.docCount)
  })
  let { files } = entry
  for (const { part, builder } of builders) {
    const name = await options.host.storePart(builder, options.host.newSegmentId(), part)
    files = { ...files, [part]: name }
  }
  return files
}
