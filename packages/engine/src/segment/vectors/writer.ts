import type { VectorSource } from '../../vector/build-graph.ts'
import type { VectorRows } from '../../vector/vector-rows.ts'
import { vectorPartSteps } from '../../vector/write-vector-part.ts'
import type { DocumentVectors } from './document-vectors.ts'
import { partSection, STATE_REGENERATE, STATE_USER_PROVIDED, statesSection } from './layout.ts'

/** Takes what one embedder has for the documents of a segment, in the order of their doc ids. */
export class EmbedderVectorsWriter {
  readonly #embedder: string
  readonly #binaryQuantized: boolean
  readonly #states: number[] = []
  readonly #rows = new Map<number, Row[]>()

  constructor(embedder: string, options: { readonly binaryQuantized: boolean }) {
    this.#embedder = embedder
    this.#binaryQuantized = options.binaryQuantized
  }

  add(document: DocumentVectors): void {
    const docId = this.#states.length
    this.#states.push(
      (document.isUserProvided ? STATE_USER_PROVIDED : 0) |
        (document.mustRegenerate ? STATE_REGENERATE : 0),
    )
    for (const [i, vector] of document.vectors.entries()) {
      let rows = this.#rows.get(vector.length)
      if (rows === undefined) this.#rows.set(vector.length, (rows = []))
      rows.push({ docId, slot: document.slots[i]!, vector })
    }
  }

  /** In small steps. `sources` are parts that the vectors came from: a merge is cheaper with them. */
  *writeSteps(file: SectionTaker, sources: readonly VectorSource[] = []): Generator<void, void> {
    file.add(statesSection(this.#embedder), Uint8Array.from(this.#states))
    let partIndex = 0
    for (const [dimensions, rows] of this.#rows) {
      const bytes = yield* vectorPartSteps(
        toVectorRows(dimensions, rows),
        { binaryQuantized: this.#binaryQuantized },
        sources,
      )
      file.add(partSection(this.#embedder, partIndex++), bytes)
    }
  }
}

/** Where sections go. */
export interface SectionTaker {
  add(section: string, bytes: Uint8Array): void
}

interface Row {
  readonly docId: number
  readonly slot: number
  readonly vector: Float32Array
}

function toVectorRows(dimensions: number, rows: readonly Row[]): VectorRows {
  const docIds = new Uint32Array(rows.length)
  const slots = new Uint8Array(rows.length)
  const values = new Float32Array(rows.length * dimensions)
  for (const [i, row] of rows.entries()) {
    docIds[i] = row.docId
    slots[i] = row.slot
    values.set(row.vector, i * dimensions)
  }
  return { dimensions, docIds, slots, values }
}
