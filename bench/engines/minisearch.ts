// MiniSearch keeps no documents unless told to copy fields, so they stand in a Map beside it, as its manual shows. Prefix and
// typo rules are those of the interface: the last word is a prefix, one typo from five letters on, two from nine on. Words
// are joined by OR, its default: documents that lack a word follow those that have all.

import MiniSearch from 'minisearch'
import {
  type OpenSearchEngine,
  type PackageDocument,
  HITS_MAX,
  SEARCHED_FIELDS,
} from './search-engine.ts'

export const openMiniSearch: OpenSearchEngine = async () => {
  const byId = new Map<number, PackageDocument>()
  const index = new MiniSearch<PackageDocument>({
    fields: [...SEARCHED_FIELDS],
    extractField: (document, field) => {
      const value = document[field as keyof PackageDocument]
      return Array.isArray(value) ? value.join(' ') : value
    },
    searchOptions: {
      prefix: (_, place, words) => place === words.length - 1,
      fuzzy: (word) => (word.length >= 9 ? 2 : word.length >= 5 ? 1 : false),
    },
  })
  return {
    async index(source) {
      for await (const document of source.documents()) {
        byId.set(document.id, document)
        index.add(document)
      }
    },
    search: async (text) =>
      index
        .search(text)
        .slice(0, HITS_MAX)
        .map(({ id }) => byId.get(id as number)),
    close: async () => {},
  }
}
