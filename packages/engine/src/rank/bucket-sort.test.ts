import { describe, expect, test } from 'vitest'
import { NaiveSearcher } from '../../test/naive/naive-searcher.ts'
import { DocSet } from '../bits/doc-set.ts'
import { bucketSort, type BucketSortOptions, type SortedDocs } from './bucket-sort.ts'
import { NO_QUERY } from './query-state.ts'
import { type Bucket, ListedBuckets, type RankingRule } from './ranking-rule.ts'

/** A rule that gives each slot the rank in its list; `asked` counts the buckets it was asked for. */
function ruleOf(ranks: readonly number[]): RankingRule & { asked: number } {
  const rule = {
    name: 'test',
    asked: 0,
    partition: (universe: DocSet) => new ListedBuckets(bucketsOf(universe)),
  }
  function* bucketsOf(universe: DocSet): Iterable<Bucket> {
    for (const rank of [...new Set(ranks)].toSorted((a, b) => b - a)) {
      const slots = universe.toArray().filter((slot) => ranks[slot] === rank)
      if (slots.length === 0) continue
      rule.asked++
      yield {
        docs: DocSet.fromSorted(slots),
        score: { kind: 'rank', rule: 'typo', rank, rankMax: 3 } as const,
        state: NO_QUERY,
      }
    }
  }
  return rule
}

function sort(count: number, options: Partial<BucketSortOptions>): SortedDocs {
  const searcher = new NaiveSearcher(Array.from({ length: count }, (_, id) => ({ id })))
  return bucketSort({
    searcher,
    rules: [],
    universe: searcher.live,
    state: NO_QUERY,
    offset: 0,
    limit: 20,
    wantsScores: false,
    threshold: null,
    judgedMax: 0,
    distinct: null,
    isOutOfTime: () => false,
    ...options,
  })
}

describe('nesting', () => {
  test('each rule sorts inside the buckets of the one before', () => {
    const rules = [ruleOf([1, 2, 1, 2]), ruleOf([1, 1, 2, 2])]
    expect(sort(4, { rules }).slots).toEqual([3, 1, 2, 0])
  })

  test('no bucket is asked for once the page is full', () => {
    const rule = ruleOf([3, 2, 1])
    expect(sort(3, { rules: [rule], limit: 1 }).slots).toEqual([0])
    expect(rule.asked).toBe(1)
  })

  test('buckets before the page are not sorted inside', () => {
    const inner = ruleOf([1, 2, 1, 2])
    expect(sort(4, { rules: [ruleOf([2, 2, 1, 1]), inner], offset: 2 }).slots).toEqual([3, 2])
    expect(inner.asked).toBe(2)
  })

  test('a bucket of one document is sorted further only for its score', () => {
    const inner = ruleOf([1, 2])
    sort(2, { rules: [ruleOf([2, 1]), inner] })
    expect(inner.asked).toBe(0)
    const found = sort(2, { rules: [ruleOf([2, 1]), inner], wantsScores: true })
    expect(found.entries.map((entries) => entries.length)).toEqual([2, 2])
  })
})

describe('threshold', () => {
  test('a bucket below it goes with all after it, from hits and candidates', () => {
    const found = sort(4, { rules: [ruleOf([3, 2, 1, 1])], threshold: 0.5 })
    expect(found.slots).toEqual([0, 1])
    expect(found.candidates.size).toBe(2)
  })

  test('a score that equals it stays', () => {
    expect(sort(2, { rules: [ruleOf([3, 1])], threshold: 1 }).slots).toEqual([0])
  })

  test('candidates are judged past the page when they must be exact', () => {
    const rules = [ruleOf([3, 2, 1, 1])]
    expect(sort(4, { rules, threshold: 0.5, limit: 1 }).candidates.size).toBe(4)
    expect(sort(4, { rules, threshold: 0.5, limit: 1, judgedMax: 100 }).candidates.size).toBe(2)
  })
})

describe('distinct', () => {
  /** Groups of 4, 3 and 2 documents that share a value. */
  const groups = [0, 1, 0, 2, 0, 1, 0, 1, 2]
  const distinct = {
    sharing: (slot: number) =>
      DocSet.fromSorted(
        Uint32Array.from(groups.keys()).filter((other) => groups[other] === groups[slot]),
      ),
  }

  test('one document per value comes out, the first', () => {
    expect(sort(9, { distinct }).slots).toEqual([0, 1, 3])
  })

  test('the best ranked of a group stays', () => {
    const rules = [ruleOf([1, 1, 1, 1, 1, 1, 3, 2, 1])]
    expect(sort(9, { rules, distinct }).slots).toEqual([6, 7, 3])
  })

  test('the total shrinks as far as documents were looked at', () => {
    const totals = [0, 1, 2].map((offset) => sort(9, { distinct, offset, limit: 1 }))
    expect(totals.map((found) => found.candidates.size)).toEqual([6, 4, 3])
  })

  test('documents without a value all stay', () => {
    expect(sort(3, { distinct: { sharing: () => null } }).slots).toEqual([0, 1, 2])
  })
})

test('when time is up the rest comes out as it is, innermost first', () => {
  let checks = 0
  const found = sort(5, {
    rules: [ruleOf([2, 2, 2, 1, 1]), ruleOf([1, 2, 1, 2, 1])],
    wantsScores: true,
    isOutOfTime: () => ++checks > 2,
  })
  expect(found.isDegraded).toBe(true)
  expect(found.slots).toEqual([1, 0, 2, 3, 4])
  expect(found.entries.map((entries) => entries.at(-1)!.kind)).toEqual([
    'rank',
    'skipped',
    'skipped',
    'skipped',
    'skipped',
  ])
})
