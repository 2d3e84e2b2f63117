// Nested bucket sort (relevancy 6.2): each rule splits the bucket of the rule before it. Lazy: buckets before the page are
// not sorted inside, nothing after the page is looked at.

import { DocSet, hasBit } from '../bits/doc-set.ts'
import type { Searcher } from '../index/searcher.ts'
import { OutOfTime } from '../query/time-limit.ts'
import { putByNumber, sliceByNumber } from './number-order.ts'
import type { QueryState } from './query-state.ts'
import type { Buckets, RankContext, RankingRule, ScoreEntry } from './ranking-rule.ts'
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
  readonly needsState: boolean
  readonly #sort: BucketSort

  constructor(sort: BucketSort, searcher: Searcher, needsState: boolean) {
    this.#sort = sort
    this.searcher = searcher
    this.needsState = needsState
  }

  get neededCount(): number {
    return this.#sort.neededCount
  }

  get excluded(): Uint32Array | null {
    return this.#sort.excluded
  }
}

/** Documents of a universe that are done with. */
class Seen {
  readonly #sets: DocSet[] = []
  readonly #slots: number[] = []

  add(buckets: Buckets): void {
    if (buckets.only >= 0) this.#slots.push(buckets.only)
    else this.#sets.push(buckets.docs)
  }

  restOf(universe: DocSet): DocSet {
    const single = DocSet.fromSorted(Uint32Array.from(this.#slots).toSorted())
    return universe.andNot(DocSet.union([...this.#sets, single]))
  }
}

class BucketSort {
  readonly #options: BucketSortOptions
  /** Per rule, made when its turn comes. */
  #contexts: (RankContext | undefined)[] = []
  #slots: number[] = []
  #entries: (readonly ScoreEntry[])[] = []
  /** What the rules on the way down said; empty when nobody asks. */
  #trail: ScoreEntry[] = []
  readonly #needsScores: boolean
  #candidates: DocSet
  #excluded: Uint32Array | null = null
  #outCount = 0
  #end: number
  #isDegraded = false

  constructor(options: BucketSortOptions) {
    this.#options = options
    this.#needsScores = options.wantsScores || options.threshold !== null
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
    return (this.#contexts[index] ??= this.#createContext(index))
  }

  #createContext(index: number): RankContext {
    const { searcher, rules } = this.#options
    let isRead = false
    for (let i = index + 1; i < rules.length; i++) isRead ||= rules[i]!.readsQuery === true
    return new RuleContext(this, searcher, isRead)
  }

  #sort(universe: DocSet, state: QueryState, index: number): void {
    const { rules, isOutOfTime } = this.#options
    let seen: Seen | null = null
    let left = universe.size
    try {
      if (isOutOfTime()) throw new OutOfTime()
      const buckets = rules[index]!.partition(universe, state, this.#contextFor(index))
      const next = index + 1 + (buckets.rulesAhead ?? 0)
      while (buckets.next()) {
        left -= buckets.size
        if (!this.#take(buckets, next)) {
          const rest = seen === null ? universe : seen.restOf(universe)
          this.#candidates = this.#candidates.andNot(rest)
          return
        }
        if (left === 0 || this.#outCount >= this.#end) return
        seen ??= new Seen()
        seen.add(buckets)
        if (isOutOfTime()) throw new OutOfTime()
      }
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error
      this.#isDegraded = true
      if (this.#needsScores) this.#trail.push(SKIPPED)
      this.#putOut(seen === null ? universe : seen.restOf(universe))
      if (this.#needsScores) this.#trail.pop()
    }
  }

  /** Sorts a bucket by the rules from `next` on, or puts it out; false when it is below the threshold. */
  #take(buckets: Buckets, next: number): boolean {
    if (!this.#needsScores) {
      this.#enter(buckets, next)
      return true
    }
    this.#trail.push(buckets.score())
    const { threshold } = this.#options
    const isBelow = threshold !== null && globalScore(this.#trail) < threshold
    if (!isBelow) this.#enter(buckets, next)
    this.#trail.pop()
    return !isBelow
  }

  #enter(buckets: Buckets, next: number): void {
    const { rules, offset, distinct } = this.#options
    if (buckets.only >= 0 && !this.#needsScores && distinct === null) {
      this.#putOutOne(buckets.only)
      return
    }
    const docs = this.#withoutExcluded(buckets.docs)
    if (docs.size === 0) return
    const end = this.#outCount + docs.size
    // with distinct a bucket may put out less than it holds: one that just reaches the page is sorted
    const isBeforePage = distinct === null ? end <= offset : end < offset
    const isAlone = docs.size === 1 && !this.#needsScores
    if (next === rules.length || isBeforePage || isAlone) this.#putOut(docs)
    else this.#sort(docs, buckets.state, next)
  }

  #withoutExcluded(docs: DocSet): DocSet {
    const excluded = this.#excluded
    if (excluded === null) return docs
    const kept = docs.toArray().filter((slot) => !hasBit(excluded, slot))
    return kept.length === docs.size ? docs : DocSet.fromSorted(kept)
  }

  /** Puts out a document of which nobody wants to know more. */
  #putOutOne(slot: number): void {
    const { offset, limit } = this.#options
    if (this.#outCount >= offset && this.#outCount < offset + limit) this.#slots.push(slot)
    this.#outCount++
  }

  /** Puts out documents that no rule tells apart. */
  #putOut(docs: DocSet): void {
    if (docs.size === 0) return
    const { searcher, offset, limit, threshold, distinct, wantsScores } = this.#options
    if (threshold !== null) this.#candidates = this.#candidates.or(docs)
    if (distinct !== null) {
      this.#putOutDistinct(docs, distinct)
      return
    }
    const from = Math.max(0, offset - this.#outCount)
    const to = Math.max(0, offset + limit - this.#outCount)
    if (from < docs.size && from < to) {
      const before = this.#slots.length
      putByNumber(searcher, docs, from, to, this.#slots)
      if (wantsScores) {
        const entries = [...this.#trail]
        for (let i = before; i < this.#slots.length; i++) this.#entries.push(entries)
      }
    }
    this.#outCount += docs.size
  }

  #putOutDistinct(docs: DocSet, distinct: DistinctDocs): void {
    const { searcher, offset, limit, wantsScores } = this.#options
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
      if (this.#outCount >= offset && this.#outCount < offset + limit) {
        this.#slots.push(slot)
        if (wantsScores) this.#entries.push(entries)
      }
      this.#outCount++
    }
  }
}
