// Nested bucket sort (relevancy 6.2): each rule splits the bucket of the rule before it. Lazy: buckets before the page are
// not sorted inside, nothing after the page is looked at.

import { DocSet, hasBit } from '../bits/doc-set.ts'
import type { Searcher } from '../index/searcher.ts'
import { TimeLimit } from '../query/time-limit.ts'
import { sliceByNumber, sliceOfSet } from './number-order.ts'
import type { QueryState } from './query-state.ts'
import type { Bucket, RankContext, RankingRule, ScoreEntry } from './ranking-rule.ts'
import { globalScore } from './score.ts'

/** Tells which documents a document makes superfluous. */
export interface DistinctDocs {
  /** All documents that share a value with `slot`, itself among them or not; null when it has no value. */
  sharing(slot: number): DocSet | null
}

export interface BucketSortOptions {
  readonly searcher: Searcher
  readonly rules: readonly RankingRule[]
  readonly universe: DocSet
  readonly state: QueryState
  readonly offset: number
  readonly limit: number
  readonly wantsScores: boolean
  /** Documents with a score below are left out. */
  readonly threshold: number | null
  /** With a threshold, how many documents to judge even past the page, so that the candidates are exact. */
  readonly judgedMax: number
  readonly distinct: DistinctDocs | null
  /** Asked between buckets; once true, or when a rule throws OutOfTime, the rest comes out as it is. */
  readonly isOutOfTime: () => boolean
}

export interface SortedDocs {
  /** The page, best first. */
  readonly slots: readonly number[]
  /** What each rule said, per document of the page; empty unless scores are wanted. */
  readonly entries: readonly (readonly ScoreEntry[])[]
  /** The universe, less what threshold and distinct took out as far as they got. */
  readonly candidates: DocSet
  readonly isDegraded: boolean
}

/** Sorts a universe by rules and returns one page of it. */
export function bucketSort(options: BucketSortOptions): SortedDocs {
  return new BucketSort(options).run()
}

const SKIPPED: ScoreEntry = { kind: 'skipped' }

/** What one rule may read of the sort. */
class RuleContext implements RankContext {
  readonly searcher: Searcher
  readonly wantsScores: boolean
  readonly needsState: boolean
  readonly #sort: BucketSort

  constructor(sort: BucketSort, searcher: Searcher, wantsScores: boolean, needsState: boolean) {
    this.#sort = sort
    this.searcher = searcher
    this.wantsScores = wantsScores
    this.needsState = needsState
  }

  get neededCount(): number {
    return this.#sort.neededCount
  }

  get excluded(): Uint32Array | null {
    return this.#sort.excluded
  }
}

class BucketSort {
  #options: BucketSortOptions
  /** Per rule, made when its turn comes. */
  #contexts: (RankContext | undefined)[] = []
  #slots: number[] = []
  #entries: (readonly ScoreEntry[])[] = []
  /** What the rules on the way down said. */
  #trail: ScoreEntry[] = []
  #candidates: DocSet
  #excluded: Uint32Array | null = null
  #outCount = 0
  #end: number
  #isDegraded = false
  #time: TimeLimit

  constructor(options: BucketSortOptions) {
    this.#options = options
    this.#time = new TimeLimit(options.isOutOfTime)
    this.#candidates = options.universe
    this.#end = options.offset + options.limit
    if (options.threshold !== null) this.#end = Math.max(this.#end, options.judgedMax)
  }

  run(): SortedDocs {
    const { universe, state, rules } = this.#options
    if (this.#end > 0 && universe.size > 0) {
      if (rules.length === 0) this.#putOut(universe)
      else this.#sort(universe, state, 0)
    }
    const excluded = this.#excluded
    return {
      slots: this.#slots,
      entries: this.#entries,
      candidates:
        excluded === null ? this.#candidates : this.#candidates.andNot(DocSet.fromBits(excluded)),
      isDegraded: this.#isDegraded,
    }
  }

  /** How many documents are still wanted. */
  get neededCount(): number {
    return this.#end - this.#outCount
  }

  /** Documents that distinct has taken out so far. */
  get excluded(): Uint32Array | null {
    return this.#excluded
  }

  #contextFor(index: number): RankContext {
    const known = this.#contexts[index]
    if (known !== undefined) return known
    const { searcher, wantsScores, rules } = this.#options
    const needsState = rules.some((rule, i) => i > index && rule.readsQuery === true)
    const context = new RuleContext(this, searcher, wantsScores, needsState)
    this.#contexts[index] = context
    return context
  }

  #sort(universe: DocSet, state: QueryState, index: number): void {
    const { rules } = this.#options
    const time = this.#time
    const seen: DocSet[] = []
    const rest = (): DocSet => universe.andNot(DocSet.union(seen))
    const buckets = rules[index]!.partition(universe, state, this.#contextFor(index))
    const iterator = buckets[Symbol.iterator]()
    while (this.#outCount < this.#end) {
      const next = time.isOver()
        ? null
        : time.attempt(
            () => iterator.next(),
            () => null,
          )
      if (next === null) {
        this.#isDegraded = true
        this.#trail.push(SKIPPED)
        this.#putOut(rest())
        this.#trail.pop()
        return
      }
      if (next.done === true) return
      const bucket = next.value
      this.#trail.push(bucket.score)
      const isBelow = this.#isBelowThreshold()
      if (isBelow) this.#candidates = this.#candidates.andNot(rest())
      else this.#enter(bucket, index)
      this.#trail.pop()
      if (isBelow) return
      seen.push(bucket.docs)
    }
  }

  #isBelowThreshold(): boolean {
    const { threshold } = this.#options
    return threshold !== null && globalScore(this.#trail) < threshold
  }

  #enter(bucket: Bucket, index: number): void {
    const { rules, offset, wantsScores, threshold, distinct } = this.#options
    const docs = this.#withoutExcluded(bucket.docs)
    if (docs.size === 0) return
    const end = this.#outCount + docs.size
    // with distinct a bucket may put out less than it holds: one that just reaches the page is sorted
    const isBeforePage = distinct === null ? end <= offset : end < offset
    const isAlone = docs.size === 1 && !wantsScores && threshold === null
    if (index === rules.length - 1 || isBeforePage || isAlone) this.#putOut(docs)
    else this.#sort(docs, bucket.state, index + 1)
  }

  #withoutExcluded(docs: DocSet): DocSet {
    const excluded = this.#excluded
    if (excluded === null) return docs
    const kept = docs.toArray().filter((slot) => !hasBit(excluded, slot))
    return kept.length === docs.size ? docs : DocSet.fromSorted(kept)
  }

  /** Puts out documents that no rule tells apart. */
  #putOut(docs: DocSet): void {
    if (docs.size === 0) return
    const { searcher, offset, limit, threshold, distinct } = this.#options
    if (threshold !== null) this.#candidates = this.#candidates.or(docs)
    if (distinct !== null) {
      this.#putOutDistinct(docs, distinct)
      return
    }
    const from = Math.max(0, offset - this.#outCount)
    const to = Math.max(0, offset + limit - this.#outCount)
    if (from < docs.size && from < to) {
      const slots = sliceOfSet(searcher, docs, from, to)
      const entries = [...this.#trail]
      for (const slot of slots) this.#put(slot, entries)
    }
    this.#outCount += docs.size
  }

  #putOutDistinct(docs: DocSet, distinct: DistinctDocs): void {
    const { searcher, offset, limit } = this.#options
    const entries = [...this.#trail]
    this.#excluded ??= new Uint32Array((searcher.slotCount + 31) >>> 5)
    const excluded = this.#excluded
    for (const slot of sliceByNumber(searcher, docs.toArray(), 0, docs.size)) {
      if (this.#outCount >= this.#end) return
      if (hasBit(excluded, slot)) continue
      const sharing = distinct.sharing(slot)
      if (sharing !== null) {
        sharing.addTo(excluded)
        excluded[slot >>> 5] = excluded[slot >>> 5]! & ~(1 << (slot & 31))
      }
      if (this.#outCount >= offset && this.#outCount < offset + limit) this.#put(slot, entries)
      this.#outCount++
    }
  }

  #put(slot: number, entries: readonly ScoreEntry[]): void {
    this.#slots.push(slot)
    if (this.#options.wantsScores) this.#entries.push(entries)
  }
}
