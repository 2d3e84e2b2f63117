import { HUB_MODEL_DEFAULT } from './embedder-fields.ts'
import type { Embedder } from './embedders.ts'

/** Where similarities of unrelated texts lie, and how wide they are spread. */
export interface Distribution {
  readonly mean: number
  readonly sigma: number
}

/** Of models that are known to squeeze their similarities. */
const KNOWN_MODELS: ReadonlyMap<string, Distribution> = new Map([
  ['text-embedding-ada-002', { mean: 0.9, sigma: 0.08 }],
  ['text-embedding-3-large', { mean: 0.7, sigma: 0.1 }],
  ['text-embedding-3-small', { mean: 0.75, sigma: 0.1 }],
  [HUB_MODEL_DEFAULT, { mean: 0.85, sigma: 0.1 }],
])

/** The distribution by which similarities are shifted: the user's, else the model's; undefined when neither is known. */
export function distributionOf(embedder: Embedder): Distribution | undefined {
  if (embedder.distribution !== undefined) return embedder.distribution
  if (embedder.source === 'composite') {
    const parts = [embedder.searchEmbedder, embedder.indexingEmbedder]
    return parts.map((part) => part && distributionOf(part)).find((known) => known !== undefined)
  }
  const hasModel = embedder.source === 'openAi' || embedder.source === 'huggingFace'
  return hasModel ? KNOWN_MODELS.get(embedder.model ?? '') : undefined
}
