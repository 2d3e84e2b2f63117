import type { EmbedContext, Embedder, MakingOptions } from '../embed/embedder.ts'
import type { EmbedderShelf } from '../embed/embedder-shelf.ts'
import { OutboundFailure } from '../embed/outbound.ts'
import type { Embedder as EmbedderSettings } from '../settings/embedders.ts'
import { wait } from './wait.ts'

/** The world of an engine that was given no way to call other servers. */
export const NO_WORLD: EmbedContext = {
  outbound: () =>
    Promise.reject(
      new OutboundFailure('this engine was given no way to call other servers', {
        isRefused: true,
      }),
    ),
  wait,
  random: () => 0,
  environment: {},
}

/** The embedders of a thread. Their code is loaded with the first one: most engines never run it. */
export class EmbedderPool {
  readonly context: EmbedContext
  #shelf: Promise<EmbedderShelf> | null = null

  constructor(context: EmbedContext) {
    this.context = context
  }

  /** The embedder of these settings; with `dimensions` known nothing is asked to make it. Rejects with InputError. */
  async get(
    name: string,
    settings: EmbedderSettings,
    options: MakingOptions = {},
  ): Promise<Embedder> {
    this.#shelf ??= import('../embed/embedder-shelf.ts').then(
      ({ EmbedderShelf: Shelf }) => new Shelf(this.context),
    )
    return (await this.#shelf).get(name, settings, options)
  }
}
