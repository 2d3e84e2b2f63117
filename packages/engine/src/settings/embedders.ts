/** Any JSON value, as request and response templates hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json }

/** Who turns a text into a vector. */
export type EmbedderSource =
  | 'openAi'
  | 'huggingFace'
  | 'ollama'
  | 'rest'
  | 'userProvided'
  | 'composite'

/** One named embedder. Fields that the source does not have are absent. */
export interface Embedder {
  readonly source: EmbedderSource
  readonly model?: string
  readonly revision?: string
  readonly pooling?: 'useModel' | 'forceMean' | 'forceCls'
  readonly apiKey?: string
  readonly dimensions?: number
  readonly binaryQuantized?: boolean
  readonly documentTemplate?: string
  readonly documentTemplateMaxBytes?: number
  readonly url?: string
  readonly indexingFragments?: Readonly<Record<string, { readonly value: Json }>>
  readonly searchFragments?: Readonly<Record<string, { readonly value: Json }>>
  readonly request?: Json
  readonly response?: Json
  readonly headers?: Readonly<Record<string, string>>
  readonly searchEmbedder?: Embedder
  readonly indexingEmbedder?: Embedder
  readonly distribution?: { readonly mean: number; readonly sigma: number }
}
