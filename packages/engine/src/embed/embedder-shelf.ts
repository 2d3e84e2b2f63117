import { EMBEDDERS_KEPT_MAX } from '../limits.ts'
import type { Embedder as EmbedderSettings } from '../settings/embedders.ts'
import { createEmbedder } from './create-embedder.ts'
import type { EmbedContext, Embedder } from './embedder.ts'

/** Embedders that are in use: made when first asked for, shared by everyone with the same settings. */
export class EmbedderShelf {
  readonly #context: EmbedContext
  readonly #embedders = new Map<string, Promise<Embedder>>()

  constructor(context: EmbedContext) {
    this.#context = context
  }

  /**
   * Throws InputError when it cannot be made; the next call tries again. With `dimensions` known, such as from stored
   * vectors, nothing is asked to make it.
   */
  get(name: string, settings: EmbedderSettings, dimensions?: number): Promise<Embedder> {
    // the name is part of what an embedder says when it fails
    const key = JSON.stringify([name, settings, dimensions])
    const known = this.#embedders.get(key)
    if (known !== undefined) {
      // put last: the first entry is always the one that was not asked for the longest
      this.#embedders.delete(key)
      this.#embedders.set(key, known)
      return known
    }
    const made = createEmbedder(name, settings, this.#context, dimensions)
    this.#embedders.set(key, made)
    made.catch(() => this.#embedders.delete(key))
    if (this.#embedders.size > EMBEDDERS_KEPT_MAX) {
      const [oldest] = this.#embedders.keys()
      if (oldest !== undefined) this.#embedders.delete(oldest)
    }
    return made
  }
}
