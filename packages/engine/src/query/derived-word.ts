import type { Postings } from '../index/searcher.ts'

/** One word of the index, or all words with one prefix. */
export interface DerivedWord {
  readonly postings: Postings
  /** Every document with it counts. */
  readonly within: null
  /** Only occurrences in places that take typos count. */
  readonly isTolerantOnly: boolean
  /** Stands for every word with a cached prefix: never the right word of a swapped pair. */
  readonly isWholePrefix: boolean
}
