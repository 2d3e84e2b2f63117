// Documents by cost from parts that are there already.

import type { DocSet } from '../bits/doc-set.ts'
import type { LevelPart } from '../query/word-level.ts'
import type { CostSets } from './cost-groups.ts'
import { DocsAtHand } from './docs-at-hand.ts'

/** The parts of a universe, or what a universe has of the parts of something larger. */
export class PartSets extends DocsAtHand implements CostSets {
  cost = -1
  readonly #parts: readonly LevelPart[]
  /** Null when the parts are its own. */
  readonly #universe: DocSet | null
  #at = -1

  constructor(parts: readonly LevelPart[], universe: DocSet | null) {
    super()
    this.#parts = parts
    this.#universe = universe
  }

  next(): boolean {
    while (++this.#at < this.#parts.length) {
      const { cost, docs } = this.#parts[this.#at]!
      this.docs = this.#universe === null ? docs : docs.and(this.#universe)
      if (this.docs.size === 0) continue
      this.cost = cost
      return true
    }
    return false
  }

  override get only(): number {
    return this.docs.size === 1 ? this.docs.toArray()[0]! : -1
  }
}
