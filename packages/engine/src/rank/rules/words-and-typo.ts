// `words` and `typo` as one rule, for searches that want no scores. The best bucket of both together, every word as it was
// typed, needs neither typos nor n-grams; when it fills the page nothing else is ever looked up.

import type { DocSet } from '../../bits/doc-set.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { type PathStep, type QueryState } from '../query-state.ts'
import type { Bucket, RankContext, RankingRule } from '../ranking-rule.ts'

/** Ranks by words and then by typos; the score entries it gives are those of `typo` alone. */
export function createWordsAndTypoRule(
  docs: NodeDocs,
  words: RankingRule,
  typo: RankingRule,
): RankingRule {
  return {
    name: 'wordsAndTypo',
    readsQuery: true,
    *partition(universe, state, context) {
      const best = faultless(docs, universe)
      if (best.size > 0) yield bestBucket(docs, best)
      if (best.size === universe.size) return
      yield* others(universe, state, context, words, typo, best.size > 0)
    },
  }
}

/** Documents with every term at its first level. */
function faultless(docs: NodeDocs, universe: DocSet): DocSet {
  let left = universe
  for (const node of docs.graph.nodes) {
    if (node.termCount > 1) continue
    if (left.size === 0) break
    left = docs.levelWithin(node, 0, left)
  }
  return left
}

/** Only the path of single terms costs no typo, so nothing else is left of the query. */
function bestBucket(docs: NodeDocs, best: DocSet): Bucket {
  const path = docs.graph.nodes
    .filter((node) => node.termCount === 1)
    .map((node): PathStep => ({ node, levels: 1, isExactOnly: false }))
  return {
    docs: best,
    score: { kind: 'rank', rule: 'typo', rank: 1, rankMax: 1 },
    state: { paths: [path] },
  }
}

function* others(
  universe: DocSet,
  state: QueryState,
  context: RankContext,
  words: RankingRule,
  typo: RankingRule,
  isBestOut: boolean,
): Iterable<Bucket> {
  let isFirst = isBestOut
  for (const bucket of words.partition(universe, state, context)) {
    for (const inner of typo.partition(bucket.docs, bucket.state, context)) {
      // the first bucket of all is the one that is out already
      if (!isFirst) yield inner
      isFirst = false
    }
  }
}
