import type { DocSet } from '../bits/doc-set.ts'
import type { Postings } from '../index/searcher.ts'

/** One word of the index, or all words with one prefix. */
export interface DerivedWord {
  readonly postings: Postings
  /** Only these documents count, or null for all. */
  readonly within: DocSet | null
  /** Only occurrences in places that take typos count. */
  readonly isTolerantOnly: boolean
  /** Stands for every word with a cached prefix: never the right word of a swapped pair. */
  readonly isWholePrefix: boolean
}

/** Made here only: kernels that read words of two shapes are compiled twice. */
export function derivedWord(
  postings: Postings,
  within: DocSet | null,
  isTolerantOnly: boolean,
  isWholePrefix: boolean,
): DerivedWord {
  return { postings, within, isTolerantOnly, isWholePrefix }
}
