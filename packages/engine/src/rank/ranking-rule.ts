// The contract between the bucket sort and the rules, and what one rule tells about a document's score.

import type { DocSet } from '../bits/doc-set.ts'
import type { Searcher } from '../index/searcher.ts'
import type { QueryState } from './query-state.ts'

/** Rules that compare documents by how they match the query's words; each folds into the ranking score. */
export type RelevancyRuleName =
  | 'words'
  | 'typo'
  | 'proximity'
  | 'attributeRank'
  | 'wordPosition'
  | 'exactAttribute'
  | 'exactWords'

export type Direction = 'asc' | 'desc'

/** What one rule says of every document of one bucket. */
export type ScoreEntry =
  /** `rank` of `rankMax`, larger is better. */
  | {
      readonly kind: 'rank'
      readonly rule: RelevancyRuleName
      readonly rank: number
      readonly rankMax: number
    }
  /** Sort and custom rules: the facet value the bucket shares, null when it has none. */
  | {
      readonly kind: 'order'
      readonly field: string
      readonly direction: Direction
      readonly value: number | string | null
    }
  | {
      readonly kind: 'geo'
      /** The point that distances are measured from. */
      readonly target: { readonly lat: number; readonly lng: number }
      readonly direction: Direction
      /** The place of the bucket's first document and its distance in metres. */
      readonly point: { readonly lat: number; readonly lng: number } | null
      readonly distance: number | null
    }
  | { readonly kind: 'vector'; readonly similarity: number | null }
  /** The clock ran out before the rule could say anything. */
  | { readonly kind: 'skipped' }

/** Documents that a rule cannot tell apart. */
export interface Bucket {
  readonly docs: DocSet
  readonly score: ScoreEntry
  /** What is left of the query for the rules after this one; rules that ignore the query pass theirs on. */
  readonly state: QueryState
}

/**
 * The buckets of one universe, best first: a cursor that starts before the first. What it says of a bucket holds until it
 * goes on. Work is done when it goes on, and nothing is made that nobody asks for.
 */
export interface Buckets {
  /** Goes on to the next bucket; false when there is none. */
  next(): boolean
  /** Documents of the bucket. */
  readonly size: number
  readonly docs: DocSet
  /** The document of a bucket of one; -1 when only `docs` tells. */
  readonly only: number
  /** What is left of the query for the rules after this one; rules that ignore the query pass theirs on. */
  readonly state: QueryState
  /** How many of the rules after this one tell documents of a bucket apart no further; none when absent. */
  readonly rulesAhead?: number
  score(): ScoreEntry
}

/** What a rule may read while it works. */
export interface RankContext {
  readonly searcher: Searcher
  /** A later rule reads the query; when false, buckets may carry any state. */
  readonly needsState: boolean
  /**
   * Documents the search still has to put out (pages before the offset included) at this moment: a rule may stay lazy
   * beyond it, never less than complete.
   */
  readonly neededCount: number
  /**
   * Bits of the slots that distinct has taken out meanwhile, or null. Read it anew for each bucket. The sort drops these
   * documents from every bucket by itself: a rule looks only when they would change what it says of the others.
   */
  readonly excluded: Uint32Array | null
}

/**
 * Splits a universe of documents into buckets, best first. Buckets are non-empty and disjoint; their union is the
 * universe, less the documents that satisfy no path of the query (relevancy 6.3). Computed lazily.
 */
export interface RankingRule {
  readonly name: string
  /** The rule looks at the state it is given. */
  readonly readsQuery?: boolean
  partition(universe: DocSet, state: QueryState, context: RankContext): Buckets
}

/** Buckets that some other code lists one by one. */
export class ListedBuckets implements Buckets {
  readonly #buckets: Iterator<Bucket>
  #bucket: Bucket | null = null

  constructor(buckets: Iterable<Bucket>) {
    this.#buckets = buckets[Symbol.iterator]()
  }

  next(): boolean {
    const { done, value } = this.#buckets.next()
    if (done === true) return false
    this.#bucket = value
    return true
  }

  get size(): number {
    return this.docs.size
  }

  get docs(): DocSet {
    return this.#bucket!.docs
  }

  get only(): number {
    return -1
  }

  get state(): QueryState {
    return this.#bucket!.state
  }

  score(): ScoreEntry {
    return this.#bucket!.score
  }
}
