// What documents pay at a step of a single word, remembered beside the documents of the word: it depends on nothing but the
// word, the rule and, where places count, the place of the word in the query.

import { locatePostings } from '../query/intersect-postings.ts'
import type { NodeDocs } from '../query/node-docs.ts'
import type { WordLevel } from '../query/word-level.ts'
import type { CostColumn } from './cost-column.ts'
import { PLACES_MAX } from './place-costs.ts'
import type { PathStep } from './query-state.ts'
import { levelOfStep } from './step-sources.ts'

/** Names of columns. Those of a place in the query follow one another, up to PLACES_MAX. */
export const WEIGHTS_COLUMN = 0
export const PLACES_COLUMN = 1
export const ORDERS_COLUMN: number = PLACES_COLUMN + PLACES_MAX
/** Costs that nobody remembers. */
export const NO_COLUMN = -1

/** Larger costs are not remembered. */
const COST_MAX = 254

/** The level of a word that stands for a step all by itself, when what is known of its documents is remembered. */
export function rememberedLevel(docs: NodeDocs, step: PathStep): WordLevel | null {
  if (!docs.scope.isWhole || step.node.termCount > 1) return null
  const level = levelOfStep(docs, step)
  return level === null || level.docs === null || level.words.length === 0 ? null : level
}

/** Fewer documents than one in this many of a level's are asked about anew: a column takes room for all of them. */
const WORTH_RATIO = 64

/** Whether so many documents of a level are worth a column. */
export function isWorthRemembering(level: WordLevel, docCount: number): boolean {
  return docCount * WORTH_RATIO >= level.docs!.size
}

/** Writes the costs of `slots` when all of them are remembered; false when they are not. */
export function recallCosts(
  column: CostColumn,
  slots: Uint32Array,
  level: WordLevel,
  name: number,
  slotCount: number,
): boolean {
  const known = level.column(name)
  const { count, rightAt } = locatePostings(slots, level.list, slotCount)
  if (count < slots.length) return false
  for (let i = 0; i < count; i++) {
    const cost = known[rightAt[i]!]!
    if (cost === 0) return false
    column[i] = cost - 1
  }
  return true
}

/** Remembers the costs of `slots`. */
export function rememberCosts(
  column: CostColumn,
  slots: Uint32Array,
  level: WordLevel,
  name: number,
  slotCount: number,
): void {
  const known = level.column(name)
  const { count, leftAt, rightAt } = locatePostings(slots, level.list, slotCount)
  for (let i = 0; i < count; i++) {
    const cost = column[leftAt[i]!]!
    // one more than the cost: 0 is unknown
    if (cost <= COST_MAX) known[rightAt[i]!] = cost + 1
  }
}
