// Shapes of GeoJSON, flattened to what can be compared with an area: points, lines and outer rings. Holes are ignored.

/** Degrees, in the order of GeoJSON. */
export type Position = readonly [lng: number, lat: number]

export interface GeoShape {
  readonly points: readonly Position[]
  /** Each of two positions or more. */
  readonly lines: readonly (readonly Position[])[]
  /** Each of three corners or more, the last joined with the first. */
  readonly rings: readonly (readonly Position[])[]
}

interface Parts {
  readonly points: Position[]
  readonly lines: (readonly Position[])[]
  readonly rings: (readonly Position[])[]
}

/** Reads a geometry, a feature or a collection; null when it is none. */
export function readGeojson(value: unknown): GeoShape | null {
  const parts: Parts = { points: [], lines: [], rings: [] }
  return addObject(value, parts) ? parts : null
}

function addObject(value: unknown, parts: Parts): boolean {
  const object = asObject(value)
  if (object === null) return false
  const { type, coordinates, geometry, geometries, features } = object
  switch (type) {
    case 'Point':
      return addPoint(coordinates, parts)
    case 'MultiPoint':
      return addEach(coordinates, (one) => addPoint(one, parts))
    case 'LineString':
      return addLine(coordinates, parts)
    case 'MultiLineString':
      return addEach(coordinates, (one) => addLine(one, parts))
    case 'Polygon':
      return addPolygon(coordinates, parts)
    case 'MultiPolygon':
      return addEach(coordinates, (one) => addPolygon(one, parts))
    case 'GeometryCollection':
      return addEach(geometries, (one) => addObject(one, parts))
    case 'Feature':
      return geometry === null || addObject(geometry, parts)
    case 'FeatureCollection':
      return addEach(features, (one) => addObject(one, parts))
    default:
      return false
  }
}

function addPoint(value: unknown, parts: Parts): boolean {
  const position = readPosition(value)
  if (position !== null) parts.points.push(position)
  return position !== null
}

function addLine(value: unknown, parts: Parts): boolean {
  const line = readPositions(value)
  if (line === null || line.length < 2) return false
  parts.lines.push(line)
  return true
}

function addPolygon(value: unknown, parts: Parts): boolean {
  if (!Array.isArray(value)) return false
  const rings: unknown[] = value
  const outer = readPositions(rings[0])
  if (outer === null || outer.length < 3) return false
  parts.rings.push(outer)
  return true
}

function addEach(value: unknown, add: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(add)
}

function readPositions(value: unknown): Position[] | null {
  if (!Array.isArray(value)) return null
  const positions: Position[] = []
  for (const one of value as unknown[]) {
    const position = readPosition(one)
    if (position === null) return null
    positions.push(position)
  }
  return positions
}

function readPosition(value: unknown): Position | null {
  if (!Array.isArray(value)) return null
  const [lng, lat]: unknown[] = value
  return typeof lng === 'number' && typeof lat === 'number' ? [lng, lat] : null
}

interface GeojsonObject {
  readonly type?: unknown
  readonly coordinates?: unknown
  readonly geometry?: unknown
  readonly geometries?: unknown
  readonly features?: unknown
}

function asObject(value: unknown): GeojsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
}
