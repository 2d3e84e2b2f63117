// Reads the vectors of one embedder in one segment. Documents are always ranked by comparing their rows one by one, where
// they lie; in a large part a walk over the graph first picks the rows that are worth it.

import { type DocSet, hasBit, lowerBound } from '../bits/doc-set.ts'
import { assert, CorruptIndexError } from '../errors.ts'
import { DocScan } from './doc-scan.ts'
import type { SimilarityOfScore } from './doc-scan.ts'
import type { Graph } from './graph-builder.ts'
import { FAINT_QUERY_NORM, openGraph, pickRows } from './graph-part.ts'
import { readHeader } from './layout.ts'
import type { VectorLayout } from './layout.ts'
import { bitsToNumbers, quantizeBits, similarityOfBits } from './quantize.ts'
import { SCORE_BATCH_MAX } from './kernel.ts'
import { createRowScorer } from './row-scorer.ts'
import type { RowBlock, RowScorer } from './row-scorer.ts'
import { cosine, norm, similarityOfCosine } from './similarity.ts'
import type { NearestDocs } from './top-docs.ts'
import type { WasmMemory } from '../bits/web-assembly.ts'

/** Rows between two looks at the clock; a multiple of all batches. */
const STOP_EVERY = 4096
/** Rows from all over are compared by so many at a time: they fit into the first cache. */
const SPREAD_BATCH = 32
/** Rows that a walk keeps, at least, and for each document that is asked for. */
const KEEP_MIN = 100
const KEEP_PER_DOC = 10
/** Rows that a walk looks at for each one it keeps. */
const VISITS_PER_KEPT = 16
/** Rows are kept for so many vectors of each document. */
const ROWS_PER_DOC_MAX = 8
/** Slots of a document. */
const VECTORS_MAX = 256

/** The stored vectors of one embedder in one segment. */
export class VectorPart {
  readonly dimensions: number
  readonly count: number
  readonly binaryQuantized: boolean
  /** Only in large parts. */
  readonly graph: Graph | undefined
  readonly #layout: VectorLayout
  readonly #bytes: Uint8Array
  readonly #docIds: Uint32Array
  readonly #norms: Float32Array
  readonly #faintRows: Uint32Array
  readonly #scorer: RowScorer

  private constructor(bytes: Uint8Array, layout: VectorLayout, memory: WasmMemory | undefined) {
    const { dimensions, count, binaryQuantized, stride, rowsAt } = layout
    this.dimensions = dimensions
    this.count = count
    this.binaryQuantized = binaryQuantized
    this.#layout = layout
    this.#bytes = bytes
    const base = bytes.byteOffset
    this.#docIds = new Uint32Array(bytes.buffer, base + layout.docIdsAt, count)
    this.#norms = new Float32Array(bytes.buffer, base + layout.normsAt, binaryQuantized ? 0 : count)
    this.graph = openGraph(bytes, layout)
    this.#faintRows = new Uint32Array(
      bytes.buffer,
      base + layout.faintRowsAt,
      layout.graph?.faintRowCount ?? 0,
    )
    const block: RowBlock = {
      kind: binaryQuantized ? 'bits' : 'floats',
      bytes: bytes.subarray(rowsAt, rowsAt + count * stride),
      stride,
    }
    this.#scorer = createRowScorer(block, memory)
  }

  /**
   * Uses the bytes where they are, if they start at a multiple of 4, else a copy of them. The kernel reads rows in place when
   * the bytes lie in `memory`; otherwise they are copied to it as they are compared.
   */
  static open(bytes: Uint8Array, memory?: WasmMemory): VectorPart {
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
    if (bytes.byteOffset % 4 === 0) return new VectorPart(bytes, layout, memory)
    return new VectorPart(bytes.slice(), layout, undefined)
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
    const similarityOf = this.#similarityFor(query)
    const among = candidates === undefined ? undefined : this.#rowsOfDocs(candidates)
    const docsMax = Math.min(limit, among?.docCount ?? this.#layout.docCount)
    const newScan = (): DocScan => new DocScan(this.#docIds, similarityOf, docsMax)
    const picked = this.#pick(query, docsMax, among, shouldStop)
    if (picked !== undefined) {
      const found = this.#scan(newScan(), picked, shouldStop)
      // a walk may meet several rows of few documents, or too few of the candidates
      if (found.docIds.length === docsMax || shouldStop()) return found
    }
    return this.#scan(newScan(), among?.rows, shouldStop)
  }

  /** The rows that are worth comparing, ascending; undefined when all must be. */
  #pick(
    query: Float32Array,
    docsMax: number,
    among: CandidateRows | undefined,
    shouldStop: () => boolean,
  ): Uint32Array | undefined {
    const { graph, count } = this
    if (graph === undefined || docsMax === 0) return undefined
    if (!this.binaryQuantized && !(norm(query) > FAINT_QUERY_NORM)) return undefined
    const rowsPerDoc = Math.min(ROWS_PER_DOC_MAX, Math.ceil(count / this.#layout.docCount))
    const keep = Math.max(KEEP_MIN, KEEP_PER_DOC * docsMax) * rowsPerDoc
    const amongCount = among?.rows.length ?? count
    // a walk meets candidates as often as they are, and looks at others in between
    const visits = (VISITS_PER_KEPT * keep * count) / amongCount
    if (amongCount <= visits) return undefined
    const accepted = among === undefined ? undefined : this.#acceptedRows(among)
    const picked = pickRows(graph, this.#scorer, {
      keep,
      accepted,
      norms: this.binaryQuantized ? undefined : this.#norms,
      visitMax: amongCount,
      shouldStop,
    })
    if (picked === undefined) return undefined
    const faint = this.#faintRows.filter((row) => accepted === undefined || hasBit(accepted, row))
    const rows = new Uint32Array(picked.length + faint.length)
    rows.set(picked)
    rows.set(faint, picked.length)
    return rows.sort()
  }

  /** The bits of the rows of candidates. */
  #acceptedRows({ docs, rows }: CandidateRows): Uint32Array {
    // the set remembers its bits for the next search with it
    return this.#layout.isIdentity ? docs.toBits() : bitsOf(rows, this.count)
  }

  /** Sets the query of the scorer; returns how a score of it becomes a similarity. */
  #similarityFor(query: Float32Array): SimilarityOfScore {
    const { dimensions } = this
    const bytes = new Uint8Array(this.#layout.stride)
    if (this.binaryQuantized) {
      quantizeBits(query, bytes)
      this.#scorer.setQuery(bytes)
      return (score) => similarityOfBits(-score, dimensions)
    }
    new Float32Array(bytes.buffer).set(query)
    this.#scorer.setQuery(bytes)
    const norms = this.#norms
    const queryNorm = norm(query)
    return (score, row) => similarityOfCosine(cosine(score, queryNorm, norms[row]!))
  }

  /** Compares rows, or all there are, one by one. */
  #scan(scan: DocScan, rows: Uint32Array | undefined, shouldStop: () => boolean): NearestDocs {
    const rowCount = rows?.length ?? this.count
    const batchMax = rows === undefined ? SCORE_BATCH_MAX : SPREAD_BATCH
    for (let first = 0; first < rowCount; first += batchMax) {
      if (first > 0 && first % STOP_EVERY === 0 && shouldStop()) break
      const count = Math.min(batchMax, rowCount - first)
      if (rows === undefined) {
        const scores = this.#scorer.scoreRange(first, count)
        for (let i = 0; i < count; i++) scan.add(first + i, scores[i]!)
      } else {
        for (let i = 0; i < count; i++) this.#scorer.rows[i] = rows[first + i]!
        const scores = this.#scorer.scoreRows(count)
        for (let i = 0; i < count; i++) scan.add(rows[first + i]!, scores[i]!)
      }
    }
    return scan.finish()
  }

  #rowsOfDocs(candidates: DocSet): CandidateRows {
    const docs = candidates.toArray()
    const docIds = this.#docIds
    const { count } = this
    if (this.#layout.isIdentity) {
      const rows = docs.subarray(0, lowerBound(docs, count))
      return { docs: candidates, rows, docCount: rows.length }
    }
    const rows = new Uint32Array(Math.min(count, docs.length * VECTORS_MAX))
    let size = 0
    let docCount = 0
    const isSparse = docs.length * 16 < count
    for (let i = 0, row = 0; i < docs.length && row < count; i++) {
      const doc = docs[i]!
      if (isSparse) row = lowerBound(docIds, doc)
      else while (row < count && docIds[row]! < doc) row++
      if (row < count && docIds[row] === doc) docCount++
      while (row < count && docIds[row] === doc) rows[size++] = row++
    }
    return { docs: candidates, rows: rows.subarray(0, size), docCount }
  }
}

interface CandidateRows {
  readonly docs: DocSet
  /** The rows of these documents, ascending. */
  readonly rows: Uint32Array
  /** How many of them have any. */
  readonly docCount: number
}

function bitsOf(rows: Uint32Array, count: number): Uint32Array {
  const bits = new Uint32Array((count + 31) >>> 5)
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!
    bits[row >>> 5] = bits[row >>> 5]! | (1 << (row & 31))
  }
  return bits
}

function never(): boolean {
  return false
}
