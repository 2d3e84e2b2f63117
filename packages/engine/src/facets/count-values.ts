// How many of some documents have each value of a field. Every part of the column is counted by its own ordinals; values are
// turned into strings only as far as somebody reads on, so a facet with many values costs what its first hundred cost.

import { compareNumbers } from '../bits/number-order.ts'
import { lowerBound } from '../bits/doc-set.ts'
import type { DocSet } from '../bits/doc-set.ts'
import { zeroWords } from '../bits/scratch.ts'
import { type ColumnPart, type ColumnView, compareStrings } from '../index/column-view.ts'
import { BestCounts } from './best-counts.ts'
import type { FacetSearcher } from './facet-searcher.ts'
import { PartCounts } from './part-counts.ts'

/** Where a value's spelling is taken from. */
export interface ValueSource {
  readonly part: ColumnPart
  readonly ordinal: number
  /** The counted document with the lowest number. */
  slot(): number
}

export interface CountedNumber {
  readonly value: number
  readonly count: number
}

export interface CountedString {
  /** Normalized. */
  readonly value: string
  readonly count: number
  readonly source: ValueSource
  /** Where one segment, which alone has the value, keeps its only spelling; null when there is more to it. */
  readonly onlyPlace: Place | null
}

/** The values of a column that at least one of the documents has. */
export class ValueCounts {
  readonly #column: ColumnView | null
  readonly #parts: readonly PartCounts[]
  readonly #documents: DocSet
  readonly #searcher: FacetSearcher

  /** `stringCountMax`: how many strings will be read. */
  constructor(
    column: ColumnView | null,
    documents: DocSet,
    searcher: FacetSearcher,
    stringCountMax: number,
  ) {
    this.#column = column
    this.#documents = documents
    this.#searcher = searcher
    const parts = documents.size === 0 ? [] : (column?.parts ?? [])
    this.#parts = parts.map((part) => new PartCounts(part, documents, stringCountMax))
  }

  /** Ascending. */
  numbers(): CountedNumber[] {
    let merged: CountedNumber[] = []
    for (const counted of this.#parts) {
      if (counted.part.numbers.length > 0) merged = mergeNumbers(merged, numbersOf(counted))
    }
    return merged
  }

  /** Strings in word order, with a count above zero. */
  strings(): StringWalk {
    return new StringWalk(this.#parts, this.#documents, this.#searcher)
  }

  /** At most `countMax` strings: most documents first, among equals the last in word order first. */
  topStrings(countMax: number): CountedString[] {
    const column = this.#column
    if (column === null || countMax === 0) return []
    const { ranks, valueCount } = column.stringRanks
    const totals = zeroWords(valueCount)
    for (const counted of this.#parts) {
      const { part } = counted
      const counts = counted.all()
      const rankOf = ranks[column.parts.indexOf(part)]!
      const offset = part.numbers.length
      for (let i = 0; i < part.stringCount; i++) totals[rankOf[i]!]! += counts[offset + i]!
    }
    const top = new BestCounts(countMax, valueCount)
    for (let rank = valueCount - 1; rank >= 0; rank--) {
      if (totals[rank]! > 0) top.offer(totals[rank]!, rank)
    }
    return Array.from(top.sorted(), (rank) => {
      const places: Place[] = []
      for (const counted of this.#parts) {
        const ordinal = lowerBoundOf(ranks[column.parts.indexOf(counted.part)]!, rank)
        if (ordinal < 0) continue
        const count = counted.ofString(ordinal)
        if (count > 0) places.push({ part: counted.part, ordinal, count })
      }
      return new LazyCounted(places, this.#documents, this.#searcher)
    })
  }
}

/** Goes through strings one by one. Starts before the first. */
export class StringWalk {
  /** Documents with the string it stands at. */
  count = 0
  readonly #heads: readonly Head[]
  readonly #documents: DocSet
  readonly #searcher: FacetSearcher

  constructor(parts: readonly PartCounts[], documents: DocSet, searcher: FacetSearcher) {
    this.#heads = parts.map(headOf)
    this.#documents = documents
    this.#searcher = searcher
  }

  /** Goes on to the next string; false when there is none. */
  next(): boolean {
    const heads = this.#heads
    let least: Head | null = null
    this.count = 0
    for (let i = 0; i < heads.length; i++) {
      const head = heads[i]!
      if (head.isLeast) advance(head)
      head.isLeast = false
      if (head.ordinal < 0) continue
      const order: number =
        least === null ? -1 : compareStrings(head.part, head.ordinal, least.part, least.ordinal)
      if (order > 0) continue
      if (order < 0) {
        for (let before = 0; before < i; before++) heads[before]!.isLeast = false
        this.count = 0
        least = head
      }
      head.isLeast = true
      this.count += head.count
    }
    return least !== null
  }

  /**
   * The place of a string that one segment alone has and spells in one way; null when there is more to it. Valid until the
   * walk goes on.
   */
  onlyPlace(): Place | null {
    let only: Head | null = null
    for (const head of this.#heads) {
      if (!head.isLeast) continue
      if (only !== null) return null
      only = head
    }
    return only !== null && only.part.isSpelledOneWay(only.ordinal) ? only : null
  }

  /** The string, for longer than the walk stands at it. */
  counted(): CountedString {
    const places: Place[] = []
    for (const head of this.#heads) {
      const { isLeast, part, ordinal, count } = head
      if (isLeast) places.push({ part, ordinal, count })
    }
    return new LazyCounted(places, this.#documents, this.#searcher)
  }
}

/** The document with the lowest number of all live ones that have the value; null when none has. */
export function lowestSource(
  column: ColumnView,
  value: string,
  searcher: FacetSearcher,
): ValueSource | null {
  let lowest: ValueSource | null = null
  let lowestNumber = Infinity
  for (const part of column.parts) {
    const ordinal = part.findString(value)
    if (ordinal < 0) continue
    const { stringStarts, stringDocs } = part
    for (let at = stringStarts[ordinal]!; at < stringStarts[ordinal + 1]!; at++) {
      const slot = part.base + stringDocs[at]!
      if (!searcher.live.has(slot)) continue
      const number = searcher.documentNumber(slot)
      if (number < lowestNumber) {
        lowest = { part, ordinal, slot: () => slot }
        lowestNumber = number
      }
      break
    }
  }
  return lowest
}

/** A string of one part. */
export interface Place {
  readonly part: ColumnPart
  readonly ordinal: number
  readonly count: number
}

/** A counted string that looks for its value and source when it is asked: most values are spelled in one way only. */
class LazyCounted implements CountedString {
  readonly count: number
  readonly #places: readonly Place[]
  readonly #documents: DocSet
  readonly #searcher: FacetSearcher

  constructor(places: readonly Place[], documents: DocSet, searcher: FacetSearcher) {
    let count = 0
    for (const place of places) count += place.count
    this.count = count
    this.#places = places
    this.#documents = documents
    this.#searcher = searcher
  }

  get value(): string {
    const { part, ordinal } = this.#places[0]!
    return part.string(ordinal)
  }

  get onlyPlace(): Place | null {
    if (this.#places.length > 1) return null
    const place = this.#places[0]!
    return place.part.isSpelledOneWay(place.ordinal) ? place : null
  }

  get source(): ValueSource {
    const best = this.#isSpelledOneWay() ? this.#places[0]! : this.#lowestPlace()
    return { part: best.part, ordinal: best.ordinal, slot: () => this.#slot(best) }
  }

  #isSpelledOneWay(): boolean {
    const [first, ...others] = this.#places
    if (first === undefined || others.length === 0) return true
    const display = first.part.stringDisplay(first.ordinal)
    return this.#places.every(
      ({ part, ordinal }) =>
        part.isSpelledOneWay(ordinal) && part.stringDisplay(ordinal) === display,
    )
  }

  /** The place that holds the counted document with the lowest number. */
  #lowestPlace(): Place {
    let best = this.#places[0]!
    let bestNumber = Infinity
    for (const place of this.#places) {
      const number = this.#searcher.documentNumber(this.#slot(place))
      if (number >= bestNumber) continue
      best = place
      bestNumber = number
    }
    return best
  }

  /** Documents of a part are in the order of their numbers: the first counted one is the lowest. */
  #slot({ part, ordinal }: Place): number {
    const { base, stringStarts, stringDocs } = part
    let at = stringStarts[ordinal]!
    while (!this.#documents.has(base + stringDocs[at]!)) at++
    return base + stringDocs[at]!
  }
}

/** The next value of a part that was counted. */
class Head implements Place {
  readonly part: ColumnPart
  readonly counted: PartCounts
  /** -1 when there is none left. */
  ordinal = -1
  count = 0
  /** No other head is before it. */
  isLeast = false

  constructor(counted: PartCounts) {
    this.part = counted.part
    this.counted = counted
  }
}

function headOf(counted: PartCounts): Head {
  const head = new Head(counted)
  advance(head)
  return head
}

/** Moves to the next value with a count. */
function advance(head: Head): void {
  const { counted } = head
  const { stringCount } = counted.part
  for (let ordinal = head.ordinal + 1; ordinal < stringCount; ordinal++) {
    const count = counted.ofString(ordinal)
    if (count === 0) continue
    head.ordinal = ordinal
    head.count = count
    return
  }
  head.ordinal = -1
}

/** The place of `value` in an ascending list, or -1. */
function lowerBoundOf(list: Uint32Array, value: number): number {
  const at = lowerBound(list, value)
  return at < list.length && list[at] === value ? at : -1
}

function numbersOf(counted: PartCounts): CountedNumber[] {
  const found: CountedNumber[] = []
  const { numbers } = counted.part
  const counts = counted.all()
  for (let i = 0; i < numbers.length; i++) {
    if (counts[i]! > 0) found.push({ value: numbers[i]!, count: counts[i]! })
  }
  return found
}

function mergeNumbers(a: CountedNumber[], b: CountedNumber[]): CountedNumber[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
  const merged: CountedNumber[] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const order = compareNumbers(a[i]!.value, b[j]!.value)
    if (order === 0) merged.push({ value: a[i]!.value, count: a[i++]!.count + b[j++]!.count })
    else merged.push(order < 0 ? a[i++]! : b[j++]!)
  }
  while (i < a.length) merged.push(a[i++]!)
  while (j < b.length) merged.push(b[j++]!)
  return merged
}
