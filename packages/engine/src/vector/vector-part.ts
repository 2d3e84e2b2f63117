// Reads the vectors of one embedder in one segment. Rows are compared where they lie.

import { lowerBound } from '../bits/doc-set.ts'
import type { DocSet } from '../bits/doc-set.ts'
import { assert, CorruptIndexError } from '../errors.ts'
import { readHeader } from './layout.ts'
import type { VectorLayout } from './layout.ts'
import { bitsToNumbers, quantizeBits, similarityOfBits } from './quantize.ts'
import { createRowScorer, SCORE_BATCH_MAX } from './row-scorer.ts'
import type { RowScorer } from './row-scorer.ts'
import { cosine, norm, similarityOfCosine } from './similarity.ts'
import { TopDocs } from './top-docs.ts'
import type { NearestDocs } from './top-docs.ts'

/** Batches of rows between two looks at the clock. */
const STOP_EVERY = 8

/** The stored vectors of one embedder in one segment. */
export class VectorPart {
  readonly dimensions: number
  readonly count: number
  readonly binaryQuantized: boolean
  readonly #layout: VectorLayout
  readonly #bytes: Uint8Array
  readonly #docIds: Uint32Array
  readonly #norms: Float32Array
  readonly #scorer: RowScorer

  private constructor(bytes: Uint8Array, layout: VectorLayout) {
    const { dimensions, count, binaryQuantized, stride, rowsAt } = layout
    this.dimensions = dimensions
    this.count = count
    this.binaryQuantized = binaryQuantized
    this.#layout = layout
    this.#bytes = bytes
    const base = bytes.byteOffset
    this.#docIds = new Uint32Array(bytes.buffer, base + layout.docIdsAt, count)
    this.#norms = new Float32Array(bytes.buffer, base + layout.normsAt, binaryQuantized ? 0 : count)
    this.#scorer = createRowScorer({
      kind: binaryQuantized ? 'bits' : 'floats',
      bytes: bytes.subarray(rowsAt, rowsAt + count * stride),
      stride,
    })
  }

  /** Uses the bytes where they are, if they start at a multiple of 4, else a copy of them. */
  static open(bytes: Uint8Array): VectorPart {
    const layout = readHeader(bytes)
    if ('expected' in layout) {
      throw new CorruptIndexError({
        file: 'segment',
        structure: 'vectors',
        expected: layout.expected,
        found: `${bytes.length} bytes of something else`,
        advice: 'Restore the index from a snapshot or a dump.',
      })
    }
    return new VectorPart(bytes.byteOffset % 4 === 0 ? bytes : bytes.slice(), layout)
  }

  /** The rows of a document, from the first to one past the last. */
  rowsOf(docId: number): { readonly from: number; readonly to: number } {
    const from = lowerBound(this.#docIds, docId)
    let to = from
    while (to < this.count && this.#docIds[to] === docId) to++
    return { from, to }
  }

  docAt(row: number): number {
    return this.#docIds[row]!
  }

  slotAt(row: number): number {
    return this.#bytes[this.#layout.slotsAt + row]!
  }

  /** The vector as it was given; of a quantized part, its zeros and ones. */
  vectorAt(row: number): Float32Array {
    const { rowsAt, stride } = this.#layout
    const bytes = this.#bytes.slice(rowsAt + row * stride, rowsAt + (row + 1) * stride)
    if (this.binaryQuantized) return bitsToNumbers(bytes, this.dimensions)
    return new Float32Array(bytes.buffer, 0, this.dimensions)
  }

  /**
   * The documents whose best vector is nearest to `query`, among `candidates` (all when undefined). What was found so far
   * is given when `shouldStop` says so.
   */
  nearest(
    query: Float32Array,
    limit: number,
    candidates: DocSet | undefined,
    shouldStop: () => boolean = never,
  ): NearestDocs {
    assert(query.length === this.dimensions, 'a query has the dimensions of the rows')
    const docsMax = Math.min(limit, candidates?.size ?? this.count, this.count)
    const scan = new DocScan(this.#docIds, this.#similarityFor(query), new TopDocs(docsMax))
    if (candidates === undefined) this.#scanAll(scan, shouldStop)
    else this.#scanSome(candidates, scan, shouldStop)
    return scan.finish()
  }

  /** Sets the query of the scorer; returns how a score of it becomes a similarity. */
  #similarityFor(query: Float32Array): SimilarityOfScore {
    const { dimensions } = this
    const bytes = new Uint8Array(this.#layout.stride)
    this.#scorer.setQuery(bytes)
    if (this.binaryQuantized) {
      quantizeBits(query, bytes)
      return (score) => similarityOfBits(score, dimensions)
    }
    new Float32Array(bytes.buffer).set(query)
    const norms = this.#norms
    const queryNorm = norm(query)
    return (score, row) => similarityOfCosine(cosine(score, queryNorm, norms[row]!))
  }

  #scanAll(scan: DocScan, shouldStop: () => boolean): void {
    for (let first = 0, batch = 0; first < this.count; first += SCORE_BATCH_MAX, batch++) {
      if (batch % STOP_EVERY === STOP_EVERY - 1 && shouldStop()) return
      const count = Math.min(SCORE_BATCH_MAX, this.count - first)
      const scores = this.#scorer.scoreRange(first, count)
      for (let i = 0; i < count; i++) scan.add(first + i, scores[i]!)
    }
  }

  #scanSome(candidates: DocSet, scan: DocScan, shouldStop: () => boolean): void {
    const rows = this.#rowsOfDocs(candidates)
    for (let first = 0, batch = 0; first < rows.length; first += SCORE_BATCH_MAX, batch++) {
      if (batch % STOP_EVERY === STOP_EVERY - 1 && shouldStop()) return
      const some = rows.subarray(first, first + SCORE_BATCH_MAX)
      const scores = this.#scorer.scoreRows(some, some.length)
      for (let i = 0; i < some.length; i++) scan.add(some[i]!, scores[i]!)
    }
  }

  /** The rows of all these documents, ascending. */
  #rowsOfDocs(candidates: DocSet): Uint32Array {
    const docs = candidates.toArray()
    const docIds = this.#docIds
    const { count } = this
    if (this.#layout.isIdentity) return docs.subarray(0, lowerBound(docs, count))
    const rows = new Uint32Array(count)
    let size = 0
    if (docs.length * 16 < count) {
      for (let i = 0; i < docs.length; i++) {
        const { from, to } = this.rowsOf(docs[i]!)
        for (let row = from; row < to; row++) rows[size++] = row
      }
      return rows.subarray(0, size)
    }
    for (let row = 0, i = 0; row < count && i < docs.length;) {
      const difference = docIds[row]! - docs[i]!
      if (difference === 0) rows[size++] = row
      if (difference <= 0) row++
      else i++
    }
    return rows.subarray(0, size)
  }
}

type SimilarityOfScore = (score: number, row: number) => number

/** Takes rows in ascending order and offers each document once, with its best row. */
class DocScan {
  readonly #docIds: Uint32Array
  readonly #similarityOf: SimilarityOfScore
  readonly #top: TopDocs
  #doc = -1
  #best = 0

  constructor(docIds: Uint32Array, similarityOf: SimilarityOfScore, top: TopDocs) {
    this.#docIds = docIds
    this.#similarityOf = similarityOf
    this.#top = top
  }

  add(row: number, score: number): void {
    const doc = this.#docIds[row]!
    const similarity = this.#similarityOf(score, row)
    if (doc === this.#doc) {
      if (similarity > this.#best) this.#best = similarity
      return
    }
    if (this.#doc >= 0) this.#top.offer(this.#doc, this.#best)
    this.#doc = doc
    this.#best = similarity
  }

  finish(): NearestDocs {
    if (this.#doc >= 0) this.#top.offer(this.#doc, this.#best)
    return this.#top.finish()
  }
}

function never(): boolean {
  return false
}
