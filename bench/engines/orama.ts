// Orama keeps documents itself and wants their ids to be text. Prefixes are on unless `exact` is set; the number of typos
// is one for all words of a query. `threshold` stays at its default: documents with any of the words are found. Sorting is
// off, as nothing is sorted here.

import { create, insertMultiple, search } from '@orama/orama'
import { type OpenSearchEngine, type PackageDocument, HITS_MAX } from './search-engine.ts'

/** Documents handed over at a time, its own default. */
const BATCH_SIZE = 1000

export const openOrama: OpenSearchEngine = async () => {
  const index = create({
    schema: { name: 'string', title: 'string', description: 'string', tags: 'string[]' },
    sort: { enabled: false },
  })
  const insert = async (documents: readonly PackageDocument[]): Promise<void> => {
    const rows = documents.map((document) => ({ ...document, id: String(document.id) }))
    await insertMultiple(index, rows, BATCH_SIZE)
  }
  return {
    async index(source) {
      let batch: PackageDocument[] = []
      for await (const document of source.documents()) {
        batch.push(document)
        if (batch.length < BATCH_SIZE) continue
        await insert(batch)
        batch = []
      }
      if (batch.length > 0) await insert(batch)
    },
    async search(text) {
      const { hits } = await search(index, { term: text, limit: HITS_MAX, tolerance: 1 })
      return hits.map(({ document }) => document)
    },
    close: async () => {},
  }
}
