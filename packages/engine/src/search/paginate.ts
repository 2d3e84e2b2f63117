// Which documents of a ranking make the page.

import type { SearchRequest } from './search-request.ts'

export interface Page {
  readonly offset: number
  readonly limit: number
  /** Page mode: totals are exact. */
  readonly isExact: boolean
  readonly page: number
  readonly hitsPerPage: number
  /** No total is larger. */
  readonly totalMax: number
}

const HITS_PER_PAGE_DEFAULT = 20

/** The page that a request asks for, bounded by the setting `maxTotalHits`. */
export function pageOf(
  request: Pick<SearchRequest, 'offset' | 'limit' | 'page' | 'hitsPerPage'>,
  totalMax: number,
): Page {
  const isExact = request.page !== null || request.hitsPerPage !== null
  const page = request.page ?? 1
  const hitsPerPage = request.hitsPerPage ?? HITS_PER_PAGE_DEFAULT
  const start = isExact ? hitsPerPage * Math.max(0, page - 1) : request.offset
  const length = isExact ? (page === 0 ? 0 : hitsPerPage) : request.limit
  const offset = Math.min(start, totalMax)
  return {
    offset,
    limit: Math.min(length, totalMax - offset),
    isExact,
    page,
    hitsPerPage,
    totalMax,
  }
}
