import type { KeyedRule } from '../registry.ts'
import type { SortItem } from '../sort-parameter.ts'
import { createCustomOrderRule } from './custom-order.ts'
import { createGeoDistanceRule } from './geo-distance.ts'

/** The rules that the elements of `sort` stand for, in order. Of a field only the first counts; points all do. */
export function createSortRules(items: readonly SortItem[]): KeyedRule[] {
  return items.map((item, index) =>
    item.kind === 'geo'
      ? { key: `_geoPoint #${index}`, rule: createGeoDistanceRule(item.target, item.direction) }
      : { key: item.path, rule: createCustomOrderRule(item.path, item.direction) },
  )
}
