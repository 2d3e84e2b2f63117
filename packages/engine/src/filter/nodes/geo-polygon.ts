import { DocSet } from '../../bits/doc-set.ts'
import type { FilterContext } from '../filter-context.ts'
import { checkPair } from '../geo-arguments.ts'
import type { GeoPair } from '../geo-arguments.ts'

/** `_geoPolygon([lat, lng], …)`: documents whose shape meets the polygon. */
export interface GeoPolygonNode {
  readonly kind: 'geoPolygon'
  /** Three or more; the last is joined with the first. */
  readonly points: readonly GeoPair[]
}

export function geoPolygonNode(points: readonly GeoPair[]): GeoPolygonNode {
  return Object.freeze({ kind: 'geoPolygon', points: Object.freeze(points) })
}

export function evaluateGeoPolygon(node: GeoPolygonNode, _context: FilterContext): DocSet {
  node.points.forEach(checkPair)
  return DocSet.EMPTY
}
