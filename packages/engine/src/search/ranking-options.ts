// Sort, custom ranking rules and distinct of a request, as the ranking takes them.

import type { DocSet } from '../bits/doc-set.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import type { RankOptions } from './rank-documents.ts'
import type { SearchRequest } from './search-request.ts'

export function rankingOf(
  _searcher: IndexSearcher,
  _request: SearchRequest,
): Pick<RankOptions, 'sortRules' | 'createCustomRule' | 'distinct'> {
  return {
    sortRules: [],
    createCustomRule: () => {
      throw new Error('not wired yet')
    },
    distinct: null,
  }
}

export function sortedDocuments(
  _searcher: IndexSearcher,
  candidates: DocSet,
  options: { readonly sort: readonly string[]; readonly offset: number; readonly limit: number },
): ArrayLike<number> {
  return candidates.toArray().subarray(options.offset, options.offset + options.limit)
}

/** Metres from the point that a search sorts by, rounded, or null when it sorts by none. */
export function geoDistance(
  _searcher: IndexSearcher,
  _request: SearchRequest,
): ((slot: number) => number | null) | null {
  return null
}
