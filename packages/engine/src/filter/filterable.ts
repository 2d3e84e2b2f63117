// Which attributes and operators a filter may use, and the error when an operator may not be.

import { InputError } from '../errors.ts'
import type { FilterablePath } from '../settings/attribute-selection.ts'
import type { FilterableFeatures } from '../settings/filterable-attributes.ts'
import type { Settings } from '../settings/settings-table.ts'
import { compareWords } from '../bits/word-order.ts'
import type { FilterAttribute } from './filter-context.ts'
import { quote } from './filter-source.ts'

/** True when some operator is allowed on the attribute. */
export function isFilterable(features: FilterablePath | null): features is FilterablePath {
  return features !== null && (features.equality || features.comparison)
}

/** The names and patterns of the rules that `isWanted` accepts, in alphabetical order. */
export function patternsOf(
  settings: Settings,
  isWanted: (features: FilterableFeatures) => boolean,
): string[] {
  const patterns = new Set<string>()
  for (const rule of settings.filterableAttributes) {
    if (typeof rule === 'string') patterns.add(rule)
    else if (isWanted(rule.features)) for (const p of rule.attributePatterns) patterns.add(p)
  }
  return [...patterns].toSorted(compareWords)
}

/** Patterns that some filter operator is allowed on. */
export function filterablePatterns(settings: Settings): string[] {
  return patternsOf(settings, ({ filter }) => filter.equality || filter.comparison)
}

/** What an operator needs of the rule. */
export type Need = 'equality' | 'comparison' | 'either'

/** Throws when the rule of the attribute does not allow the operator. */
export function checkOperator(
  features: FilterablePath | null,
  attribute: FilterAttribute,
  operator: string,
  need: Need,
): void {
  if (features === null) return
  const { equality, comparison } = features
  if (need === 'either' ? equality || comparison : features[need]) return
  const allowed = ['OR', 'AND', 'NOT']
  if (equality) allowed.push('=', '!=', 'IN')
  if (comparison) allowed.push('<', '>', '<=', '>=', 'TO')
  allowed.push('IS EMPTY', 'IS NULL', 'EXISTS')
  const feature = need === 'either' ? 'equality' : need
  const rule = `rule #${features.ruleIndex ?? 0}`
  throw new InputError(
    attribute.place.source.code,
    `Operator \`${operator}\` is not allowed on attribute ${quote(attribute.path)}.\n` +
      `  - Note: allowed operators: ${allowed.join(', ')}.\n` +
      `  - Note: the attribute matched ${rule} of \`filterableAttributes\`.\n` +
      `  - Hint: enable \`${feature}\` in ${rule}, or put a rule that allows it before ${rule}.`,
  )
}
