import type { Deletions } from '../segment/deletions.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import type { OpenSegment } from './working-segments.ts'

/** Stored vectors of live documents, and the documents that have any. */
export interface VectorCounts {
  readonly vectorCount: number
  readonly documentCount: number
}

/** Counts over segments; a segment is counted again only when documents of it have died. */
export function countVectors(segments: readonly OpenSegment[]): VectorCounts {
  let vectorCount = 0
  let documentCount = 0
  for (const { reader, entry } of segments) {
    if (reader.vectors.size === 0) continue
    const counts = countsOf(reader, entry.deletions)
    vectorCount += counts.vectorCount
    documentCount += counts.documentCount
  }
  return { vectorCount, documentCount }
}

const KNOWN = new WeakMap<SegmentReader, { deletions: Deletions; counts: VectorCounts }>()

function countsOf(reader: SegmentReader, deletions: Deletions): VectorCounts {
  const known = KNOWN.get(reader)
  if (known?.deletions === deletions) return known.counts
  const having = new Uint8Array(reader.docCount)
  let vectorCount = 0
  for (const { parts } of reader.vectors.values()) {
    for (const part of parts) {
      for (let row = 0; row < part.count; row++) {
        const doc = part.docAt(row)
        if (deletions.has(doc)) continue
        vectorCount++
        having[doc] = 1
      }
    }
  }
  const counts = { vectorCount, documentCount: having.reduce((sum, has) => sum + has, 0) }
  KNOWN.set(reader, { deletions, counts })
  return counts
}
