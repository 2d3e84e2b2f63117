/** Mean radius of the earth, as the interface measures with it. */
export const EARTH_RADIUS_METRES = 6_371_000

export interface GeoPoint {
  readonly lat: number
  readonly lng: number
}

const RADIANS = Math.PI / 180

/** Length of the great circle between two points, in metres, rounded to millimetres. Any degrees are taken as angles. */
export function distanceMetres(a: GeoPoint, b: GeoPoint): number {
  const latA = a.lat * RADIANS
  const latB = b.lat * RADIANS
  const turn = Math.cos(latA) * Math.cos(latB) * haversine((b.lng - a.lng) * RADIANS)
  const h = haversine(latB - latA) + turn
  // rounding can leave h a little outside 0 … 1
  const metres = 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(Math.min(1, Math.max(0, h))))
  return Math.round(metres * 1000) / 1000
}

function haversine(angle: number): number {
  return (1 - Math.cos(angle)) / 2
}

/** The square of the straight line, on a unit sphere, between two points `metres` apart; infinite past half way round. */
export function chordSquared(metres: number): number {
  if (metres <= 0) return 0
  const half = metres / (2 * EARTH_RADIUS_METRES)
  return half > Math.PI / 2 ? Infinity : 4 * Math.sin(half) ** 2
}

/** Where points lie on the unit sphere: x, y, z of each. */
export function unitVectors(lats: Float64Array, lngs: Float64Array): Float64Array {
  const vectors = new Float64Array(3 * lats.length)
  for (let i = 0; i < lats.length; i++) {
    const lat = lats[i]! * RADIANS
    const lng = lngs[i]! * RADIANS
    const cosLat = Math.cos(lat)
    vectors[3 * i] = cosLat * Math.cos(lng)
    vectors[3 * i + 1] = cosLat * Math.sin(lng)
    vectors[3 * i + 2] = Math.sin(lat)
  }
  return vectors
}

/** Where a point lies on the unit sphere. */
export function unitVector(point: GeoPoint): readonly [x: number, y: number, z: number] {
  const lat = point.lat * RADIANS
  const lng = point.lng * RADIANS
  return [Math.cos(lat) * Math.cos(lng), Math.cos(lat) * Math.sin(lng), Math.sin(lat)]
}
