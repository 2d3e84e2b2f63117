import { describe, expect, it } from 'vitest'

import { listBuckets } from '../../../test/list-buckets.ts'
import { asSearcher, naiveColumnSearcher } from '../../../test/naive/naive-columns.ts'
import type { NaiveDocument } from '../../../test/naive/naive-columns.ts'
import { distanceMetres } from '../../geo/distance.ts'
import { NO_QUERY } from '../query-state.ts'
import type { Direction } from '../ranking-rule.ts'
import { createGeoDistanceRule } from './geo-distance.ts'

/** Slots per bucket, with the distance it reports. */
function sort(
  documents: NaiveDocument[],
  target: { lat: number; lng: number },
  direction: Direction,
  partSizes: number[] = [],
): [number[], number | null][] {
  const searcher = naiveColumnSearcher(documents, { partSizes })
  const buckets = createGeoDistanceRule(target, direction).partition(searcher.live, NO_QUERY, {
    searcher: asSearcher(searcher),
    needsState: false,
    neededCount: 20,
    excluded: null,
  })
  return listBuckets(buckets).map(({ docs, score }) => {
    if (score.kind !== 'geo') throw new Error(score.kind)
    return [[...docs.toArray()], score.distance]
  })
}

const at = (lat: number, lng: number): NaiveDocument => ({ _geo: { lat, lng } })
const CENTER = { lat: 10, lng: 10 }

describe('geo distance', () => {
  it('puts the nearest first, or the farthest, and places unknown last in both', () => {
    const documents = [at(10, 10.002), {}, at(10, 10), { _geo: null }, at(10, 10.001)]
    const slots = (direction: Direction) => sort(documents, CENTER, direction).map(([docs]) => docs)
    expect(slots('asc')).toEqual([[2], [4], [0], [1, 3]])
    expect(slots('desc')).toEqual([[0], [4], [2], [1, 3]])
  })

  it('takes places within a metre of the first for the same', () => {
    // a metre is about 9e-6 degrees: 0, 0.7, 1.3 and 2.0 metres away
    const documents = [0, 0.7, 1.3, 2].map((metres) => at(10 + metres * 8.993e-6, 10))
    const found = sort(documents, CENTER, 'asc')
    expect(found.map(([docs]) => docs)).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect(found[0]?.[1]).toBe(0)
  })

  it('holds at most a thousand in a bucket', () => {
    const documents = Array.from({ length: 2300 }, () => at(10, 10))
    expect(sort(documents, CENTER, 'asc').map(([docs]) => docs.length)).toEqual([1000, 1000, 300])
  })

  it.each(['asc', 'desc'] as const)('orders more than it measures by distance: %s', (direction) => {
    const points = Array.from({ length: 1300 }, (_, i) => ({
      lat: ((i * 7919) % 1700) / 10 - 85,
      lng: ((i * 104_729) % 3590) / 10 - 179,
    }))
    const target = { lat: 48, lng: 2 }
    const documents = points.map(({ lat, lng }) => at(lat, lng))
    const found = sort(documents, target, direction, [300, 600])
    expect(found.flatMap(([docs]) => docs).toSorted((a, b) => a - b)).toEqual(
      points.map((_, slot) => slot),
    )
    const distances = found.map(([, distance]) => distance ?? Number.NaN)
    const sorted = distances.toSorted((a, b) => (direction === 'asc' ? a - b : b - a))
    expect(distances).toEqual(sorted)
    for (const [docs, distance] of found) {
      for (const slot of docs) {
        const own = distanceMetres(target, points[slot] ?? target)
        expect(Math.abs(own - (distance ?? Number.NaN))).toBeLessThanOrEqual(1)
      }
    }
  })
})
