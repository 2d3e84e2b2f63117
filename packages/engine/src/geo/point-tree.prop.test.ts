import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { distanceMetres } from './distance.ts'
import type { GeoPoint } from './distance.ts'
import { NearestWalk } from './nearest-walk.ts'
import { PointTree } from './point-tree.ts'

// Degrees where trouble is likely: the poles, the date line, out of range, close together.
const latitude = fc.oneof(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.constantFrom(-90, 90, 0, 10, 123),
  fc.nat(20).map((step) => 10 + step * 1e-5),
)
const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.constantFrom(-180, 180, 0, 10, 500),
  fc.nat(20).map((step) => 10 + step * 1e-5),
)
const point: fc.Arbitrary<GeoPoint> = fc.record({ lat: latitude, lng: longitude })
const points = fc.oneof(fc.array(point, { maxLength: 20 }), fc.array(point, { maxLength: 700 }))

function treeOf(all: readonly GeoPoint[]): PointTree {
  return new PointTree(
    Uint32Array.from(all, (_, i) => 2 * i),
    Float64Array.from(all, ({ lat }) => lat),
    Float64Array.from(all, ({ lng }) => lng),
  )
}

function slotsOf(bits: Uint32Array): number[] {
  const slots: number[] = []
  for (let slot = 0; slot < bits.length * 32; slot++) {
    if ((bits[slot >>> 5]! & (1 << (slot & 31))) !== 0) slots.push(slot)
  }
  return slots
}

describe('PointTree', () => {
  it('finds the points within a radius', () => {
    const metres = fc.oneof(
      fc.double({ min: 0, max: 2.1e7, noNaN: true }),
      fc.constantFrom(0, 1, 3, -1),
    )
    fc.assert(
      fc.property(points, point, metres, fc.nat(100), (all, center, reach, base) => {
        const bits = new Uint32Array(64)
        treeOf(all).addWithinRadius(center, reach, bits, base)
        const expected = all.flatMap((one, i) =>
          distanceMetres(center, one) <= reach ? [base + 2 * i] : [],
        )
        expect(slotsOf(bits)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('finds the points within a rectangle', () => {
    fc.assert(
      fc.property(points, point, point, (all, a, b) => {
        const [south, north] = [Math.min(a.lat, b.lat), Math.max(a.lat, b.lat)]
        const [west, east] = [Math.min(a.lng, b.lng), Math.max(a.lng, b.lng)]
        const bits = new Uint32Array(64)
        treeOf(all).addWithinRectangle({ south, west, north, east }, bits, 0)
        const expected = all.flatMap(({ lat, lng }, i) =>
          lat >= south && lat <= north && lng >= west && lng <= east ? [2 * i] : [],
        )
        expect(slotsOf(bits)).toEqual(expected)
      }),
      { numRuns: 200 },
    )
  })
})

describe('NearestWalk', () => {
  it('goes through the wanted points of all trees by distance, either way round', () => {
    fc.assert(
      fc.property(points, points, point, fc.boolean(), (first, second, target, isFarthest) => {
        const trees = [
          { tree: treeOf(first), base: 0 },
          { tree: treeOf(second), base: 2000 },
        ]
        // every third slot is not wanted
        const wanted = new Uint32Array(128)
        const expected = new Map<number, GeoPoint>()
        for (const [all, base] of [
          [first, 0],
          [second, 2000],
        ] as const) {
          for (const [i, one] of all.entries()) {
            const slot = base + 2 * i
            if (slot % 3 === 0) continue
            wanted[slot >>> 5]! |= 1 << (slot & 31)
            expected.set(slot, one)
          }
        }
        const walk = new NearestWalk(trees, wanted, target, isFarthest)
        let last = isFarthest ? Infinity : -Infinity
        const seen = new Map<number, GeoPoint>()
        for (let found = walk.next(); found !== null; found = walk.next()) {
          const distance = distanceMetres(target, found.point)
          // both measures lose digits near zero and near the antipode
          if (isFarthest) expect(distance).toBeLessThanOrEqual(last + 1)
          else expect(distance).toBeGreaterThanOrEqual(last - 1)
          last = distance
          expect(seen.has(found.slot)).toBe(false)
          seen.set(found.slot, found.point)
        }
        expect(new Map([...seen].toSorted((a, b) => a[0] - b[0]))).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })
})
