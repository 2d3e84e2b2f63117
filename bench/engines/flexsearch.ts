// FlexSearch indexes the prefixes of every word (`forward`). It has no edit distance; what comes nearest is an encoder that
// writes words as they sound, of which this is the middle one. `suggest` also finds documents that lack a word. Documents
// are kept by it and come back merged over the four fields.

import { Charset, Document } from 'flexsearch'
import { type OpenSearchEngine, HITS_MAX, SEARCHED_FIELDS } from './search-engine.ts'

export const openFlexSearch: OpenSearchEngine = async () => {
  const index = new Document({
    tokenize: 'forward',
    encoder: Charset.LatinBalance,
    document: { id: 'id', index: [...SEARCHED_FIELDS], store: true },
  })
  return {
    async index(source) {
      for await (const document of source.documents()) index.add({ ...document })
    },
    async search(text) {
      const options = { limit: HITS_MAX, suggest: true, enrich: true, merge: true } as const
      // the limit holds for each field
      return index.search(text, options).slice(0, HITS_MAX)
    },
    close: async () => {},
  }
}
