import type { OpenSegment } from './working-segments.ts'

const UNKNOWN = 0
const ALIVE = 1
const DEAD = 2

/** Which terms of a segment stand in a live document. Asked of the same words again and again, and looked up once. */
export class TermLife {
  readonly #segment: OpenSegment
  #known: Uint8Array | null = null

  constructor(segment: OpenSegment) {
    this.#segment = segment
  }

  isAlive(ordinal: number): boolean {
    const { reader, entry } = this.#segment
    const { bits } = entry.deletions
    if (bits === null) return true
    this.#known ??= new Uint8Array(reader.terms.count)
    let life = this.#known[ordinal]!
    if (life === UNKNOWN) {
      life = reader.postings.hasDocOutside(ordinal, bits) ? ALIVE : DEAD
      this.#known[ordinal] = life
    }
    return life === ALIVE
  }
}
