import type { IndexSearcher } from '../index/index-searcher.ts'
import { storedVectors, vectorsText } from '../index/vectors-field.ts'

/** `_vectors` of a document as JSON text: stored entries of unknown embedders, then every embedder of the settings. */
export function hitVectors(
  searcher: IndexSearcher,
  slot: number,
  documentBytes: Uint8Array,
  options: { readonly hidesStored?: boolean } = {},
): string {
  const { embedders } = searcher.settings
  const entries = new Map<string, string>()
  if (options.hidesStored !== true) {
    for (const [name, text] of storedVectors(decoder.decode(documentBytes))) entries.set(name, text)
  }
  for (const name of Object.keys(embedders)) {
    const { vectors, mustRegenerate } = searcher.documentVectors(slot, name)
    entries.delete(name)
    entries.set(name, vectorsText(vectors, mustRegenerate))
  }
  const texts = [...entries].map(([name, text]) => `${JSON.stringify(name)}:${text}`)
  return `{${texts.join(',')}}`
}

const decoder = new TextDecoder()
