/** How facet values are listed: by value, or the most frequent first. */
export type FacetOrder = 'alpha' | 'count'

/** How many values a facet lists and in which order; `*` is the order of facets that are not named. */
export interface Faceting {
  readonly maxValuesPerFacet: number
  readonly sortFacetValuesBy: Readonly<Record<string, FacetOrder>>
}
