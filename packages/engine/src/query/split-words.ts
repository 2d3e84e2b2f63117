// A word that was meant to be two (relevancy 4.3): the cut whose halves stand side by side in the most documents.

import type { Postings, Searcher } from '../index/searcher.ts'
import { ExpansionMemory } from './expansion-memory.ts'
import type { TimeLimit } from './time-limit.ts'

export type Split = readonly [left: string, right: string]

/** Entries remembered per searcher; the counts behind a split cost more than everything else about a short word. */
const REMEMBERED_MAX = 20_000

interface Cut {
  readonly split: Split
  readonly left: Postings
  readonly right: Postings
}

/**
 * Finds splits against the documents of one searcher, and remembers them as long as it lives. Throws OutOfTime where a
 * search has no time for it.
 */
export class SplitFinder {
  #searcher: Searcher
  #known = new Map<string, Split | null>()

  private constructor(searcher: Searcher) {
    this.#searcher = searcher
  }

  static of(searcher: Searcher): SplitFinder {
    let finder = finders.get(searcher)
    if (finder === undefined) {
      finder = new SplitFinder(searcher)
      finders.set(searcher, finder)
    }
    return finder
  }

  /**
   * The best cut of `word`, or null. `components` are the words an n-gram was made of: their cut is no split, and hides
   * the others when it is the best.
   */
  split(word: string, components: readonly string[] | null, time: TimeLimit): Split | null {
    const hidden = components?.length === 2 ? components[0]! : ''
    const key = `${hidden}\0${word}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const split = this.#find(word, hidden, time)
    if (this.#known.size >= REMEMBERED_MAX) this.#known.clear()
    this.#known.set(key, split)
    return split
  }

  #find(word: string, hiddenLeft: string, time: TimeLimit): Split | null {
    let best: Cut | null = null
    let bestCount = 0
    let hidden: Cut | null = null
    for (const cut of this.#cuts(word)) {
      if (cut.split[0] === hiddenLeft) {
        hidden = cut
        continue
      }
      if (Math.min(cut.left.count, cut.right.count) <= bestCount) continue
      const count = this.#count(cut, bestCount, time)
      if (count <= bestCount) continue
      best = cut
      bestCount = count
    }
    if (best === null || hidden === null) return best?.split ?? null
    // the hidden cut is counted last: mostly there is no other, and its words are the common ones
    const hiddenCount = this.#count(hidden, 0, time)
    const isHiddenFirst = hidden.split[0].length < best.split[0].length
    return hiddenCount > bestCount || (hiddenCount === bestCount && isHiddenFirst)
      ? null
      : best.split
  }

  #cuts(word: string): Cut[] {
    const cuts: Cut[] = []
    for (let at = 1; at < word.length; at++) {
      if (isInsidePair(word, at)) continue
      const left = word.slice(0, at)
      if (!this.#searcher.hasWord(left)) continue
      const right = word.slice(at)
      if (!this.#searcher.hasWord(right)) continue
      const leftPostings = this.#searcher.postings(left)
      const rightPostings = this.#searcher.postings(right)
      if (leftPostings === null || rightPostings === null) continue
      cuts.push({ split: [left, right], left: leftPostings, right: rightPostings })
    }
    return cuts
  }

  /** Live documents with the halves side by side; any number up to `enough` when there are no more. */
  #count({ split }: Cut, enough: number, time: TimeLimit): number {
    const docs = ExpansionMemory.of(this.#searcher).pairDocs(split[0], split[1], 1, time)
    return docs.size <= enough ? docs.size : docs.intersectionSize(this.#searcher.live)
  }
}

const finders = new WeakMap<Searcher, SplitFinder>()

/** A cut between the two UTF-16 units of one char is none. */
function isInsidePair(word: string, at: number): boolean {
  const unit = word.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}
