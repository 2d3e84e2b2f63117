import { VectorPart } from '../../vector/vector-part.ts'
import type { SegmentFileReader } from '../segment-file.ts'
import type { DocumentVectors } from './document-vectors.ts'
import { partSection, STATE_REGENERATE, STATE_USER_PROVIDED, statesSection } from './layout.ts'

type LoadedPart = ReturnType<SegmentFileReader['loadForKernel']>

/** The vectors that one embedder has in one segment. */
export class EmbedderVectors {
  readonly #states: Uint8Array
  readonly #sections: readonly LoadedPart[]
  #parts: readonly VectorPart[] | null = null

  /** Bytes are loaded at once, so that threads share them; parts are opened when they are first asked for. */
  constructor(file: SegmentFileReader, embedder: string) {
    this.#states = file.load(statesSection(embedder))
    const sections: LoadedPart[] = []
    for (let i = 0; file.has(partSection(embedder, i)); i++) {
      sections.push(file.loadForKernel(partSection(embedder, i)))
    }
    this.#sections = sections
  }

  get docCount(): number {
    return this.#states.length
  }

  get parts(): readonly VectorPart[] {
    this.#parts ??= this.#sections.map(({ bytes, memory }) => VectorPart.open(bytes, memory))
    return this.#parts
  }

  isUserProvided(doc: number): boolean {
    return (this.#states[doc]! & STATE_USER_PROVIDED) !== 0
  }

  mustRegenerate(doc: number): boolean {
    return (this.#states[doc]! & STATE_REGENERATE) !== 0
  }

  /** How many vectors a document has. */
  count(doc: number): number {
    let count = 0
    for (const part of this.parts) {
      const { from, to } = part.rowsOf(doc)
      count += to - from
    }
    return count
  }

  read(doc: number): DocumentVectors {
    const slots: number[] = []
    const vectors: Float32Array[] = []
    for (const part of this.parts) {
      const { from, to } = part.rowsOf(doc)
      for (let row = from; row < to; row++) {
        slots.push(part.slotAt(row))
        vectors.push(part.vectorAt(row))
      }
    }
    return {
      isUserProvided: this.isUserProvided(doc),
      mustRegenerate: this.mustRegenerate(doc),
      slots,
      vectors,
    }
  }
}
