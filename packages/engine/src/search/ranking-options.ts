// Sort, custom ranking rules and distinct of a request, as the ranking takes them.

import type { DocSet } from '../bits/doc-set.ts'
import { distanceMetres, type GeoPoint } from '../geo/distance.ts'
import { geoPlaces } from '../filter/geo-places.ts'
import type { Searcher } from '../index/searcher.ts'
import { bucketSort, type DistinctDocs } from '../rank/bucket-sort.ts'
import { NO_QUERY } from '../rank/query-state.ts'
import { createCustomOrderRule } from '../rank/rules/custom-order.ts'
import { createSortRules } from '../rank/rules/sort.ts'
import { checkSortable, parseSort, type SortItem } from '../rank/sort-parameter.ts'
import type { RankOptions } from './rank-documents.ts'

export interface Ranking extends Pick<RankOptions, 'sortRules' | 'createCustomRule' | 'distinct'> {
  /** The first point that the search sorts by the distance to, if any. */
  readonly target: GeoPoint | null
}

/** Of a sort and a distinct that have been checked. */
export function rankingOf(sort: readonly SortItem[], distinct: DistinctDocs | null): Ranking {
  return {
    sortRules: createSortRules(sort),
    createCustomRule: createCustomOrderRule,
    distinct,
    target: firstTarget(sort),
  }
}

/** Slots of one page of `candidates` in the order that `sort` asks for, ties by document number. */
export function sortedDocuments(
  searcher: Searcher,
  candidates: DocSet,
  options: { readonly sort: readonly string[]; readonly offset: number; readonly limit: number },
): readonly number[] {
  const code = 'invalid_document_sort'
  const items = parseSort(options.sort, code)
  checkSortable(items, { ...searcher.settings, rankingRules: ['sort'] }, code)
  return bucketSort({
    searcher,
    rules: createSortRules(items).map(({ rule }) => rule),
    universe: candidates,
    state: NO_QUERY,
    offset: options.offset,
    limit: options.limit,
    wantsScores: false,
    threshold: null,
    judgedMax: 0,
    distinct: null,
    isOutOfTime: () => false,
  }).slots
}

/** Metres from `target` to a document, rounded; null when the document has no point. */
export function geoDistance(searcher: Searcher, target: GeoPoint, slot: number): number | null {
  const point = geoPlaces(searcher).point(slot)
  return point === null ? null : Math.round(distanceMetres(target, point))
}

function firstTarget(items: readonly SortItem[]): GeoPoint | null {
  for (const item of items) if (item.kind === 'geo') return item.target
  return null
}
