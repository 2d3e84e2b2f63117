// What a search looks at and how it orders it, checked against the index. The order of the checks is the interface's:
// the grammar of filter and sort first, then what they ask of the index.

import type { DocSet } from '../bits/doc-set.ts'
import { InputError } from '../errors.ts'
import { evaluateForQuery } from '../filter/evaluate.ts'
import type { FilterNode } from '../filter/nodes/filter-node.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { WideCondition } from '../filter/wide-condition.ts'
import type { Searcher } from '../index/searcher.ts'
import { checkSortable, parseSort } from '../rank/sort-parameter.ts'
import { checkSearchedAttributes } from './check-searched-attributes.ts'
import { distinctDocs } from './distinct.ts'
import { type Ranking, rankingOf } from './ranking-options.ts'
import type { SearchRequest } from './search-request.ts'

/** The documents among which a search looks, and the order it asks for. */
export interface SearchScope {
  readonly filter: FilterNode | null
  /** The live documents that pass the filter, as far as they meet the condition. */
  readonly universe: DocSet
  readonly condition: WideCondition | null
  readonly ranking: Ranking
}

type ScopeRequest = Pick<
  SearchRequest,
  'filter' | 'containsFilter' | 'vectorFilter' | 'sort' | 'distinct' | 'attributesToSearchOn'
>

/** Throws InputError for what is malformed and, marked as being about the index, for what the settings do not allow. */
export function searchScope(searcher: Searcher, request: ScopeRequest): SearchScope {
  const filter = parseFilter(request.filter, {
    code: 'invalid_search_filter',
    features: request,
  })
  const sort = parseSort(request.sort ?? [], 'invalid_search_sort')
  return aboutIndex(() => {
    checkSearchedAttributes(request.attributesToSearchOn, searcher)
    const distinct = distinctDocs(request.distinct, searcher)
    const passing = filter === null ? null : evaluateForQuery(filter, searcher)
    checkSortable(sort, searcher.settings, 'invalid_search_sort')
    return {
      filter,
      universe: passing?.docs ?? searcher.live,
      condition: passing?.condition ?? null,
      ranking: rankingOf(sort, distinct),
    }
  })
}

function aboutIndex<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(error.code, error.message, { isAboutIndex: true })
  }
}
