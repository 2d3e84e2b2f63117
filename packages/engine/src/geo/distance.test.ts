import { expect, it } from 'vitest'

import { distanceMetres } from './distance.ts'

it.each([
  [[0, 0], [0, 1], 111_194.927],
  [[51.5, -0.12], [48.85, 2.35], 343_127.878],
  [[50, 0], [51.5, 1.42], 194_413.738],
  // degrees past the ends of the scale are angles like any other
  [[0, 0], [123, 500], 7_265_582],
  [[0, 180], [0, -180], 0],
  [[90, 0], [-90, 0], 20_015_086.796],
] as const)('from %j to %j are %d metres', ([latA, lngA], [latB, lngB], metres) => {
  const distance = distanceMetres({ lat: latA, lng: lngA }, { lat: latB, lng: lngB })
  expect(Math.abs(distance - metres)).toBeLessThan(Number.isInteger(metres) ? 1 : 0.0005)
})

it('is rounded to millimetres', () => {
  const distance = distanceMetres({ lat: 1, lng: 2 }, { lat: 3, lng: 4 })
  expect(distance).toBe(Math.round(distance * 1000) / 1000)
})
