// Which fields a request for facets, or a distinct, may name.

import { isSameList } from '../bits/same-list.ts'
import { InputError } from '../errors.ts'
import { filterablePatterns, isFilterable } from '../filter/filterable.ts'
import type { FieldTable } from '../index/field-table.ts'
import { filterableFeatures, isAtOrBelow } from '../settings/attribute-selection.ts'
import type { Settings } from '../settings/settings-table.ts'
import { compareWords } from '../bits/word-order.ts'

interface Selected {
  readonly facets: readonly string[]
  readonly settings: Settings
  readonly paths: readonly string[]
}

/** What was asked for last of each index: the pages of a shop all want the same facets. */
const lastSelected = new WeakMap<FieldTable, Selected>()

/**
 * The fields that `facets` asks for, in byte order: each name with everything below it, as far as filterable and known.
 * Throws `invalid_search_facets` about the first name that may not be used.
 */
export function selectFacets(
  facets: readonly string[],
  settings: Settings,
  fields: FieldTable,
): readonly string[] {
  const last = lastSelected.get(fields)
  if (last?.settings === settings && isSameList(last.facets, facets)) return last.paths
  const paths = findFacets(facets, settings, fields)
  lastSelected.set(fields, { facets: [...facets], settings, paths })
  return paths
}

function findFacets(facets: readonly string[], settings: Settings, fields: FieldTable): string[] {
  const isAll = facets.includes('*')
  for (const name of facets) {
    const isKnown =
      name === '*'
        ? filterablePatterns(settings).length > 0
        : isFilterable(filterableFeatures(settings, name))
    if (!isKnown) throw facetError(name, settings)
  }
  const paths = new Set<string>()
  for (const path of knownPaths(fields)) {
    for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
      const name = path.slice(0, end)
      if (!isAll && !facets.some((facet) => isAtOrBelow(name, facet))) continue
      if (isFilterable(filterableFeatures(settings, name))) paths.add(name)
    }
  }
  return [...paths].toSorted(compareWords)
}

/** The fields of the index, and the coordinates: they have columns though they are no fields. */
function knownPaths(fields: FieldTable): string[] {
  const paths = Array.from({ length: fields.count }, (_, id) => fields.path(id))
  if (fields.id('_geo') !== -1) paths.push('_geo.lat', '_geo.lng')
  return paths
}

/** Throws `invalid_search_distinct` unless the attribute may be used for a distinct search. */
export function checkDistinct(name: string, settings: Settings): void {
  if (isFilterable(filterableFeatures(settings, name))) return
  throw attributeError(
    'invalid_search_distinct',
    `Attribute \`${name}\` cannot be distinct`,
    name,
    settings,
  )
}

function facetError(name: string, settings: Settings): InputError {
  return attributeError(
    'invalid_search_facets',
    `Attribute \`${name}\` is not a facet`,
    name,
    settings,
  )
}

function attributeError(code: string, what: string, name: string, settings: Settings): InputError {
  const rule = filterableFeatures(settings, name)
  const patterns = filterablePatterns(settings)
  const available =
    patterns.length === 0
      ? 'This index has no filterable attributes.'
      : `Available attributes: \`${patterns.join(', ')}\`.`
  if (rule === null) return new InputError(code, `${what}: it is not filterable. ${available}`)
  const number = `#${rule.ruleIndex ?? 0}`
  return new InputError(
    code,
    `${what}: rule ${number} of \`filterableAttributes\` allows no filter on it. ${available}\n` +
      `  - Note: the attribute matched rule ${number}.\n` +
      `  - Hint: enable \`equality\` or \`comparison\` in rule ${number}, or put a rule that does before it.`,
  )
}
