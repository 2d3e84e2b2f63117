import { EMBED_CACHED_TEXT_BYTES_MAX } from '../limits.ts'

/** Vectors of the texts that were asked for last. */
export class QueryCache {
  readonly #entriesMax: number
  readonly #vectors = new Map<string, Float32Array>()

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  /** The vector of a text, made by `embed` when it is not there. Long texts are never kept. */
  async get(text: string, embed: () => Promise<Float32Array>): Promise<Float32Array> {
    const known = this.#vectors.get(text)
    // put last: the first entry is always the one that was not asked for the longest
    if (known !== undefined) this.#vectors.delete(text)
    const vector = known ?? (await embed())
    if (this.#entriesMax === 0 || Buffer.byteLength(text) > EMBED_CACHED_TEXT_BYTES_MAX) {
      return vector
    }
    this.#vectors.set(text, vector)
    if (this.#vectors.size > this.#entriesMax) {
      const [oldest] = this.#vectors.keys()
      if (oldest !== undefined) this.#vectors.delete(oldest)
    }
    return vector
  }
}
