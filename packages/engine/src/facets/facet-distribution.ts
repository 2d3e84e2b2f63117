import type { DocSet } from '../bits/doc-set.ts'
import { compareNumbers } from '../bits/number-order.ts'
import type { ColumnPart } from '../index/column-view.ts'
import type { FacetOrder } from '../settings/faceting.ts'
import type { Settings } from '../settings/settings-table.ts'
import { compareWords } from '../bits/word-order.ts'
import { ValueCounts } from './count-values.ts'
import type { CountedNumber, CountedString, Place } from './count-values.ts'
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

/** Receives facets in the order in which they are presented. */
export interface FacetSink {
  /** What follows belongs to this field. */
  field(path: string): void
  /** A value as it is printed. */
  value(text: string, count: number): void
  /** A value that is printed as its part displays it. */
  place(part: ColumnPart, ordinal: number, count: number): void
  /** Least and greatest number of the field. */
  range(min: number, max: number): void
}

/** Counts the values that `documents`, a subset of the live ones, have in the fields that `facets` names. */
export function facetDistribution(
  facets: readonly string[],
  documents: DocSet,
  searcher: FacetSearcher,
): Facets {
  const maps = new FacetMaps()
  countFacets(facets, documents, searcher, maps)
  return maps
}

/** The same, told to a sink. */
export function countFacets(
  facets: readonly string[],
  documents: DocSet,
  searcher: FacetSearcher,
  sink: FacetSink,
): void {
  const { settings } = searcher
  for (const path of selectFacets(facets, settings, searcher.fields)) {
    const column = searcher.column(path)
    if (column === null && searcher.fields.id(path) === -1) continue
    const counts = new ValueCounts(column, documents, searcher, stringCountMax(path, settings))
    sink.field(path)
    const numbers = counts.numbers()
    if (numbers.length === 0) {
      listStrings(path, counts, searcher, sink)
      continue
    }
    for (const [text, count] of listValues(path, numbers, counts, documents, searcher)) {
      sink.value(text, count)
    }
    tellRange(numbers, sink)
  }
}

class FacetMaps implements Facets, FacetSink {
  readonly distribution = new Map<string, Map<string, number>>()
  readonly stats = new Map<string, { min: number; max: number }>()
  #path = ''
  #values = new Map<string, number>()

  field(path: string): void {
    this.#path = path
    this.#values = new Map()
    this.distribution.set(path, this.#values)
  }

  value(text: string, count: number): void {
    this.#values.set(text, count)
  }

  place(part: ColumnPart, ordinal: number, count: number): void {
    this.#values.set(part.stringDisplay(ordinal), count)
  }

  range(min: number, max: number): void {
    this.stats.set(this.#path, { min, max })
  }
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

/** Strings are never printed the same: as many are told as will be shown. */
function listStrings(
  path: string,
  counts: ValueCounts,
  searcher: FacetSearcher,
  sink: FacetSink,
): void {
  const countMax = searcher.settings.faceting.maxValuesPerFacet
  let speller: Speller | null = null
  if (facetOrder(path, searcher.settings) === 'count') {
    for (const string of counts.topStrings(countMax)) tell(string.onlyPlace, string)
    return
  }
  const strings = counts.strings()
  for (let listed = 0; listed < countMax && strings.next(); listed++) {
    const place = strings.onlyPlace()
    if (place === null) tell(null, strings.counted())
    else sink.place(place.part, place.ordinal, strings.count)
  }

  function tell(place: Place | null, string: CountedString): void {
    if (place === null) {
      // looking for a spelling in documents is for the few values that are written in several ways
      speller ??= new Speller(path, searcher)
      sink.value(speller.spell(string.value, string.source), string.count)
    } else sink.place(place.part, place.ordinal, string.count)
  }
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
  const add = (string: CountedString): void => {
    values.set(speller.spell(string.value, string.source), string.count)
  }
  if (order === 'count') {
    for (const string of counts.topStrings(countMax)) if (values.size < countMax) add(string)
    return values
  }
  const strings = counts.strings()
  while (values.size < countMax && strings.next()) add(strings.counted())
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

function tellRange(numbers: readonly CountedNumber[], sink: FacetSink): void {
  let min = Infinity
  let max = -Infinity
  for (const { value } of numbers) {
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  sink.range(min, max)
}
