import type { DocSet } from '../../bits/doc-set.ts'
import type { FilterContext } from '../filter-context.ts'
import { checkPair } from '../geo-arguments.ts'
import type { GeoPair } from '../geo-arguments.ts'
import { documentsMeeting } from '../geo-shapes.ts'

/** `_geoPolygon([lat, lng], …)`: documents whose shape meets the polygon. Points in `_geo` are no shapes. */
export interface GeoPolygonNode {
  readonly kind: 'geoPolygon'
  /** Three or more; the last is joined with the first. */
  readonly points: readonly GeoPair[]
}

export function geoPolygonNode(points: readonly GeoPair[]): GeoPolygonNode {
  return Object.freeze({ kind: 'geoPolygon', points: Object.freeze(points) })
}

export function evaluateGeoPolygon(
  node: GeoPolygonNode,
  { searcher }: FilterContext,
  within: DocSet,
): DocSet {
  node.points.forEach(checkPair)
  const area = node.points.map(({ lat, lng }) => [lng.value, lat.value] as const)
  return documentsMeeting([area], searcher).and(within)
}
