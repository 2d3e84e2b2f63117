// Orders documents by their distance from a point (relevancy 7.8). Documents within a metre of the first of a bucket are in
// it; those without a place come last.

import { DocSet, hasBit } from '../../bits/doc-set.ts'
import { geoPlaces } from '../../filter/geo-places.ts'
import { distanceMetres } from '../../geo/distance.ts'
import type { GeoPoint } from '../../geo/distance.ts'
import { NearestWalk } from '../../geo/nearest-walk.ts'
import type { Searcher } from '../../index/searcher.ts'
import type { QueryState } from '../query-state.ts'
import {
  type Bucket,
  type Direction,
  ListedBuckets,
  type RankContext,
  type RankingRule,
} from '../ranking-rule.ts'

/** Metres within which places are as good as the same. */
const BUCKET_METRES = 1
const BUCKET_SIZE_MAX = 1000
/** Fewer places than this are all measured and ordered by whole metres; of more, the nearest are found in a tree. */
const MEASURED_MAX = 1000

/** The rule of `_geoPoint(lat, lng):asc` or `:desc`: nearest or farthest first. */
export function createGeoDistanceRule(target: GeoPoint, direction: Direction): RankingRule {
  return {
    name: 'geoDistance',
    partition: (universe, state, context) =>
      new ListedBuckets(partition(universe, state, context, target, direction)),
  }
}

interface Place {
  readonly slot: number
  readonly point: GeoPoint
  readonly distance: number
}

function* partition(
  universe: DocSet,
  state: QueryState,
  context: RankContext,
  target: GeoPoint,
  direction: Direction,
): Iterable<Bucket> {
  const bucket = (docs: DocSet, first: Place | null): Bucket => ({
    docs,
    score: {
      kind: 'geo',
      target,
      direction,
      point: first?.point ?? null,
      distance: first?.distance ?? null,
    },
    state,
  })
  const placed = universe.and(geoPlaces(context.searcher).slots)
  let slots: number[] = []
  let first: Place | null = null
  for (const place of inOrder(placed, target, direction, context.searcher)) {
    const isFull = slots.length === BUCKET_SIZE_MAX
    const isApart = first !== null && Math.abs(first.distance - place.distance) > BUCKET_METRES
    if (isFull || isApart) {
      yield bucket(setOf(slots), first)
      slots = []
      first = null
    }
    slots.push(place.slot)
    // a document that distinct has taken out does not stand for others
    if (first === null && !isIn(context.excluded, place.slot)) first = place
  }
  if (slots.length > 0) yield bucket(setOf(slots), first)
  const rest = universe.andNot(placed)
  if (rest.size > 0) yield bucket(rest, null)
}

function* inOrder(
  placed: DocSet,
  target: GeoPoint,
  direction: Direction,
  searcher: Searcher,
): Iterable<Place> {
  const places = geoPlaces(searcher)
  let rest = placed.size
  if (rest < MEASURED_MAX) {
    const all: Place[] = []
    for (const slot of placed.toArray()) {
      const point = places.point(slot)
      if (point !== null) all.push({ slot, point, distance: distanceMetres(target, point) })
    }
    yield* byWholeMetres(all, direction, searcher)
    return
  }
  const walk = new NearestWalk(places.trees, placed.toBits(), target, direction === 'desc')
  const take = (): Place => {
    const { slot, point } = walk.next()!
    return { slot, point, distance: distanceMetres(target, point) }
  }
  while (rest >= MEASURED_MAX) {
    for (let i = 0; i < MEASURED_MAX; i++) yield take()
    rest -= MEASURED_MAX
  }
  yield* byWholeMetres(Array.from({ length: rest }, take), direction, searcher)
}

/** By metres cut to whole ones, then by document number; for `desc` exactly the other way round. */
function byWholeMetres(all: Place[], direction: Direction, searcher: Searcher): Place[] {
  const sorted = all
    .map((place) => ({
      place,
      metres: Math.trunc(place.distance),
      number: searcher.documentNumber(place.slot),
    }))
    .toSorted((a, b) => a.metres - b.metres || a.number - b.number)
    .map(({ place }) => place)
  return direction === 'asc' ? sorted : sorted.toReversed()
}

function setOf(slots: readonly number[]): DocSet {
  return DocSet.fromSorted(Uint32Array.from(slots).toSorted())
}

function isIn(bits: Uint32Array | null, slot: number): boolean {
  return bits !== null && hasBit(bits, slot)
}
