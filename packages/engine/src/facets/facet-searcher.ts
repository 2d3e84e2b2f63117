import type { Searcher } from '../index/searcher.ts'

/** What facets read of a searcher. */
export type FacetSearcher = Pick<
  Searcher,
  'settings' | 'live' | 'slotCount' | 'fields' | 'column' | 'documentBytes' | 'documentNumber'
>
