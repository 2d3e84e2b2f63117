import type { LocalModels } from './local-models.ts'
import type { Outbound } from './outbound.ts'

/** Turns texts into vectors of one size. */
export interface Embedder {
  readonly dimensions: number
  /** How similarities are spread, where it is known: they are shifted by it. */
  readonly distribution: Distribution | undefined
  /** One vector per input, in order. Throws InputError when one cannot be had. */
  embedDocuments(
    inputs: readonly EmbedInput[],
    watch?: EmbedWatch,
  ): Promise<readonly Float32Array[]>
  /** The vector of a query; no try starts after the deadline. */
  embedQuery(query: QueryInput, deadline?: Deadline): Promise<Float32Array>
}

/** Where similarities of unrelated texts lie. */
export interface Distribution {
  readonly mean: number
  readonly sigma: number
}

/** How embedding is followed and stopped. */
export interface EmbedWatch {
  readonly signal?: AbortSignal | undefined
  /** Told of every try to call a server: null when it worked, else why not. */
  readonly onRequest?: ((problem: string | null) => void) | undefined
}

/** What goes with the making of an embedder. */
export interface MakingOptions extends EmbedWatch {
  /** Numbers per vector, such as from stored ones: then nothing is asked. */
  readonly dimensions?: number | undefined
}

/** A rendered template, or a rendered fragment: any JSON. */
export type EmbedInput = { readonly text: string } | { readonly fragment: unknown }

/** What is searched for. */
export interface QueryInput {
  readonly text?: string
  readonly media?: unknown
}

/** The time a search has left. */
export interface Deadline {
  remainingMs(): number
}

/** What embedders need of the world. */
export interface EmbedContext {
  readonly outbound: Outbound
  /** Resolves after so many milliseconds, or at once when the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** At least 0, below 1. */
  random(): number
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Models that run on this machine; without it `huggingFace` cannot be used. */
  readonly localModels?: LocalModels
  /** Embeddings of queries that are kept per embedder; none by default. */
  readonly queryCacheEntries?: number
}
