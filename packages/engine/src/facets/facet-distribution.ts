import type { DocSet } from '../bits/doc-set.ts'
import { compareNumbers } from '../bits/number-order.ts'
import type { FacetOrder } from '../settings/faceting.ts'
import type { Settings } from '../settings/settings-table.ts'
import { compareWords } from '../bits/word-order.ts'
import { ValueCounts } from './count-values.ts'
import type { CountedNumber } from './count-values.ts'
import type { FacetSearcher } from './facet-searcher.ts'
import { printNumber } from './print-number.ts'
import { selectFacets } from './select-facets.ts'
import { Speller } from './spelling.ts'

/** Facets of a search, everything in the order in which it is presented. */
export interface Facets {
  /** By field: printed value → number of documents. A map, since objects move keys that look like integers. */
  readonly distribution: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Least and greatest number of the fields that have some. */
  readonly stats: ReadonlyMap<string, { readonly min: number; readonly max: number }>
}

/** Above this many documents, numbers listed by value are in numeric order instead of that of their texts. */
const TEXT_ORDER_DOCUMENTS_MAX = 3000

/** Counts the values that `documents`, a subset of the live ones, have in the fields that `facets` names. */
export function facetDistribution(
  facets: readonly string[],
  documents: DocSet,
  searcher: FacetSearcher,
): Facets {
  const { settings } = searcher
  const distribution = new Map<string, ReadonlyMap<string, number>>()
  const stats = new Map<string, { min: number; max: number }>()
  for (const path of selectFacets(facets, settings, searcher.fields)) {
    const column = searcher.column(path)
    if (column === null && searcher.fields.id(path) === -1) continue
    const counts = new ValueCounts(column, documents, searcher, stringCountMax(path, settings))
    const numbers = counts.numbers()
    distribution.set(path, listValues(path, numbers, counts, documents, searcher))
    const range = rangeOf(numbers)
    if (range !== null) stats.set(path, range)
  }
  return { distribution, stats }
}

/** The order in which the values of a facet are listed. */
export function facetOrder(path: string, { faceting }: Settings): FacetOrder {
  const { sortFacetValuesBy } = faceting
  return sortFacetValuesBy[path] ?? sortFacetValuesBy['*'] ?? 'alpha'
}

/** Strings of a facet that are read: to know which are the most frequent, all must be counted. */
function stringCountMax(path: string, settings: Settings): number {
  const isByCount = facetOrder(path, settings) === 'count'
  return isByCount ? Infinity : settings.faceting.maxValuesPerFacet
}

/** Numbers before strings. Where a number and a string are printed the same, the string's count replaces the other. */
function listValues(
  path: string,
  numbers: CountedNumber[],
  counts: ValueCounts,
  documents: DocSet,
  searcher: FacetSearcher,
): Map<string, number> {
  const countMax = searcher.settings.faceting.maxValuesPerFacet
  const order = facetOrder(path, searcher.settings)
  const values = new Map<string, number>()
  for (const [text, count] of listNumbers(numbers, order, documents.size)) {
    if (values.size >= countMax) return values
    values.set(text, count)
  }
  const speller = new Speller(path, searcher)
  const strings = order === 'count' ? counts.topStrings(countMax) : counts.strings()
  for (const string of strings) {
    if (values.size >= countMax) break
    // looking for a spelling in documents is for the few values that are written in several ways
    const text = string.onlySpelling ?? speller.spell(string.value, string.source)
    values.set(text, string.count)
  }
  return values
}

function listNumbers(
  numbers: CountedNumber[],
  order: FacetOrder,
  documentCount: number,
): (readonly [string, number])[] {
  if (order === 'count') {
    numbers.sort((a, b) => b.count - a.count || compareNumbers(b.value, a.value))
  } else if (documentCount > TEXT_ORDER_DOCUMENTS_MAX) {
    numbers.sort((a, b) => compareNumbers(a.value, b.value))
  }
  const printed = numbers.map(({ value, count }) => [printNumber(value), count] as const)
  if (order === 'alpha' && documentCount <= TEXT_ORDER_DOCUMENTS_MAX) {
    printed.sort((a, b) => compareWords(a[0], b[0]))
  }
  return printed
}

function rangeOf(numbers: readonly CountedNumber[]): { min: number; max: number } | null {
  if (numbers.length === 0) return null
  let min = Infinity
  let max = -Infinity
  for (const { value } of numbers) {
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  return { min, max }
}
