// Which fields the settings select for what. Paths are flattened (`deck.levels`); a plain attribute covers its children,
// a pattern only what it matches, and the reserved fields are reached by their plain names alone.

import { matchesPattern } from './attribute-pattern.ts'
import type { FilterableAttribute } from './filterable-attributes.ts'
import { customRulePaths } from './ranking-rules.ts'
import type { Settings } from './settings-table.ts'

/** What filters and facets may do with a path, as the first matching element of `filterableAttributes` says. */
export interface FilterablePath {
  /** Position of that element when it is a rule, null when it is a plain attribute. */
  readonly ruleIndex: number | null
  readonly facetSearch: boolean
  readonly equality: boolean
  readonly comparison: boolean
}

/** Null when no element matches. A rule may match and grant nothing: all three features are then false. */
export function filterableFeatures(
  settings: Pick<Settings, 'filterableAttributes'>,
  path: string,
): FilterablePath | null {
  const elements = settings.filterableAttributes
  const position = elements.findIndex((element) => selects(element, path))
  const element = elements[position]
  if (element === undefined) return null
  if (typeof element === 'string') {
    return { ruleIndex: null, facetSearch: true, equality: true, comparison: true }
  }
  const { facetSearch, filter } = element.features
  return { ruleIndex: position, facetSearch, ...filter }
}

/** True when `sort` may name the path. `_geo` stands for sorting by distance. */
export function isSortable(settings: Pick<Settings, 'sortableAttributes'>, path: string): boolean {
  return isCovered(path, settings.sortableAttributes)
}

/** True when documents must have a readable `_geo`: it is filterable or sortable. */
export function isGeoUsed(
  settings: Pick<Settings, 'filterableAttributes' | 'sortableAttributes'>,
): boolean {
  return filterableFeatures(settings, '_geo') !== null || isSortable(settings, '_geo')
}

/** Settings that decide which fields have a column. */
export type ColumnSettings = Pick<
  Settings,
  'filterableAttributes' | 'sortableAttributes' | 'distinctAttribute' | 'rankingRules'
>

/** True when filters, facets, sort, distinct or custom ranking rules read the values of the path. */
export function needsColumn(settings: ColumnSettings, path: string): boolean {
  if (!mayHaveColumn(path)) return false
  const features = filterableFeatures(settings, path)
  if (features !== null && (features.facetSearch || features.equality || features.comparison)) {
    return true
  }
  return (
    isSortable(settings, path) ||
    settings.distinctAttribute === path ||
    customRulePaths(settings.rankingRules).includes(path)
  )
}

/** Searchable weight of a path: 0 is best; -1 when the field is not searchable. */
export function searchableWeight(
  settings: Pick<Settings, 'searchableAttributes'>,
  path: string,
): number {
  if (isReserved(path)) return -1
  const attributes = settings.searchableAttributes
  if (attributes.includes('*')) return 0
  return attributes.findIndex((attribute) => isAtOrBelow(path, attribute))
}

/** The largest weight the settings define, or null when every field has the same. */
export function searchableWeightMax(
  settings: Pick<Settings, 'searchableAttributes'>,
): number | null {
  const attributes = settings.searchableAttributes
  return attributes.includes('*') ? null : Math.max(attributes.length - 1, 0)
}

/** True when words of the field never take typos. */
export function isExactAttribute(settings: Pick<Settings, 'typoTolerance'>, path: string): boolean {
  return isCovered(path, settings.typoTolerance.disableOnAttributes)
}

/** True when hits may show the field: it, or a parent of it, is displayed. */
export function isDisplayed(
  settings: Pick<Settings, 'displayedAttributes'>,
  path: string,
): boolean {
  return settings.displayedAttributes.includes('*') || isCovered(path, settings.displayedAttributes)
}

/** True for the path itself and every path below it. */
export function isAtOrBelow(path: string, attribute: string): boolean {
  if (!path.startsWith(attribute)) return false
  return path.length === attribute.length || path[attribute.length] === '.'
}

/** Fields that are no ordinary values: never searchable, and out of reach of patterns. */
export function isReserved(path: string): boolean {
  return isCovered(path, RESERVED_FIELDS)
}

const RESERVED_FIELDS = ['_geo', '_geojson', '_vectors']
const GEO_COLUMNS = ['_geo', '_geo.lat', '_geo.lng']

/** Of the reserved fields only `_geo` and its two coordinates are kept as columns. */
function mayHaveColumn(path: string): boolean {
  return !isReserved(path) || GEO_COLUMNS.includes(path)
}

function selects(element: FilterableAttribute, path: string): boolean {
  if (typeof element === 'string') return isAtOrBelow(path, element)
  if (isReserved(path)) return false
  return element.attributePatterns.some((pattern) => matchesPattern(pattern, path))
}

function isCovered(path: string, attributes: readonly string[]): boolean {
  return attributes.some((attribute) => isAtOrBelow(path, attribute))
}
