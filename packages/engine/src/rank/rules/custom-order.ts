// Orders documents by the values of a field: numbers, then strings, then documents without a value, in both directions
// (relevancy 7.7). Of several values the first in the order counts, numbers before strings.

import { DocSet } from '../../bits/doc-set.ts'
import { compareNumbers } from '../../bits/number-order.ts'
import { rawWords, trimWords } from '../../bits/scratch.ts'
import type { ColumnView } from '../../index/column-view.ts'
import { compareWords } from '../../bits/word-order.ts'
import { SORTED_SIZE_MAX, SortedValues, WalkedValues } from '../part-values.ts'
import type { PartValues } from '../part-values.ts'
import type { QueryState } from '../query-state.ts'
import type { Buckets, Direction, RankContext, RankingRule, ScoreEntry } from '../ranking-rule.ts'

/** The rule of `path:asc` or `path:desc`, in the ranking rules or in `sort`. */
export function createCustomOrderRule(path: string, direction: Direction): RankingRule {
  return new CustomOrderRule(path, direction)
}

class CustomOrderRule implements RankingRule {
  readonly name = 'customOrder'
  readonly path: string
  readonly direction: Direction

  constructor(path: string, direction: Direction) {
    this.path = path
    this.direction = direction
  }

  partition(universe: DocSet, state: QueryState, context: RankContext): Buckets {
    return new OrderBuckets(this, universe, state, context)
  }
}

class OrderBuckets implements Buckets {
  readonly state: QueryState
  size = 0
  only = -1
  readonly #rule: CustomOrderRule
  readonly #universe: DocSet
  readonly #column: ColumnView | null
  /** The parts of the column, each at its first value that is not done yet; in the order of their slots. */
  readonly #open: PartValues[]
  /** The first of those that stand at the value of the bucket; null for documents without a value. */
  #first: PartValues | null = null
  #isRestOut = false
  #docs: DocSet | null = null

  constructor(rule: CustomOrderRule, universe: DocSet, state: QueryState, context: RankContext) {
    this.state = state
    this.#rule = rule
    this.#universe = universe
    this.#column = context.searcher.column(rule.path)
    this.#open = openParts(universe, this.#column, rule.direction, context.neededCount)
  }

  next(): boolean {
    this.#docs = null
    this.#advance()
    if (this.#open.length === 0) return this.#takeRest()
    this.#gather()
    return true
  }

  get docs(): DocSet {
    return (this.#docs ??= DocSet.fromSorted(this.#slots()))
  }

  score(): ScoreEntry {
    const { path, direction } = this.#rule
    return { kind: 'order', field: path, direction, value: this.#first?.value ?? null }
  }

  /** Moves the parts of the last bucket on and drops those that have nothing left. */
  #advance(): void {
    const open = this.#open
    let count = 0
    for (let i = 0; i < open.length; i++) {
      const part = open[i]!
      if (part.isRead) {
        part.isRead = false
        if (!part.advance()) continue
      }
      open[count++] = part
    }
    open.length = count
  }

  /** Finds the first value and the parts that stand at it. */
  #gather(): void {
    const open = this.#open
    const { direction } = this.#rule
    let first = open[0]!
    for (let i = 1; i < open.length; i++) {
      if (compare(open[i]!, first, direction) < 0) first = open[i]!
    }
    let size = 0
    for (let i = 0; i < open.length; i++) {
      const part = open[i]!
      if (part !== first && compare(part, first, direction) !== 0) continue
      part.isRead = true
      size += part.size
    }
    this.#first = first
    this.size = size
    this.only = size === 1 ? first.firstSlot : -1
  }

  /** Documents without a value come last. */
  #takeRest(): boolean {
    if (this.#isRestOut) return false
    this.#isRestOut = true
    this.#first = null
    this.#docs = withoutValue(this.#universe, this.#column)
    this.size = this.#docs.size
    this.only = -1
    return this.size > 0
  }

  #slots(): Uint32Array {
    const first = this.#first!
    if (first.size === this.size) return first.slots
    const slots = rawWords(this.size)
    let at = 0
    for (const part of this.#open) {
      if (!part.isRead) continue
      slots.set(part.slots, at)
      at += part.size
    }
    return slots
  }
}

function openParts(
  universe: DocSet,
  column: ColumnView | null,
  direction: Direction,
  neededCount: number,
): PartValues[] {
  const open: PartValues[] = []
  if (column === null) return open
  const { parts } = column
  let entryCount = 0
  for (let i = 0; i < parts.length; i++) entryCount += parts[i]!.entries.length
  // walking meets, on average, this many documents per one of the universe; sorting looks at the universe once
  const isWalkShorter = neededCount * entryCount < universe.size * universe.size
  const isWalked = isWalkShorter || universe.size > SORTED_SIZE_MAX
  for (let i = 0; i < parts.length; i++) {
    const values = isWalked
      ? new WalkedValues(parts[i]!, universe.toBits(), direction)
      : new SortedValues(parts[i]!, universe.toArray(), direction)
    if (values.advance()) open.push(values)
  }
  return open
}

/** Numbers come before strings whichever the direction. */
function compare(a: PartValues, b: PartValues, direction: Direction): number {
  const left = direction === 'asc' ? a.value : b.value
  const right = direction === 'asc' ? b.value : a.value
  if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right)
  if (typeof left === 'string' && typeof right === 'string') return compareWords(left, right)
  return typeof a.value === 'number' ? -1 : 1
}

function withoutValue(universe: DocSet, column: ColumnView | null): DocSet {
  if (column === null) return universe
  const slots = universe.toArray()
  const found = rawWords(slots.length)
  let count = 0
  let at = 0
  for (const { base, docCount, entryStarts } of column.parts) {
    // segments without the column lie between the parts
    while (at < slots.length && slots[at]! < base) found[count++] = slots[at++]!
    for (; at < slots.length && slots[at]! < base + docCount; at++) {
      const doc = slots[at]! - base
      if (entryStarts[doc] === entryStarts[doc + 1]) found[count++] = slots[at]!
    }
  }
  while (at < slots.length) found[count++] = slots[at++]!
  return DocSet.fromSorted(trimWords(found, count))
}
