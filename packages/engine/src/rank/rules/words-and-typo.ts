// `words` and `typo` as one rule, for searches that want no scores. When the first bucket of both fills the page, nothing
// else is ever looked up.

import type { DocSet } from '../../bits/doc-set.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { faultlessDocs, faultlessState } from '../faultless.ts'
import type { QueryState } from '../query-state.ts'
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
      const best = faultlessDocs(docs, universe)
      if (best.size > 0) {
        yield {
          docs: best,
          score: { kind: 'rank', rule: 'typo', rank: 1, rankMax: 1 },
          state: faultlessState(docs),
        }
      }
      if (best.size === universe.size) return
      yield* others(universe, state, context, words, typo, best.size > 0)
    },
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
