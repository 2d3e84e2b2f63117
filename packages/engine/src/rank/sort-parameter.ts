// The `sort` parameter: `name:asc`, `name:desc` and `_geoPoint(lat, lng):asc`.

import { InputError } from '../errors.ts'
import type { GeoPoint } from '../geo/distance.ts'
import { isDisplayed, isSortable } from '../settings/attribute-selection.ts'
import type { Settings } from '../settings/settings-table.ts'
import type { Direction } from './ranking-rule.ts'

/** One element of `sort`. */
export type SortItem =
  | { readonly kind: 'field'; readonly path: string; readonly direction: Direction }
  | { readonly kind: 'geo'; readonly target: GeoPoint; readonly direction: Direction }

/** Reads the elements; throws an InputError with `code` about the first that is malformed. */
export function parseSort(elements: readonly string[], code: string): SortItem[] {
  return elements.map((element) => parseElement(element, code))
}

/**
 * Throws when an element may not be sorted by, or when the ranking rules have no place for `sort`. Checked even where no
 * document has the attribute.
 */
export function checkSortable(items: readonly SortItem[], settings: Settings, code: string): void {
  for (const item of items) {
    const path = item.kind === 'geo' ? '_geo' : item.path
    if (!isSortable(settings, path)) throw notSortable(path, settings, code)
  }
  if (items.length > 0 && !settings.rankingRules.includes('sort')) {
    throw new InputError(
      code,
      'The parameter `sort` needs the rule `sort` in the setting `rankingRules` of the index.',
    )
  }
}

const ELEMENT = /^(.+):(asc|desc)$/su
const NUMBER = String.raw`\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*`
const GEO_POINT = new RegExp(String.raw`^_geoPoint\(${NUMBER},${NUMBER}\)$`, 'u')
const FORM = '`_geoPoint(latitude, longitude):asc` or `:desc`'

function parseElement(element: string, code: string): SortItem {
  const found = ELEMENT.exec(element)
  if (found === null) {
    throw new InputError(
      code,
      `Sort element \`${shorten(element)}\` is not accepted: it must end in \`:asc\` or \`:desc\` after an attribute.`,
    )
  }
  const path = found[1]!
  const direction: Direction = found[2] === 'asc' ? 'asc' : 'desc'
  if (path.startsWith('_geoPoint(')) {
    return { kind: 'geo', target: parsePoint(path, element, code), direction }
  }
  refuseReserved(path, code)
  return { kind: 'field', path, direction }
}

function parsePoint(path: string, element: string, code: string): GeoPoint {
  const found = GEO_POINT.exec(path)
  if (found === null) {
    throw new InputError(code, `Sort element \`${shorten(element)}\` must be written ${FORM}.`)
  }
  const point = { lat: Number(found[1]), lng: Number(found[2]) }
  if (!(Math.abs(point.lat) <= 90)) {
    throw new InputError(code, `Latitude \`${point.lat}\` must be from -90 to 90 degrees.`)
  }
  if (!(Math.abs(point.lng) <= 180)) {
    throw new InputError(code, `Longitude \`${point.lng}\` must be from -180 to 180 degrees.`)
  }
  return point
}

const RESERVED_WORDS = new Set(['_geo', '_geojson', '_geoDistance', '_geoPoint'])
const RESERVED_CALLS = ['_geoRadius', '_geoBoundingBox']

function refuseReserved(path: string, code: string): void {
  const isCall = RESERVED_CALLS.some((name) => path === name || path.startsWith(`${name}(`))
  if (!isCall && !RESERVED_WORDS.has(path)) return
  const advice = isCall || path === '_geo' ? ` To sort by distance use ${FORM}.` : ''
  throw new InputError(
    code,
    `\`${shorten(path)}\` is a reserved word and cannot be sorted by.${advice}`,
  )
}

/** Attributes that hits do not show are not named either. */
function notSortable(path: string, settings: Settings, code: string): InputError {
  const names = settings.sortableAttributes.filter((name) => isDisplayed(settings, name)).toSorted()
  const isSomeHidden = names.length < settings.sortableAttributes.length
  const listed = names.map((name) => `\`${name}\``)
  if (isSomeHidden) listed.push('`<..hidden-attributes>`')
  const available =
    listed.length === 0
      ? 'This index has no sortable attributes.'
      : `Sortable attributes: ${listed.join(', ')}.`
  return new InputError(code, `Attribute \`${shorten(path)}\` is not sortable. ${available}`)
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
