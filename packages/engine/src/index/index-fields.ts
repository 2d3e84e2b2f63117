// The field table of a searcher: paths from the manifest, weights and exactness from the settings.

import {
  isExactAttribute,
  searchableWeight,
  searchableWeightMax,
} from '../settings/attribute-selection.ts'
import type { Settings } from '../settings/settings-table.ts'
import type { FieldTable } from './field-table.ts'

export function createFieldTable(paths: readonly string[], settings: Settings): FieldTable {
  const ids = new Map(paths.map((path, id) => [path, id]))
  const weights = Int32Array.from(paths, (path) => searchableWeight(settings, path))
  const exact = paths.map((path) => isExactAttribute(settings, path))
  return {
    count: paths.length,
    path: (fieldId) => paths[fieldId]!,
    id: (path) => ids.get(path) ?? -1,
    weight: (fieldId) => weights[fieldId]!,
    weightMax: searchableWeightMax(settings),
    isExact: (fieldId) => exact[fieldId]!,
  }
}
