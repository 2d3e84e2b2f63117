// Facets of a federated search: apart by index, or added up over all of them.

import type { DocSet } from '../bits/doc-set.ts'
import { InputError } from '../errors.ts'
import { facetDistribution, facetOrder, type Facets } from '../facets/facet-distribution.ts'
import { selectFacets } from '../facets/select-facets.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import type { FacetOrder } from '../settings/faceting.ts'
import { compareWords } from '../bits/word-order.ts'
import type { FederatedSearchRequest } from './federated-request.ts'
import { inPlace } from './federated-place.ts'

/** What the queries of one index found together. */
export interface FoundInIndex {
  readonly searcher: IndexSearcher
  readonly candidates: DocSet
  /** Place in the request of its first query. */
  readonly firstPosition: number
}

interface IndexFacets {
  readonly indexUid: string
  readonly requested: readonly string[]
  readonly searcher: IndexSearcher
  readonly facets: Facets
}

/** The members of the answer that are about facets, as JSON texts; none when no facet was counted. */
export function federatedFacets(
  request: FederatedSearchRequest,
  foundIn: ReadonlyMap<string, FoundInIndex>,
  searcherOf: (indexId: string) => IndexSearcher,
): string[] {
  const counted: IndexFacets[] = []
  const inOrder = request.facetsByIndex.toSorted((a, b) => compareWords(a.indexUid, b.indexUid))
  for (const { indexId, indexUid, facets: requested } of inOrder) {
    if (requested === null) continue
    const place = `.federation.facetsByIndex.${indexUid}`
    const found = foundIn.get(indexId)
    if (found === undefined) {
      const searcher = searcherOf(indexId)
      const note = `(index \`${indexUid}\` is not used in queries) `
      inPlace(place, () => selectFacets(requested, searcher.settings, searcher.fields), note)
      continue
    }
    const { searcher, candidates } = found
    const facets = inPlace(`.queries[${found.firstPosition}]`, () =>
      inPlace(place, () => facetDistribution(requested, candidates, searcher)),
    )
    counted.push({ indexUid, requested, searcher, facets })
  }
  if (counted.length === 0) return []
  if (request.mergeFacets === null) {
    const members = counted.map(
      ({ indexUid, facets }) => `${JSON.stringify(indexUid)}:${indexFacetsJson(facets)}`,
    )
    return [`"facetsByIndex":{${members.join(',')}}`]
  }
  const { distribution, stats } = merge(counted, request.mergeFacets.maxValuesPerFacet ?? Infinity)
  return [
    `"facetDistribution":${distributionJson(distribution)}`,
    `"facetStats":${statsJson(stats)}`,
  ]
}

function indexFacetsJson({ distribution, stats }: Facets): string {
  return `{"distribution":${distributionJson(distribution)},"stats":${statsJson(stats)}}`
}

/** Objects would move keys that look like integers, so the text is put together by hand. */
function distributionJson(distribution: Facets['distribution']): string {
  let text = '{'
  for (const [path, counts] of distribution) {
    text += `${text === '{' ? '' : ','}${JSON.stringify(path)}:{`
    let separator = ''
    for (const [value, count] of counts) {
      text += `${separator}${JSON.stringify(value)}:${count}`
      separator = ','
    }
    text += '}'
  }
  return `${text}}`
}

function statsJson(stats: Facets['stats']): string {
  const members = [...stats].map(
    ([path, range]) => `${JSON.stringify(path)}:${JSON.stringify(range)}`,
  )
  return `{${members.join(',')}}`
}

/** Adds up counts by printed value, then orders and cuts anew. */
function merge(counted: readonly IndexFacets[], valuesMax: number): Facets {
  const orders = agreedOrders(counted)
  const sums = new Map<string, Map<string, number>>()
  const stats = new Map<string, { min: number; max: number }>()
  for (const { facets } of counted) {
    for (const [path, counts] of facets.distribution) {
      const sum = sums.get(path) ?? new Map<string, number>()
      sums.set(path, sum)
      for (const [value, count] of counts) sum.set(value, (sum.get(value) ?? 0) + count)
    }
    for (const [path, { min, max }] of facets.stats) {
      const known = stats.get(path) ?? { min, max }
      stats.set(path, { min: Math.min(known.min, min), max: Math.max(known.max, max) })
    }
  }
  const paths = [...sums.keys()].toSorted(compareWords)
  const distribution = new Map(
    paths.map((path) => {
      const isByCount = orders.get(path)?.order === 'count'
      const values = [...sums.get(path)!].toSorted((a, b) =>
        isByCount ? b[1] - a[1] : compareWords(a[0], b[0]),
      )
      return [path, new Map(values.slice(0, valuesMax))] as const
    }),
  )
  const sortedStats = [...stats].toSorted((a, b) => compareWords(a[0], b[0]))
  return { distribution, stats: new Map(sortedStats) }
}

interface AgreedOrder {
  readonly order: FacetOrder
  /** The first index that has the facet. */
  readonly indexUid: string
}

/** Throws InputError when two indexes list the values of one facet in different orders. */
function agreedOrders(counted: readonly IndexFacets[]): ReadonlyMap<string, AgreedOrder> {
  const orders = new Map<string, AgreedOrder>()
  for (const { indexUid, requested, searcher, facets } of counted) {
    for (const path of new Set([...requested, ...facets.distribution.keys()])) {
      const order = facetOrder(path, searcher.settings)
      const known = orders.get(path)
      if (known === undefined) orders.set(path, { order, indexUid })
      else if (known.order !== order) {
        throw new InputError(
          'invalid_multi_search_facet_order',
          `Inside \`.federation.facetsByIndex.${indexUid}\`: values of facet \`${path}\` cannot be merged: ` +
            `index \`${known.indexUid}\` lists them by \`${known.order}\`, index \`${indexUid}\` by \`${order}\`.` +
            `\n  - Hint: give \`faceting.sortFacetValuesBy.${path}\` the same value in both indexes, or leave \`mergeFacets\` out.`,
        )
      }
    }
  }
  return orders
}
