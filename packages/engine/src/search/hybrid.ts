// Search by words and by meaning at once: two ordered lists become one, without changing the order inside either.

import { DocSet, hasBit } from '../bits/doc-set.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import type { DistinctDocs } from '../rank/bucket-sort.ts'
import type { Page } from './paginate.ts'
import { onePerValue, type RankedDocuments } from './rank-documents.ts'
import { compareHybrid, weightedScore, type WeightedScore } from './score-groups.ts'

/** A weighted score that makes looking further superfluous. */
const GOOD_ENOUGH = 0.45

/** Whether the words alone found enough, and so well that meaning could not add to it. */
export function isGoodEnough(
  keyword: Pick<RankedDocuments, 'slots' | 'scores'>,
  page: Page,
  semanticRatio: number,
): boolean {
  const needed = page.offset + page.limit
  if (keyword.slots.length < needed) return false
  return keyword.scores.every((score) => score * (1 - semanticRatio) >= GOOD_ENOUGH)
}

/** The page of a ranking that was made from its start. */
export function cutToPage(ranked: RankedDocuments, page: Page): RankedDocuments {
  const [from, to] = [page.offset, page.offset + page.limit]
  return {
    slots: ranked.slots.slice(from, to),
    scores: ranked.scores.slice(from, to),
    entries: ranked.entries.slice(from, to),
    candidates: ranked.candidates,
    isDegraded: ranked.isDegraded,
    candidateCount: (countMax) => ranked.candidateCount(countMax),
    matchWords: () => ranked.matchWords(),
  }
}

/** A merged page, and which of its hits were found by meaning. */
export interface MergedRanking {
  readonly ranked: RankedDocuments
  readonly isSemantic: readonly boolean[]
}

/** Joins both rankings, which start at the first hit, into one page. */
export function mergeRankings(
  searcher: IndexSearcher,
  keyword: RankedDocuments,
  semantic: RankedDocuments,
  options: {
    readonly page: Page
    readonly semanticRatio: number
    readonly distinct: DistinctDocs | null
  },
): MergedRanking {
  const { page, semanticRatio, distinct } = options
  const end = page.offset + page.limit
  const merging = { count: end, semanticRatio, distinct }
  const { picked, taken } = mergeLists(searcher, keyword, semantic, merging)
  const shown = picked.slice(page.offset, end)
  const left = taken.without(keyword.candidates.or(semantic.candidates))
  // either ranking may have kept another document of a value
  const isReduced = page.isExact && distinct !== null
  const candidates = isReduced ? onePerValue(searcher, left, distinct) : left
  const listOf = ({ isSemantic }: Picked): RankedDocuments => (isSemantic ? semantic : keyword)
  return {
    ranked: {
      slots: shown.map(({ slot }) => slot),
      scores: shown.map((pick) => listOf(pick).scores[pick.hitIndex]!),
      entries: shown.map((pick) => listOf(pick).entries[pick.hitIndex]!),
      candidates,
      isDegraded: keyword.isDegraded || semantic.isDegraded,
      candidateCount: (countMax) => Math.min(candidates.size, countMax),
      matchWords: () => keyword.matchWords(),
    },
    isSemantic: shown.map(({ isSemantic }) => isSemantic),
  }
}

/** A hit of one of two lists. */
export interface Picked {
  readonly slot: number
  readonly isSemantic: boolean
  /** Its place in the list, from 0. */
  readonly hitIndex: number
}

type HitList = Pick<RankedDocuments, 'slots' | 'entries'>

/** Takes the better of the next hits, again and again, until there are `count` or none are left. */
export function mergeLists(
  searcher: IndexSearcher,
  words: HitList,
  meaning: HitList,
  options: {
    readonly count: number
    readonly semanticRatio: number
    readonly distinct: DistinctDocs | null
  },
): { readonly picked: readonly Picked[]; readonly taken: TakenDocuments } {
  const byWords = new List(words, 1 - options.semanticRatio)
  const byMeaning = new List(meaning, options.semanticRatio)
  const taken = new TakenDocuments(searcher, options.distinct)
  const picked: Picked[] = []
  while (picked.length < options.count) {
    const list = better(byMeaning, byWords)
    if (list === null) break
    const hitIndex = list.next++
    const slot = list.hits.slots[hitIndex]!
    if (taken.take(slot)) picked.push({ slot, isSemantic: list === byMeaning, hitIndex })
  }
  return { picked, taken }
}

class List {
  readonly hits: HitList
  readonly #weight: number
  next = 0

  constructor(hits: HitList, weight: number) {
    this.hits = hits
    this.#weight = weight
  }

  get isEmpty(): boolean {
    return this.next >= this.hits.slots.length
  }

  get head(): WeightedScore {
    return weightedScore(this.hits.entries[this.next]!, this.#weight)
  }
}

/** The list with the better next hit; the first of two equals, null when both are at their end. */
function better(first: List, second: List): List | null {
  if (first.isEmpty) return second.isEmpty ? null : second
  if (second.isEmpty) return first
  return compareHybrid(first.head, second.head) <= 0 ? first : second
}

/** Documents that are out, and those that share a distinct value with one. */
class TakenDocuments {
  readonly #distinct: DistinctDocs | null
  readonly #slots = new Set<number>()
  readonly #excluded: Uint32Array | null

  constructor(searcher: IndexSearcher, distinct: DistinctDocs | null) {
    this.#distinct = distinct
    this.#excluded = distinct === null ? null : new Uint32Array((searcher.slotCount + 31) >>> 5)
  }

  /** False when the document, or one like it, is there already. */
  take(slot: number): boolean {
    if (this.#slots.has(slot)) return false
    const excluded = this.#excluded
    if (excluded !== null) {
      if (hasBit(excluded, slot)) return false
      this.#distinct?.sharing(slot)?.addTo(excluded)
      excluded[slot >>> 5] = excluded[slot >>> 5]! & ~(1 << (slot & 31))
    }
    this.#slots.add(slot)
    return true
  }

  without(candidates: DocSet): DocSet {
    return this.#excluded === null ? candidates : candidates.andNot(DocSet.fromBits(this.#excluded))
  }
}
