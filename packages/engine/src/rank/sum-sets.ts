// Documents by the sum of two costs.

import { DocSet } from '../bits/doc-set.ts'
import type { LevelPart } from '../query/word-level.ts'
import type { CostSets } from './cost-groups.ts'
import { DocsAtHand } from './docs-at-hand.ts'
import { partsOf } from './part-sets.ts'

/** Adds up the costs of documents that are in two lists; those of only one are left out. */
export class SumSets extends DocsAtHand implements CostSets {
  cost = -1
  readonly #left: readonly LevelPart[]
  readonly #right: readonly LevelPart[]
  /** Ascending. */
  readonly #sums: readonly number[]
  #at = -1

  constructor(left: CostSets, right: CostSets) {
    super()
    this.#left = partsOf(left)
    this.#right = partsOf(right)
    const sums = new Set(this.#left.flatMap((a) => this.#right.map((b) => a.cost + b.cost)))
    this.#sums = [...sums].toSorted((a, b) => a - b)
  }

  next(): boolean {
    while (++this.#at < this.#sums.length) {
      this.cost = this.#sums[this.#at]!
      const parts: DocSet[] = []
      for (const a of this.#left) {
        const b = this.#right.find(({ cost }) => a.cost + cost === this.cost)
        if (b !== undefined) parts.push(a.docs.and(b.docs))
      }
      this.docs = DocSet.union(parts)
      if (this.docs.size > 0) return true
    }
    return false
  }
}
