// What the writer takes from the layers above it: filters and edit functions.

import type { WriterHooks } from '../index/index-writer.ts'
import { evaluateFilter } from '../filter/evaluate.ts'
import { parseFilter } from '../filter/parse-filter.ts'

export function writerHooks(): WriterHooks {
  return {
    matchFilter: (searcher, filter) => {
      const node = parseFilter(filter, { code: 'invalid_document_filter' })
      return node === null ? searcher.live : evaluateFilter(node, searcher)
    },
    editDocument: null,
  }
}
