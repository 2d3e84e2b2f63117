// Whether a shape meets an area. Both are taken flat, in degrees; an area may reach past the date line, and a shape is then
// looked at from both sides of it.

import { EARTH_RADIUS_METRES } from './distance.ts'
import type { GeoPoint } from './distance.ts'
import type { GeoShape, Position } from './geojson.ts'
import type { Rectangle } from './point-tree.ts'

/** The ring of an area: three corners or more, longitudes without a jump at the date line. */
export type Area = readonly Position[]

/** The corners of a rectangle. */
export function rectangleArea({ south, west, north, east }: Rectangle): Area {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
}

const RADIANS = Math.PI / 180

/** A polygon of `cornerCount` corners on a circle. */
export function circleArea(center: GeoPoint, metres: number, cornerCount: number): Area {
  const angle = metres / EARTH_RADIUS_METRES
  const lat = center.lat * RADIANS
  return Array.from({ length: cornerCount }, (_, i) => {
    const bearing = (2 * Math.PI * i) / cornerCount
    const sinLat =
      Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing)
    const y = Math.sin(bearing) * Math.sin(angle) * Math.cos(lat)
    const x = Math.cos(angle) - Math.sin(lat) * sinLat
    return [center.lng + Math.atan2(y, x) / RADIANS, Math.asin(sinLat) / RADIANS]
  })
}

/** True when they have a point in common. */
export function meetsArea(shape: GeoShape, area: Area): boolean {
  return [-360, 0, 360].some((shift) => {
    const moved = shift === 0 ? area : area.map(([lng, lat]): Position => [lng + shift, lat])
    return (
      shape.points.some((point) => isInside(point, moved)) ||
      shape.lines.some((line) => lineMeets(line, moved)) ||
      shape.rings.some((ring) => ringMeets(ring, moved))
    )
  })
}

function lineMeets(line: readonly Position[], area: Area): boolean {
  if (line.some((point) => isInside(point, area))) return true
  for (let i = 1; i < line.length; i++) {
    if (crosses(line[i - 1]!, line[i]!, area)) return true
  }
  return false
}

function ringMeets(ring: readonly Position[], area: Area): boolean {
  return lineMeets([...ring, ring[0]!], area) || area.some((corner) => isInside(corner, ring))
}

/** Inside a ring or on its edge. */
function isInside([lng, lat]: Position, ring: readonly Position[]): boolean {
  let isIn = false
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i]!
    const b = ring[(i + 1) % ring.length]!
    if (isOnSegment([lng, lat], a, b)) return true
    const isBetween = a[1] > lat !== b[1] > lat
    if (isBetween && lng < ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1]) + a[0]) isIn = !isIn
  }
  return isIn
}

function crosses(from: Position, to: Position, ring: readonly Position[]): boolean {
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i]!
    const b = ring[(i + 1) % ring.length]!
    const isSplit = side(from, to, a) * side(from, to, b) < 0
    if (isSplit && side(a, b, from) * side(a, b, to) < 0) return true
    if (isOnSegment(a, from, to)) return true
  }
  return false
}

/** Which side of the line from `a` to `b` a point lies on: the sign. */
function side(a: Position, b: Position, point: Position): number {
  return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
}

function isOnSegment(point: Position, a: Position, b: Position): boolean {
  return (
    side(a, b, point) === 0 &&
    point[0] >= Math.min(a[0], b[0]) &&
    point[0] <= Math.max(a[0], b[0]) &&
    point[1] >= Math.min(a[1], b[1]) &&
    point[1] <= Math.max(a[1], b[1])
  )
}
