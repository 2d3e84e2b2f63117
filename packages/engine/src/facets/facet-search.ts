import type { DocSet } from '../bits/doc-set.ts'
import { InputError } from '../errors.ts'
import { patternsOf } from '../filter/filterable.ts'
import { filterableFeatures, isExactAttribute } from '../settings/attribute-selection.ts'
import type { Settings } from '../settings/settings-table.ts'
import { localesFor, requestedLocales } from '../settings/locales.ts'
import type { Tokenizer } from '../text/token.ts'
import { compareWords, utf8Length } from '../bits/word-order.ts'
import { lowestSource, ValueCounts } from './count-values.ts'
import type { CountedString } from './count-values.ts'
import { facetOrder } from './facet-distribution.ts'
import type { FacetSearcher } from './facet-searcher.ts'
import { lossyForm, lossyValue } from './lossy-form.ts'
import type { LossyOptions } from './lossy-form.ts'
import { hasPrefixWithin } from './prefix-distance.ts'
import { Speller } from './spelling.ts'

export interface FacetSearchRequest {
  readonly facetName: string
  readonly facetQuery: string | null
  /** Three-letter codes; they only narrow what `localizedAttributes` says of the facet. */
  readonly locales: readonly string[] | null
}

export interface FacetHit {
  /** As the lowest document of the index that has it spells it. */
  readonly value: string
  readonly count: number
}

/** The string values of a facet that the query is the start of, with how many of `documents` have them. */
export function facetSearch(
  request: FacetSearchRequest,
  documents: DocSet,
  searcher: FacetSearcher & { readonly tokenizer: Tokenizer },
): FacetHit[] {
  const { settings } = searcher
  const path = request.facetName
  checkFacetSearchable(path, settings)
  const column = searcher.column(path)
  if (column === null) return []
  const options: LossyOptions = {
    tokenizer: searcher.tokenizer,
    locales: facetLocales(path, request.locales, settings),
  }
  const matches = createMatcher(path, request.facetQuery, options, settings)
  const found: Found[] = []
  const strings = new ValueCounts(column, documents, searcher, Infinity).strings()
  while (strings.next()) {
    const string = strings.counted()
    const { part, ordinal } = string.source
    const form = lossyValue(part, ordinal, options)
    if (matches(form)) found.push({ form, string })
  }
  const { maxValuesPerFacet } = settings.faceting
  const order = facetOrder(path, settings)
  const listed = order === 'count' ? byCount(found, maxValuesPerFacet) : byForm(found, request)
  const speller = new Speller(path, searcher)
  return listed.slice(0, maxValuesPerFacet).map(({ string }) => ({
    value: speller.spell(
      string.value,
      lowestSource(column, string.value, searcher) ?? string.source,
    ),
    count: string.count,
  }))
}

interface Found {
  readonly form: string
  readonly string: CountedString
}

/** Throws unless the values of the attribute can be searched. */
export function checkFacetSearchable(path: string, settings: Settings): void {
  if (!settings.facetSearch) {
    throw new InputError(
      'facet_search_disabled',
      'Facet search is switched off for this index: see its setting `facetSearch`.',
    )
  }
  const features = filterableFeatures(settings, path)
  if (features?.facetSearch === true) return
  const patterns = patternsOf(settings, ({ facetSearch: isOn }) => isOn)
  const available =
    patterns.length === 0
      ? 'This index has no attributes that can.'
      : `Available attributes: \`${patterns.join(', ')}\`.`
  const rule = `#${features?.ruleIndex ?? 0}`
  const notes =
    features === null
      ? ''
      : `\n  - Note: the attribute matched rule ${rule} of \`filterableAttributes\`.` +
        `\n  - Hint: enable \`facetSearch\` in rule ${rule}, or put a rule that does before it.`
  throw new InputError(
    'invalid_facet_search_facet_name',
    `Values of attribute \`${path}\` cannot be searched. ${available}${notes}`,
  )
}

function facetLocales(
  path: string,
  requested: readonly string[] | null,
  settings: Settings,
): readonly string[] | undefined {
  const own = localesFor(path, settings.localizedAttributes)
  const asked = requestedLocales(requested)
  return asked === null ? own : own?.filter((locale) => asked.includes(locale))
}

/** Tells whether the lossy form of a value matches the query. */
function createMatcher(
  path: string,
  facetQuery: string | null,
  options: LossyOptions,
  settings: Settings,
): (form: string) => boolean {
  if (facetQuery === null || facetQuery === '') return () => true
  const query = lossyForm(facetQuery, options)
  const { typoTolerance } = settings
  if (typoTolerance.enabled && !isExactAttribute(settings, path)) {
    if (typoTolerance.disableOnWords.includes(query)) return (form) => form === query
    const typosMax = typosFor(utf8Length(query), settings)
    const chars = Array.from(query)
    if (typosMax > 0) return (form) => hasPrefixWithin(chars, form, typosMax)
  }
  return (form) => form.startsWith(query)
}

function typosFor(bytes: number, settings: Settings): number {
  const { oneTypo, twoTypos } = settings.typoTolerance.minWordSizeForTypos
  if (bytes < oneTypo) return 0
  return bytes < twoTypos ? 1 : 2
}

/** With a query by searched form first; without, in the order in which values are kept. */
function byForm(found: Found[], request: FacetSearchRequest): Found[] {
  if (request.facetQuery === null) return found
  // stable: values of one form stay in the order of their filter forms
  return found.toSorted((a, b) => compareWords(a.form, b.form))
}

/** Most documents first; among equals by how they are displayed, last first. */
function byCount(found: Found[], countMax: number): Found[] {
  const sorted = found.toSorted((a, b) => b.string.count - a.string.count)
  // only those that can still be listed need their spelling
  const least = sorted[countMax - 1]?.string.count ?? 0
  const end = sorted.findLastIndex(({ string }) => string.count >= least) + 1
  return sorted
    .slice(0, end)
    .map((one) => ({
      one,
      display: one.string.source.part.stringDisplay(one.string.source.ordinal),
    }))
    .toSorted(
      (a, b) => b.one.string.count - a.one.string.count || compareWords(b.display, a.display),
    )
    .map(({ one }) => one)
}
