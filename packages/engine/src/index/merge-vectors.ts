import type { SegmentFileWriter } from '../segment/segment-file.ts'
import { NO_VECTORS } from '../segment/vectors/document-vectors.ts'
import { EmbedderVectorsWriter } from '../segment/vectors/writer.ts'
import type { PausePoint } from './merge.ts'
import type { OpenSegment } from './working-segments.ts'

/** Documents handled between two pause points. */
const PAUSE_EVERY = 512

/** Joins the vectors of documents in their new order; gives the embedders that the merged segment has vectors of. */
export async function mergeVectors(
  inputs: readonly OpenSegment[],
  order: readonly { readonly input: number; readonly doc: number }[],
  docMaps: readonly Int32Array[],
  file: SegmentFileWriter,
  pause: PausePoint,
): Promise<string[]> {
  const names = new Set(inputs.flatMap(({ reader }) => [...reader.vectors.keys()]))
  for (const name of names) {
    const readers = inputs.map(({ reader }) => reader.vectors.get(name))
    const sources = readers.flatMap((reader, input) =>
      (reader?.parts ?? []).map((part) => ({ part, docMap: docMaps[input]! })),
    )
    const binaryQuantized = sources.some(({ part }) => part.binaryQuantized)
    const writer = new EmbedderVectorsWriter(name, { binaryQuantized })
    for (const [i, { input, doc }] of order.entries()) {
      writer.add(readers[input]?.read(doc) ?? NO_VECTORS)
      if (i % PAUSE_EVERY === 0) await pause()
    }
    const steps = writer.writeSteps(file, sources)
    while (steps.next().done !== true) await pause()
  }
  return [...names]
}
