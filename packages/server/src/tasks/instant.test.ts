import { expect, test } from 'vitest'
import { formatDuration, formatInstant } from './instant.ts'

const at = (text: string, microseconds = 0): number => Date.parse(text) * 1000 + microseconds

test('instants have only the digits that they need', () => {
  expect(formatInstant(at('2026-01-31T10:15:30Z'))).toBe('2026-01-31T10:15:30Z')
  expect(formatInstant(at('2026-01-31T10:15:30.120Z'))).toBe('2026-01-31T10:15:30.12Z')
  expect(formatInstant(at('2026-01-31T10:15:30Z', 7))).toBe('2026-01-31T10:15:30.000007Z')
  expect(formatInstant(at('1969-12-31T23:59:59.999Z', 999))).toBe('1969-12-31T23:59:59.999999Z')
})

test.each([
  [0, 'PT0S'],
  [12_000, 'PT0.012S'],
  [12_345, 'PT0.012345S'],
  [1, 'PT0.000001S'],
  [90e6, 'PT90S'],
  [86_400e6, 'P1D'],
  [86_402_500_000, 'P1DT2.500S'],
  [2 * 86_400e6 + 1e6, 'P2DT1S'],
  [-1, null],
])('%d microseconds last %s', (microseconds, text) => {
  expect(formatDuration(microseconds)).toBe(text)
})
