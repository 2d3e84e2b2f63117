import {
  type Place,
  missingField,
  memberPlace,
  readBoolean,
  readFields,
  readStrings,
  wrongKind,
} from './decoder.ts'
import { readPatch } from './patch.ts'

/** Which uses of an attribute a rule allows. */
export interface FilterableFeatures {
  readonly facetSearch: boolean
  readonly filter: { readonly equality: boolean; readonly comparison: boolean }
}

/** What one rule of `filterableAttributes` allows on the paths that its patterns match. */
export interface FilterableRule {
  readonly attributePatterns: readonly string[]
  readonly features: FilterableFeatures
}

/** An element of `filterableAttributes`: a plain path (with its children, every feature) or a rule. */
export type FilterableAttribute = string | FilterableRule

/** Reads one element; a rule is completed with the defaults. */
export function parseFilterableAttribute(value: unknown, place: Place): FilterableAttribute {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongKind(value, place, 'a string or an object')
  }
  const rule = readFields(value, place, ['attributePatterns', 'features'])
  if (rule['attributePatterns'] === undefined) throw missingField('attributePatterns', place)
  return {
    attributePatterns: readStrings(
      rule['attributePatterns'],
      memberPlace(place, 'attributePatterns'),
    ),
    features: parseFeatures(rule['features'] ?? {}, memberPlace(place, 'features')),
  }
}

type FilterFeatures = FilterableFeatures['filter']

function parseFeatures(value: unknown, place: Place): FilterableFeatures {
  const features = readPatch<FilterableFeatures>(value, place, {
    facetSearch: readBoolean,
    filter: parseFilterFeatures,
  })
  return {
    facetSearch: features.facetSearch ?? false,
    filter: features.filter ?? { equality: true, comparison: false },
  }
}

function parseFilterFeatures(value: unknown, place: Place): FilterFeatures {
  const filter = readPatch<FilterFeatures>(value, place, {
    equality: readBoolean,
    comparison: readBoolean,
  })
  return { equality: filter.equality ?? true, comparison: filter.comparison ?? false }
}
