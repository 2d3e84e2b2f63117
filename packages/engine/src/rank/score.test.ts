import { describe, expect, test } from 'vitest'
import type { RelevancyRuleName, ScoreEntry } from './ranking-rule.ts'
import { globalScore, scoreDetails } from './score.ts'

const entry = (rule: RelevancyRuleName, rank: number, rankMax: number): ScoreEntry => ({
  kind: 'rank',
  rule,
  rank,
  rankMax,
})

describe('the global score', () => {
  test('folds rules so that earlier ones weigh more than all later ones', () => {
    const entries = [entry('words', 2, 2), entry('typo', 3, 4), entry('proximity', 5, 7)]
    expect(globalScore(entries)).toBe(47 / 56)
  })

  test('is one without any rule, and sorting adds nothing', () => {
    expect(globalScore([])).toBe(1)
    expect(globalScore([{ kind: 'order', field: 'a', direction: 'asc', value: 1 }])).toBe(1)
  })

  test('is the similarity of a vector search, zero when there is none', () => {
    expect(globalScore([{ kind: 'vector', similarity: 0.8 }])).toBe(0.8)
    expect(globalScore([{ kind: 'vector', similarity: null }])).toBe(0)
  })

  test('a skipped rule counts as the worst of its bucket', () => {
    expect(globalScore([entry('words', 2, 2), { kind: 'skipped' }])).toBe(1 / 2)
  })

  test('stays exact beyond the safe integers', () => {
    const entries = Array.from({ length: 12 }, () => entry('typo', 100_000, 100_000))
    expect(globalScore(entries)).toBe(1)
    expect(globalScore([entry('words', 1, 2), ...entries])).toBe(0.5)
  })
})

describe('details', () => {
  const show = (entries: ScoreEntry[], isVisible = true): ReturnType<typeof scoreDetails> =>
    scoreDetails(entries, { isVisible: () => isVisible, isAttributeWhole: true })

  test('name values, hide what must not be seen, and share one order', () => {
    const price: ScoreEntry = { kind: 'order', field: 'price', direction: 'desc', value: null }
    expect(show([entry('words', 1, 1), price])).toEqual({
      words: { order: 0, matchingWords: 1, maxMatchingWords: 1, score: 1 },
      'price:desc': { order: 1, value: null },
    })
    expect(show([price], false)).toEqual({ '<hidden-rule-0>': { order: 0, value: '<hidden>' } })
  })

  test('show exact matches without counts', () => {
    expect(show([entry('exactAttribute', 3, 3), entry('exactWords', 3, 3)])).toEqual({
      exactness: { order: 0, matchType: 'exactMatch', score: 1 },
    })
    expect(show([entry('exactAttribute', 1, 3), entry('exactWords', 2, 3)])).toEqual({
      exactness: {
        order: 0,
        matchType: 'noExactMatch',
        matchingWords: 1,
        maxMatchingWords: 2,
        score: 2 / 9,
      },
    })
  })

  test('geo and vector rules have their own fields', () => {
    const target = { lat: 1, lng: 2 }
    const geo: ScoreEntry = { kind: 'geo', target, direction: 'asc', point: null, distance: null }
    expect(show([geo, { kind: 'vector', similarity: 0.5 }])).toEqual({
      '_geoPoint(1, 2):asc': { order: 0, value: null, distance: null },
      vectorSort: { order: 1, similarity: 0.5 },
    })
  })
})
