// Documents by the sum of what several steps cost them.

import { DocSet } from '../bits/doc-set.ts'
import type { LevelPart } from '../query/word-level.ts'
import type { CostSets } from './cost-groups.ts'
import { DocsAtHand } from './docs-at-hand.ts'

/** The documents of a universe by what they cost in all lists together; those that some list lacks are left out. */
export class SumSets extends DocsAtHand implements CostSets {
  cost = -1
  readonly #universe: DocSet
  /** Per step its documents by cost, of the universe or of something larger. */
  readonly #lists: readonly (readonly LevelPart[])[]
  /** Ascending. */
  readonly #sums: readonly number[]
  #left: number
  #at = -1

  constructor(universe: DocSet, lists: readonly (readonly LevelPart[])[]) {
    super()
    this.#universe = universe
    this.#lists = lists
    this.#left = universe.size
    let sums = [0]
    for (const list of lists) {
      const next = new Set<number>()
      for (const sum of sums) for (const { cost } of list) next.add(sum + cost)
      sums = [...next]
    }
    this.#sums = sums.toSorted((a, b) => a - b)
  }

  next(): boolean {
    while (this.#left > 0 && ++this.#at < this.#sums.length) {
      const found: DocSet[] = []
      this.cost = this.#sums[this.#at]!
      this.#collect(found, [this.#universe], 0, this.cost)
      this.docs = DocSet.union(found)
      if (this.docs.size === 0) continue
      this.#left -= this.docs.size
      return true
    }
    return false
  }

  /** Finds the documents of `chosen` and of parts of the lists from `step` on that cost `left` together. */
  #collect(found: DocSet[], chosen: readonly DocSet[], step: number, left: number): void {
    if (step === this.#lists.length) {
      if (left === 0) found.push(commonDocs(chosen))
      return
    }
    for (const { cost, docs } of this.#lists[step]!) {
      if (cost <= left) this.#collect(found, [...chosen, docs], step + 1, left - cost)
    }
  }
}

function commonDocs(sets: readonly DocSet[]): DocSet {
  // the smaller the first ones, the less is left to look at
  const [first, ...others] = sets.toSorted((a, b) => a.size - b.size)
  let common = first!
  for (const set of others) common = common.and(set)
  return common
}
