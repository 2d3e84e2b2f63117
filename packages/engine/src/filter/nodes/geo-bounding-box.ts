import { DocSet } from '../../bits/doc-set.ts'
import { zeroWords } from '../../bits/scratch.ts'
import type { FilterContext } from '../filter-context.ts'
import { errorAt } from '../filter-source.ts'
import type { Rectangle } from '../../geo/point-tree.ts'
import { rectangleArea } from '../../geo/shape-area.ts'
import { checkPair, isGeoFilterable, isGeojsonFilterable } from '../geo-arguments.ts'
import type { GeoPair } from '../geo-arguments.ts'
import { geoPlaces } from '../geo-places.ts'
import { documentsMeeting } from '../geo-shapes.ts'

/** `_geoBoundingBox([lat, lng], [lat, lng])`: documents between the top right corner and the bottom left one. */
export interface GeoBoundingBoxNode {
  readonly kind: 'geoBoundingBox'
  readonly topRight: GeoPair
  readonly bottomLeft: GeoPair
}

export function geoBoundingBoxNode(topRight: GeoPair, bottomLeft: GeoPair): GeoBoundingBoxNode {
  return Object.freeze({ kind: 'geoBoundingBox', topRight, bottomLeft })
}

/** A box whose right side lies west of its left side goes round across the date line. */
export function evaluateGeoBoundingBox(
  node: GeoBoundingBoxNode,
  context: FilterContext,
  within: DocSet,
): DocSet {
  checkPair(node.topRight)
  checkPair(node.bottomLeft)
  const { searcher } = context
  const north = node.topRight.lat.value
  const south = node.bottomLeft.lat.value
  const east = node.topRight.lng.value
  const west = node.bottomLeft.lng.value
  if (north < south) {
    throw errorAt(
      node.bottomLeft.lat.place,
      `The top latitude \`${north}\` lies below the bottom latitude \`${south}\`.`,
    )
  }
  const rectangles: Rectangle[] =
    west <= east
      ? [{ south, west, north, east }]
      : [
          { south, west, north, east: 180 },
          { south, west: -180, north, east },
        ]
  let found = DocSet.EMPTY
  if (isGeoFilterable(searcher.settings)) {
    const bits = zeroWords((searcher.slotCount + 31) >>> 5)
    for (const { tree, base } of geoPlaces(searcher).trees) {
      for (const rectangle of rectangles) tree.addWithinRectangle(rectangle, bits, base)
    }
    found = DocSet.fromBits(bits).and(within)
  }
  if (!isGeojsonFilterable(searcher.settings)) return found
  const meeting = documentsMeeting(rectangles.map(rectangleArea), searcher)
  return found.or(meeting.and(within))
}
