import { DocSet } from '../../bits/doc-set.ts'
import { zeroWords } from '../../bits/scratch.ts'
import type { FilterContext } from '../filter-context.ts'
import { circleArea } from '../../geo/shape-area.ts'
import { errorAt } from '../filter-source.ts'
import { checkPair, isGeoFilterable, isGeojsonFilterable } from '../geo-arguments.ts'
import type { GeoArgument, GeoPair } from '../geo-arguments.ts'
import { geoPlaces } from '../geo-places.ts'
import { documentsMeeting } from '../geo-shapes.ts'

const CORNER_COUNT_DEFAULT = 125

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

export function evaluateGeoRadius(
  node: GeoRadiusNode,
  context: FilterContext,
  within: DocSet,
): DocSet {
  checkPair(node.center)
  const cornerCount = node.resolution?.value ?? CORNER_COUNT_DEFAULT
  if (!(cornerCount >= 3 && cornerCount <= 1000) || !Number.isInteger(cornerCount)) {
    const place = node.resolution?.place ?? node.metres.place
    throw errorAt(
      place,
      `The resolution must be a whole number from 3 to 1000, found \`${cornerCount}\`.`,
    )
  }
  const { searcher } = context
  const center = { lat: node.center.lat.value, lng: node.center.lng.value }
  const metres = node.metres.value
  let found = DocSet.EMPTY
  if (isGeoFilterable(searcher.settings)) {
    const bits = zeroWords((searcher.slotCount + 31) >>> 5)
    for (const { tree, base } of geoPlaces(searcher).trees) {
      tree.addWithinRadius(center, metres, bits, base)
    }
    found = DocSet.fromBits(bits).and(within)
  }
  if (!isGeojsonFilterable(searcher.settings) || metres < 0) return found
  const meeting = documentsMeeting([circleArea(center, metres, cornerCount)], searcher)
  return found.or(meeting.and(within))
}
