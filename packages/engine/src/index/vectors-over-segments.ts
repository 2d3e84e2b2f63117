import { DocSet, lowerBound } from '../bits/doc-set.ts'
import { type DocumentVectors, NO_VECTORS } from '../segment/vectors/document-vectors.ts'
import type { EmbedderVectors } from '../segment/vectors/reader.ts'
import type { NearestDocs } from '../vector/top-docs.ts'
import type { VectorPart } from '../vector/vector-part.ts'
import type { FragmentSlots } from './fragment-slots.ts'
import { nearestInPlace } from './nearest-in-place.ts'
import type { OpenSegment } from './working-segments.ts'

/** Documents by how near they are, the nearest first; equals by their document numbers. */
export interface NearestSlots {
  readonly slots: readonly number[]
  readonly similarities: readonly number[]
}

/** What is asked of the vectors of one embedder. */
export interface VectorQuery {
  readonly embedder: string
  readonly vector: Float32Array
  readonly limit: number
  /** Slots among which to look. */
  readonly candidates: DocSet
  /** Compare only with vectors in this place of a document; all when absent. */
  readonly place?: number
  readonly shouldStop: () => boolean
}

/** The vectors of all segments of an index, by slot. */
export class VectorsOverSegments {
  readonly #segments: readonly OpenSegment[]
  readonly #bases: readonly number[]
  readonly #having = new Map<string, DocSet>()
  /** Slots of fragments inside documents, by embedder and fragment. */
  readonly fragmentSlots: FragmentSlots

  constructor(
    segments: readonly OpenSegment[],
    bases: readonly number[],
    fragmentSlots: FragmentSlots,
  ) {
    this.fragmentSlots = fragmentSlots
    this.#segments = segments
    this.#bases = bases
  }

  read(segmentIndex: number, doc: number, embedder: string): DocumentVectors {
    return this.#segments[segmentIndex]!.reader.vectors.get(embedder)?.read(doc) ?? NO_VECTORS
  }

  /** Numbers per vector, as the last segment that has any says; null when none has. */
  dimensions(embedder: string): number | null {
    const parts = this.#segments.flatMap(({ reader }) => reader.vectors.get(embedder)?.parts ?? [])
    return parts.at(-1)?.dimensions ?? null
  }

  /** Slots of documents with a vector, dead ones included. */
  slotsWith(embedder: string): DocSet {
    let having = this.#having.get(embedder)
    if (having === undefined) {
      having = this.filter(embedder, () => true).keep()
      this.#having.set(embedder, having)
    }
    return having
  }

  /** Slots of documents with a vector that passes, by its document's state and its own place in the document. */
  filter(
    embedder: string,
    passes: (vectors: EmbedderVectors, doc: number, place: number) => boolean,
  ): DocSet {
    const slotCount = this.#segments.reduce((sum, { reader }) => sum + reader.docCount, 0)
    const bits = new Uint32Array((slotCount + 31) >>> 5)
    for (const [i, { reader }] of this.#segments.entries()) {
      const vectors = reader.vectors.get(embedder)
      for (const part of vectors?.parts ?? []) {
        for (let row = 0; row < part.count; row++) {
          const doc = part.docAt(row)
          if (!passes(vectors!, doc, part.slotAt(row))) continue
          const slot = this.#bases[i]! + doc
          bits[slot >>> 5] = bits[slot >>> 5]! | (1 << (slot & 31))
        }
      }
    }
    return DocSet.fromBits(bits)
  }

  /** The nearest of the candidates; vectors of another size than the query's are not looked at. */
  nearest(query: VectorQuery): NearestSlots {
    const found: { slot: number; number: number; similarity: number }[] = []
    for (const [i, { reader }] of this.#segments.entries()) {
      const base = this.#bases[i]!
      const docs = docsWithin(query.candidates, base, reader.docCount)
      if (docs.size === 0) continue
      for (const part of reader.vectors.get(query.embedder)?.parts ?? []) {
        if (part.dimensions !== query.vector.length) continue
        const { docIds, similarities } = nearestIn(part, docs, reader.docCount, query)
        for (const [at, doc] of docIds.entries()) {
          const number = reader.documents.numbers[doc]!
          found.push({ slot: base + doc, number, similarity: similarities[at]! })
        }
      }
    }
    found.sort((a, b) => b.similarity - a.similarity || a.number - b.number)
    found.length = Math.min(found.length, query.limit)
    return {
      slots: found.map(({ slot }) => slot),
      similarities: found.map((near) => near.similarity),
    }
  }
}

/** The candidates in a segment, as doc ids. */
function docsWithin(candidates: DocSet, base: number, docCount: number): DocSet {
  const slots = candidates.toArray()
  const from = lowerBound(slots, base)
  const to = lowerBound(slots, base + docCount)
  if (to - from === docCount) return DocSet.range(0, docCount)
  const own = slots.subarray(from, to)
  return DocSet.fromSorted(base === 0 ? own : own.map((slot) => slot - base))
}

function nearestIn(
  part: VectorPart,
  docs: DocSet,
  docCount: number,
  { vector, limit, place, shouldStop }: VectorQuery,
): NearestDocs {
  if (place !== undefined) return nearestInPlace(part, vector, { limit, place, docs, shouldStop })
  return part.nearest(vector, limit, docs.size === docCount ? undefined : docs, shouldStop)
}
