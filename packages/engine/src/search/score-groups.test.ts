import { describe, expect, it } from 'vitest'

import type { Direction, ScoreEntry } from '../rank/ranking-rule.ts'
import { compareWeighted, weightedScore } from './score-groups.ts'

const rank = (own: number, rankMax: number): ScoreEntry => ({
  kind: 'rank',
  rule: 'words',
  rank: own,
  rankMax,
})
const order = (value: number | string | null, direction: Direction = 'asc'): ScoreEntry => ({
  kind: 'order',
  field: 'price',
  direction,
  value,
})
const geo = (distance: number | null, direction: Direction): ScoreEntry => ({
  kind: 'geo',
  target: { lat: 0, lng: 0 },
  direction,
  point: null,
  distance,
})

/** Negative when the first is better. */
function compare(a: ScoreEntry[], b: ScoreEntry[], weights: [number, number] = [1, 1]): number {
  const [left, right] = [weightedScore(a, weights[0]), weightedScore(b, weights[1])]
  expect(Math.sign(compareWeighted(right, left))).toBe(-Math.sign(compareWeighted(left, right)) + 0)
  return Math.sign(compareWeighted(left, right))
}

describe('weightedScore', () => {
  it('folds neighbouring rules, weighs them, and leaves values between them alone', () => {
    expect(weightedScore([rank(2, 2), rank(3, 4), order(7), rank(1, 2)], 2)).toEqual({
      groups: [
        { kind: 'score', score: 2 * (7 / 8) },
        { kind: 'order', direction: 'asc', value: 7 },
        { kind: 'score', score: 1 },
      ],
      total: 2 * (13 / 16),
    })
  })

  it('counts a rule that time ran out for as nothing', () => {
    expect(weightedScore([rank(2, 2), { kind: 'skipped' }], 1).groups).toEqual([
      { kind: 'score', score: 0.5 },
    ])
  })

  it('has a whole score and nothing to compare without rules', () => {
    expect(weightedScore([], 3)).toEqual({ groups: [], total: 3 })
  })
})

describe('compareWeighted', () => {
  it('puts the better weighted score first', () => {
    expect(compare([rank(2, 2)], [rank(1, 2)])).toBe(-1)
    expect(compare([rank(2, 2)], [rank(1, 2)], [1, 3])).toBe(1)
    expect(compare([rank(1, 2)], [rank(2, 4)])).toBe(0)
    expect(compare([{ kind: 'vector', similarity: 0.7 }], [rank(3, 5)])).toBe(-1)
  })

  it('orders values by their direction, numbers before texts before none', () => {
    expect(compare([order(1)], [order(2)])).toBe(-1)
    expect(compare([order(1, 'desc')], [order(2, 'desc')])).toBe(1)
    expect(compare([order('b', 'desc')], [order('a', 'desc')])).toBe(-1)
    for (const direction of ['asc', 'desc'] as const) {
      expect(compare([order(9, direction)], [order('a', direction)])).toBe(-1)
      expect(compare([order('a', direction)], [order(null, direction)])).toBe(-1)
    }
    expect(compare([order(null)], [order(null)])).toBe(0)
  })

  it('puts the nearest first or the farthest first, unknown places last', () => {
    expect(compare([geo(5, 'asc')], [geo(9, 'asc')])).toBe(-1)
    expect(compare([geo(5, 'desc')], [geo(9, 'desc')])).toBe(1)
    expect(compare([geo(5, 'desc')], [geo(null, 'desc')])).toBe(-1)
  })

  it('prefers who has more to say once all else is equal', () => {
    expect(compare([], [rank(1, 2)])).toBe(1)
    expect(compare([rank(1, 2), order(null)], [rank(1, 2)])).toBe(-1)
  })

  it('falls back on the whole score where the kinds differ', () => {
    expect(compare([order(1), rank(1, 2)], [rank(1, 2)])).toBe(-1)
    expect(compare([order(1), rank(1, 2)], [rank(1, 2), order(1)])).toBe(0)
    expect(compare([order(1), rank(2, 2)], [rank(1, 2), order(1)])).toBe(-1)
  })
})
