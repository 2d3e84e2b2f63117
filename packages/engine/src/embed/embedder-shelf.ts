import { EMBEDDERS_KEPT_MAX } from '../limits.ts'
import type { Embedder as EmbedderSettings } from '../settings/embedders.ts'
import { createEmbedder } from './create-embedder.ts'
import type { EmbedContext, Embedder, MakingOptions } from './embedder.ts'

/** An embedder, made or in the making. */
interface Shelved {
  readonly embedder: Promise<Embedder>
  readonly abort: AbortController
  /** Who still wants it. */
  askerCount: number
}

/** Embedders that are in use: made when first asked for, shared by everyone with the same settings. */
export class EmbedderShelf {
  readonly #context: EmbedContext
  readonly #embedders = new Map<string, Shelved>()

  constructor(context: EmbedContext) {
    this.#context = context
  }

  /**
   * Throws InputError when it cannot be made; the next call tries again. With `dimensions` known, such as from stored
   * vectors, nothing is asked to make it. Making it ends when the signals of all who asked for it are aborted. Only who asked
   * first is told of requests.
   */
  get(name: string, settings: EmbedderSettings, options: MakingOptions = {}): Promise<Embedder> {
    const { dimensions, signal, onRequest } = options
    // the name is part of what an embedder says when it fails
    const key = JSON.stringify([name, settings, dimensions])
    let shelved = this.#embedders.get(key)
    // put last: the first entry is always the one that was not asked for the longest
    this.#embedders.delete(key)
    shelved ??= this.#make(key, name, settings, { dimensions, onRequest })
    this.#embedders.set(key, shelved)
    if (this.#embedders.size > EMBEDDERS_KEPT_MAX) {
      const [oldest] = this.#embedders.keys()
      if (oldest !== undefined) this.#embedders.delete(oldest)
    }
    this.#count(key, shelved, signal)
    return shelved.embedder
  }

  #make(key: string, name: string, settings: EmbedderSettings, options: MakingOptions): Shelved {
    const abort = new AbortController()
    const { signal } = abort
    const embedder = createEmbedder(name, settings, this.#context, { ...options, signal })
    const shelved: Shelved = { embedder, abort, askerCount: 0 }
    embedder.catch(() => this.#drop(key, shelved))
    return shelved
  }

  #count(key: string, shelved: Shelved, signal: AbortSignal | undefined): void {
    shelved.askerCount++
    if (signal === undefined) return
    const leave = (): void => {
      if (--shelved.askerCount > 0) return
      this.#drop(key, shelved)
      shelved.abort.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    // one that is made is kept, whoever leaves
    const stay = (): void => signal.removeEventListener('abort', leave)
    shelved.embedder.then(stay, stay)
  }

  #drop(key: string, shelved: Shelved): void {
    if (this.#embedders.get(key) === shelved) this.#embedders.delete(key)
  }
}
