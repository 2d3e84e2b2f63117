import { expect, it } from 'vitest'

import { similarity } from './similarity.ts'

it.each([
  [[1, 1], [2, 3], 0.990290343761444],
  [[1, 1], [1, 2], 0.974341630935669],
  [[1, 1], [1, 3], 0.9472135901451112],
  [[1, 0], [2, 3], 0.7773500680923462],
  [[1, 0], [1, 2], 0.7236068248748779],
  [[1, 0], [1, 3], 0.6581138968467712],
])('of %j and %j is %d', (a, b, expected) => {
  expect(similarity(Float32Array.from(a), Float32Array.from(b))).toBe(Math.fround(expected))
})

it('lies between the opposite direction and the same one', () => {
  const vector = Float32Array.of(3, -4, 12)
  expect(
    similarity(
      vector,
      vector.map((n) => -n),
    ),
  ).toBe(0)
  expect(
    similarity(
      vector,
      vector.map((n) => 2 * n),
    ),
  ).toBe(1)
  expect(similarity(Float32Array.of(1, 0), Float32Array.of(0, 1))).toBe(0.5)
})

it('is full beside a zero vector', () => {
  expect(similarity(Float32Array.of(0, 0), Float32Array.of(0, 1))).toBe(1)
})

it('is none where the numbers are too large to multiply', () => {
  const huge = Float32Array.of(3e38, 3e38)
  expect(similarity(huge, huge)).toBe(0)
})
