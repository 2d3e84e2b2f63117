import { DocSet } from '../../bits/doc-set.ts'
import type { FilterContext } from '../filter-context.ts'
import { checkPair } from '../geo-arguments.ts'
import type { GeoArgument, GeoPair } from '../geo-arguments.ts'
import { geoPlaces } from '../geo-places.ts'

/** `_geoRadius(lat, lng, metres)`: documents at most that far from the point. */
export interface GeoRadiusNode {
  readonly kind: 'geoRadius'
  readonly center: GeoPair
  readonly metres: GeoArgument
  /** Corners of the polygon that stands for the circle where shapes are compared with it. */
  readonly resolution: GeoArgument | null
}

export function geoRadiusNode(
  center: GeoPair,
  metres: GeoArgument,
  resolution: GeoArgument | null,
): GeoRadiusNode {
  return Object.freeze({ kind: 'geoRadius', center: Object.freeze(center), metres, resolution })
}

export function evaluateGeoRadius(node: GeoRadiusNode, context: FilterContext): DocSet {
  checkPair(node.center)
  const { searcher } = context
  const center = { lat: node.center.lat.value, lng: node.center.lng.value }
  const bits = new Uint32Array((searcher.slotCount + 31) >>> 5)
  for (const { tree, base } of geoPlaces(searcher).trees) {
    tree.addWithinRadius(center, node.metres.value, bits, base)
  }
  return DocSet.fromBits(bits).and(searcher.live)
}
