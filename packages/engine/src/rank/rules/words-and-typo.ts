// `words` and `typo` as one rule, for searches that want no scores. When the first bucket of both fills the page, nothing
// else is ever looked up.

import type { DocSet } from '../../bits/doc-set.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { DocsAtHand } from '../docs-at-hand.ts'
import { faultlessDocs, faultlessState } from '../faultless.ts'
import { NO_QUERY, type QueryState } from '../query-state.ts'
import { rankEntry } from '../rank-buckets.ts'
import type { Buckets, RankContext, RankingRule, ScoreEntry } from '../ranking-rule.ts'

/** Ranks by words and then by typos; the score entries it gives are those of `typo` alone. */
export class WordsAndTypoRule implements RankingRule {
  readonly name = 'wordsAndTypo'
  readonly docs: NodeDocs
  readonly words: RankingRule
  readonly typo: RankingRule
  /** What the search has found without a fault before it asked for its candidates; null when it has not looked. */
  #faultless: DocSet | null = null

  constructor(docs: NodeDocs, words: RankingRule, typo: RankingRule) {
    this.docs = docs
    this.words = words
    this.typo = typo
  }

  get readsQuery(): boolean {
    return true
  }

  /** The first bucket of all documents that may be candidates, remembered for the universe that is made of them. */
  faultlessOf(base: DocSet): DocSet {
    return (this.#faultless = faultlessDocs(this.docs, base))
  }

  partition(universe: DocSet, state: QueryState, context: RankContext): Buckets {
    const best = this.#faultless?.and(universe) ?? faultlessDocs(this.docs, universe)
    return new WordsAndTypoBuckets(this, best, universe, state, context)
  }
}

class WordsAndTypoBuckets extends DocsAtHand implements Buckets {
  state: QueryState = NO_QUERY
  readonly #rule: WordsAndTypoRule
  readonly #universe: DocSet
  readonly #before: QueryState
  readonly #context: RankContext
  /** Null until the first bucket is out. */
  #words: Buckets | null = null
  #typo: Buckets | null = null

  constructor(
    rule: WordsAndTypoRule,
    best: DocSet,
    universe: DocSet,
    state: QueryState,
    context: RankContext,
  ) {
    super()
    this.#rule = rule
    this.docs = best
    this.#universe = universe
    this.#before = state
    this.#context = context
  }

  next(): boolean {
    const { docs, words } = this.#rule
    if (this.#words !== null) return this.#nextOther()
    const best = this.docs
    if (best.size > 0 && this.state === NO_QUERY) {
      this.state = faultlessState(docs)
      return true
    }
    if (best.size === this.#universe.size) return false
    this.#words = words.partition(this.#universe, this.#before, this.#context)
    // the first bucket of all is the one that is out already
    return (best.size === 0 || this.#nextOther()) && this.#nextOther()
  }

  #nextOther(): boolean {
    for (;;) {
      if (this.#typo?.next() === true) {
        this.docs = this.#typo.docs
        this.state = this.#typo.state
        return true
      }
      const words = this.#words!
      if (!words.next()) return false
      this.#typo = this.#rule.typo.partition(words.docs, words.state, this.#context)
    }
  }

  score(): ScoreEntry {
    return rankEntry('typo', 1, 1)
  }
}
