import { describe, expect, test } from 'vitest'

import { formatInstant } from '../tasks/instant.ts'
import { readDate, toRfc3339 } from './dates.ts'

describe('reading dates', () => {
  test.each([
    ['2026-01-31', '2026-01-31T00:00:00Z'],
    ['2026-01-31T10:15:30Z', '2026-01-31T10:15:30Z'],
    ['2026-01-31t10:15:30z', '2026-01-31T10:15:30Z'],
    ['2026-01-31T10:15:30.123456789Z', '2026-01-31T10:15:30.123456Z'],
    ['2026-01-31T10:15:30+02:30', '2026-01-31T07:45:30Z'],
    ['2026-01-01T00:15:00+01:00', '2025-12-31T23:15:00Z'],
  ])('%s is %s', (text, expected) => {
    const instant = readDate(text)
    expect(instant === null ? null : formatInstant(instant)).toBe(expected)
  })

  test.each([
    'yesterday',
    '12',
    '',
    '2020-13-01',
    '2020-02-30',
    '2020-01-01T00:00',
    '2020-01-01T25:00:00Z',
    '2020-01-01 10:00:00Z',
    '2020-01-01T10:00:00',
  ])('%j is no date', (text) => {
    expect(readDate(text)).toBeNull()
  })
})

describe('completing dates', () => {
  test.each([
    ['2098-07-01', '2098-07-01T00:00:00Z'],
    ['2098-07-01 12:30:00', '2098-07-01T12:30:00Z'],
    ['2098-07-01T12:30:00', '2098-07-01T12:30:00Z'],
    ['2098-07-01T12:30:00+03:00', '2098-07-01T12:30:00+03:00'],
    ['2098-07-01T12:30:00.25Z', '2098-07-01T12:30:00.25Z'],
  ])('%s is %s', (text, expected) => {
    expect(toRfc3339(text)).toBe(expected)
  })

  test.each(['soon', '', '2098-13-01', '2098-07-01 25:00:00', '2098-07-01x12:30:00'])(
    '%j is no date',
    (text) => {
      expect(toRfc3339(text)).toBeNull()
    },
  )
})
