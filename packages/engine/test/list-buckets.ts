import type { Bucket, Buckets } from '../src/rank/ranking-rule.ts'

/** All buckets of a rule, in order. */
export function listBuckets(buckets: Buckets): Bucket[] {
  const list: Bucket[] = []
  while (buckets.next()) {
    list.push({ docs: buckets.docs, score: buckets.score(), state: buckets.state })
  }
  return list
}
