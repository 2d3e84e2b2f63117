// What a change of settings costs. Finer than "the value differs": a part is rebuilt only when what it holds would be
// different, so that reordering, repeating or moving a name between settings is free.

import { matchesPattern } from './attribute-pattern.ts'
import { isAtOrBelow, isReserved } from './attribute-selection.ts'
import { type EmbedderChange, embedderChanges } from './embedder-changes.ts'
import type { FilterableRule } from './filterable-attributes.ts'
import type { LocalizedAttribute } from './localized-attributes.ts'
import { customRulePaths } from './ranking-rules.ts'
import { SETTINGS_TABLE, SETTING_NAMES, type SettingName, type Settings } from './settings-table.ts'
import { sortedSet } from './string-set.ts'

/** Parts of an index that must be made again from the stored documents. */
export interface ChangedParts {
  /** Words, their places and counts: texts must be cut again. */
  readonly words: boolean
  /** Columns of filters, facets, sort, distinct and custom ranking rules. */
  readonly columns: boolean
  /** Every document must be checked for a readable `_geo`, which was of no interest before. */
  readonly geoChecks: boolean
  /** What must be done for each embedder whose vectors are touched, in order of name. */
  readonly vectors: readonly EmbedderChange[]
}

/** Compares two states of the settings of one index. */
export function changedParts(old: Settings, next: Settings): ChangedParts {
  const areSearchablesSame = isSame(searchableSet(old), searchableSet(next))
  return {
    words:
      !areSearchablesSame ||
      !isSame(effectiveLocales(old), effectiveLocales(next)) ||
      PLAIN_WORD_SETTINGS.some((name) => !isSame(old[name], next[name])),
    columns: !isSame(columnSelection(old), columnSelection(next)),
    geoChecks: !checksGeo(old) && checksGeo(next),
    vectors: embedderChanges(old.embedders, next.embedders, { areSearchablesSame }),
  }
}

/** Settings whose every difference changes the words. */
const PLAIN_WORD_SETTINGS: readonly SettingName[] = SETTING_NAMES.filter(
  (name) =>
    SETTINGS_TABLE[name].rebuilds === 'words' &&
    name !== 'searchableAttributes' &&
    name !== 'localizedAttributes',
)

/** Order is a matter of ranking: only what is covered decides which words there are. */
function searchableSet(settings: Settings): string[] {
  const { searchableAttributes } = settings
  if (searchableAttributes.includes('*')) return ['*']
  return coveringPaths(searchableAttributes.filter((attribute) => !isReserved(attribute)))
}

function effectiveLocales(settings: Settings): LocalizedAttribute[] {
  const rules = settings.localizedAttributes ?? []
  return rules.filter((rule) => rule.attributePatterns.length > 0)
}

/** Equal selections need the same columns, whatever fields documents have. */
interface ColumnSelection {
  /** Attributes selected with their children. */
  readonly trees: readonly string[]
  /** Single paths. */
  readonly paths: readonly string[]
  readonly patterns: readonly string[]
  /** Elements in order, when one of them forbids what a later one allows. */
  readonly ordered: Settings['filterableAttributes'] | null
}

function columnSelection(settings: Settings): ColumnSelection {
  const { filterableAttributes, sortableAttributes, distinctAttribute, rankingRules } = settings
  const rules = filterableAttributes.filter((element) => typeof element !== 'string')
  const plain = filterableAttributes.filter((element) => typeof element === 'string')
  const ordered = rules.every(grantsSomething) ? null : filterableAttributes
  const given = ordered === null ? rules.flatMap((rule) => rule.attributePatterns) : []
  const isOpen = (pattern: string): boolean => pattern.startsWith('*') || pattern.endsWith('*')
  const trees = coveringPaths([...(ordered === null ? plain : []), ...sortableAttributes])
  const paths = sortedSet([
    ...given.filter((pattern) => !isOpen(pattern) && !isReserved(pattern)),
    ...customRulePaths(rankingRules),
    ...(distinctAttribute === null ? [] : [distinctAttribute]),
  ])
  const patterns = sortedSet(given.filter(isOpen))
  if (patterns.includes('*')) {
    return {
      trees: trees.filter(isReserved),
      paths: paths.filter(isReserved),
      patterns: ['*'],
      ordered,
    }
  }
  const isMatched = (path: string): boolean =>
    !isReserved(path) && patterns.some((pattern) => matchesPattern(pattern, path))
  return {
    trees,
    paths: paths.filter(
      (path) => !trees.some((tree) => isAtOrBelow(path, tree)) && !isMatched(path),
    ),
    patterns: patterns.filter((pattern) => !trees.some((tree) => coversPattern(tree, pattern))),
    ordered,
  }
}

function grantsSomething(rule: FilterableRule): boolean {
  const { facetSearch, filter } = rule.features
  return facetSearch || filter.equality || filter.comparison
}

/** Whether everything that an open pattern matches is the tree's attribute or below it. */
function coversPattern(tree: string, pattern: string): boolean {
  return pattern.endsWith('*') && pattern.startsWith(`${tree}.`)
}

/** Attributes that no other one covers, sorted. */
function coveringPaths(attributes: readonly string[]): string[] {
  const all = sortedSet(attributes)
  return all.filter(
    (attribute) => !all.some((other) => other !== attribute && isAtOrBelow(attribute, other)),
  )
}

function checksGeo(settings: Settings): boolean {
  return (
    settings.filterableAttributes.includes('_geo') || settings.sortableAttributes.includes('_geo')
  )
}

/** Values are plain JSON with names in a fixed order. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
