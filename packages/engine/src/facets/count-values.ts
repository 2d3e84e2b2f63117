// How many of some documents have each value of a field. Every part of the column is counted by its own ordinals; values are
// turned into strings only as far as somebody reads on, so a facet with many values costs what its first hundred cost.

import { compareNumbers } from '../bits/number-order.ts'
import { lowerBound } from '../bits/doc-set.ts'
import type { DocSet } from '../bits/doc-set.ts'
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
  /** How all documents of one segment, which alone has the value, spell it; null when there is more to it. */
  readonly onlySpelling: string | null
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
    return this.#parts.map(numbersOf).reduce(mergeNumbers, [])
  }

  /** Strings in word order, with a count above zero; lazily. */
  *strings(): Generator<CountedString> {
    let heads = this.#parts.map((part) => headOf(part)).filter((head) => head.ordinal >= 0)
    while (heads.length > 0) {
      let least = heads[0]!
      if (heads.length === 1) {
        yield this.#counted([placeOf(least)])
        advance(least)
        if (least.ordinal < 0) return
        continue
      }
      const places: Place[] = [placeOf(least)]
      for (let i = 1; i < heads.length; i++) {
        const head = heads[i]!
        const order = compareStrings(
          head.counted.part,
          head.ordinal,
          least.counted.part,
          least.ordinal,
        )
        if (order > 0) continue
        if (order < 0) {
          least = head
          places.length = 0
        }
        places.push(placeOf(head))
      }
      yield this.#counted(places)
      for (const head of heads) {
        if (places.some(({ part }) => part === head.counted.part)) advance(head)
      }
      if (heads.some(({ ordinal }) => ordinal < 0)) {
        heads = heads.filter(({ ordinal }) => ordinal >= 0)
      }
    }
  }

  /** At most `countMax` strings: most documents first, among equals the last in word order first. */
  topStrings(countMax: number): CountedString[] {
    const column = this.#column
    if (column === null || countMax === 0) return []
    const { ranks, valueCount } = column.stringRanks
    const totals = new Uint32Array(valueCount)
    for (const counted of this.#parts) {
      const { part } = counted
      const counts = counted.all()
      const rankOf = ranks[column.parts.indexOf(part)]!
      const offset = part.numbers.length
      for (let i = 0; i < part.stringCount; i++) totals[rankOf[i]!]! += counts[offset + i]!
    }
    const top = new BestCounts(countMax)
    for (let rank = valueCount - 1; rank >= 0; rank--) {
      if (totals[rank]! > 0) top.offer(totals[rank]!, rank)
    }
    return top.sorted().map((rank) => {
      const places: Place[] = []
      for (const counted of this.#parts) {
        const ordinal = lowerBoundOf(ranks[column.parts.indexOf(counted.part)]!, rank)
        if (ordinal < 0) continue
        const count = counted.ofString(ordinal)
        if (count > 0) places.push({ part: counted.part, ordinal, count })
      }
      return this.#counted(places)
    })
  }

  #counted(places: readonly Place[]): CountedString {
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

interface Place {
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

  get onlySpelling(): string | null {
    if (this.#places.length > 1) return null
    const { part, ordinal } = this.#places[0]!
    return part.isSpelledOneWay(ordinal) ? part.stringDisplay(ordinal) : null
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
interface Head {
  readonly counted: PartCounts
  /** -1 when there is none left. */
  ordinal: number
  count: number
}

function headOf(counted: PartCounts): Head {
  const head: Head = { counted, ordinal: -1, count: 0 }
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

function placeOf({ counted, ordinal, count }: Head): Place {
  return { part: counted.part, ordinal, count }
}

/** The place of `value` in an ascending list, or -1. */
function lowerBoundOf(list: Uint32Array, value: number): number {
  const at = lowerBound(list, value)
  return at < list.length && list[at] === value ? at : -1
}

function numbersOf(counted: PartCounts): CountedNumber[] {
  const found: CountedNumber[] = []
  const { numbers } = counted.part
  if (numbers.length === 0) return found
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
