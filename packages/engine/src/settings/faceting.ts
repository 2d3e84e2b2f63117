import { type Place, readInteger, readMap, readWord } from './decoder.ts'
import { type Patch, mergePatch, readPatch } from './patch.ts'
import { sortByName } from './string-set.ts'

/** How facet values are listed: by value, or the most frequent first. */
export type FacetOrder = 'alpha' | 'count'

/** How many values a facet lists and in which order; `*` is the order of facets that are not named. */
export interface Faceting {
  readonly maxValuesPerFacet: number
  readonly sortFacetValuesBy: Readonly<Record<string, FacetOrder>>
}

/** A partial change of `faceting`; a given map of orders replaces the stored one whole. */
export type FacetingPatch = Patch<Faceting>

/** A hundred values, by value. */
export const DEFAULT_FACETING: Faceting = {
  maxValuesPerFacet: 100,
  sortFacetValuesBy: { '*': 'alpha' },
}

/** Reads a partial change. */
export function parseFaceting(value: unknown, place: Place): FacetingPatch {
  return readPatch<Faceting>(value, place, {
    maxValuesPerFacet: (count, at) => readInteger(count, at),
    sortFacetValuesBy: (orders, at) => sortByName(readMap(orders, at, readOrder)),
  })
}

/** The setting after the change; there is always an order for `*`. */
export function mergeFaceting(current: Faceting, patch: FacetingPatch): Faceting {
  const merged = mergePatch(current, patch, DEFAULT_FACETING)
  return {
    ...merged,
    sortFacetValuesBy: { ...DEFAULT_FACETING.sortFacetValuesBy, ...merged.sortFacetValuesBy },
  }
}

function readOrder(value: unknown, place: Place): FacetOrder {
  return readWord(value, place, ['alpha', 'count'])
}
