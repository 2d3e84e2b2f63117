// Orders documents by how near their vectors are to that of the query. Documents without vectors come last.

import { DocSet } from '../../bits/doc-set.ts'
import type { IndexSearcher } from '../../index/index-searcher.ts'
import type { QueryState } from '../query-state.ts'
import { type Bucket, ListedBuckets, type RankContext, type RankingRule } from '../ranking-rule.ts'

/** A search by meaning: the vector of the query, and how similarities become scores. */
export interface VectorTarget {
  readonly searcher: IndexSearcher
  readonly embedder: string
  readonly vector: Float32Array
  /** Keeps the order of similarities. */
  readonly shift: (similarity: number) => number
  readonly isOutOfTime: () => boolean
}

/** Neighbours fetched at once, at least. */
const FETCH_MIN = 32

export function createVectorSimilarityRule(target: VectorTarget): RankingRule {
  return {
    name: 'vectorSimilarity',
    partition: (universe, state, context) =>
      new ListedBuckets(partition(universe, state, context, target)),
  }
}

function* partition(
  universe: DocSet,
  state: QueryState,
  context: RankContext,
  { searcher, embedder, vector, shift, isOutOfTime }: VectorTarget,
): Iterable<Bucket> {
  const bucket = (docs: DocSet, similarity: number | null): Bucket => ({
    docs,
    score: { kind: 'vector', similarity },
    state,
  })
  let rest = universe.and(searcher.vectors.slotsWith(embedder))
  let unranked = universe.andNot(rest)
  let limit = Math.max(context.neededCount, FETCH_MIN)
  while (rest.size > 0) {
    const { slots, similarities } = searcher.vectors.nearest({
      embedder,
      vector,
      limit,
      candidates: rest,
      shouldStop: isOutOfTime,
    })
    // vectors of another size, or no time left
    if (slots.length === 0) break
    rest = rest.andNot(setOf(slots))
    for (let start = 0, end = 0; start < slots.length; start = end) {
      const similarity = similarities[start]!
      while (end < slots.length && similarities[end] === similarity) end++
      yield bucket(setOf(slots.slice(start, end)), shift(similarity))
    }
    limit *= 2
  }
  unranked = unranked.or(rest)
  if (unranked.size > 0) yield bucket(unranked, null)
}

function setOf(slots: readonly number[]): DocSet {
  return DocSet.fromSorted(Uint32Array.from(slots).sort())
}
