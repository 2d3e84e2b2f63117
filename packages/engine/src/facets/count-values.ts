// How many of some documents have each value of a field. Counts are kept by ordinal of the largest part of the column; the
// values of the other parts are looked up in it, and those it does not have are kept aside. So the many values of a large
// segment are never turned into strings to be counted.

import { lowerBound } from '../bits/doc-set.ts'
import type { DocSet } from '../bits/doc-set.ts'
import { numberLowerBound } from '../filter/column-search.ts'
import type { ColumnPart, ColumnView } from '../index/column-view.ts'
import { compareWords } from '../bits/word-order.ts'
import type { FacetSearcher } from './facet-searcher.ts'
import { printNumber } from './print-number.ts'

/** Where a value's spelling is taken from. */
export interface ValueSource {
  readonly part: ColumnPart
  readonly ordinal: number
  /** The counted document with the lowest number. */
  readonly slot: number
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
}

/** The values of a column that at least one of the documents has. */
export class ValueCounts {
  /** Null when the column has no parts. */
  readonly #main: PartCounts | null
  /** By printed number: a map takes -0 for 0. */
  readonly #extraNumbers = new Map<string, CountedNumber>()
  readonly #extraStrings: CountedString[] = []

  constructor(column: ColumnView | null, documents: DocSet, searcher: FacetSearcher) {
    const parts = (column?.parts ?? []).toSorted((a, b) => valueCount(b) - valueCount(a))
    const [main, ...others] = parts.map((part) => countPart(part, documents))
    this.#main = main ?? null
    const strings = new Map<string, CountedString>()
    for (const other of others) this.#fold(main!, other, strings, searcher)
    this.#extraStrings = [...strings.values()]
  }

  /** In no particular order. */
  numbers(): CountedNumber[] {
    const out: CountedNumber[] = []
    const main = this.#main
    if (main === null) return out
    const { numbers } = main.part
    for (let i = 0; i < numbers.length; i++) {
      if (main.counts[i]! > 0) out.push({ value: numbers[i]!, count: main.counts[i]! })
    }
    out.push(...this.#extraNumbers.values())
    return out
  }

  /** Strings in word order, with a count above zero; lazily. */
  *strings(): Generator<CountedString> {
    const main = this.#main
    if (main === null) return
    // extras stand before the ordinal where they would be inserted
    const extras = this.#sortedExtras(main.part)
    let next = 0
    const offset = main.part.numbers.length
    for (let ordinal = 0; ordinal < main.part.stringCount; ordinal++) {
      while (next < extras.length && extras[next]!.before <= ordinal) yield extras[next++]!.string
      if (main.counts[offset + ordinal]! > 0) yield stringOf(main, ordinal)
    }
    while (next < extras.length) yield extras[next++]!.string
  }

  /** At most `countMax` strings: most documents first, among equals the last in word order first. */
  topStrings(countMax: number): CountedString[] {
    const main = this.#main
    if (main === null || countMax === 0) return []
    const extras = this.#sortedExtras(main.part).map(({ before, string }) => ({
      order: before - 0.5,
      count: string.count,
      string,
    }))
    const top = new BestCounts(countMax)
    const offset = main.part.numbers.length
    for (let ordinal = main.part.stringCount; ordinal >= 0; ordinal--) {
      // an extra before this ordinal is between it and the one below
      const count = ordinal === main.part.stringCount ? 0 : main.counts[offset + ordinal]!
      if (count > 0) top.offer(count, ordinal)
      while (extras.length > 0 && extras.at(-1)!.order > ordinal - 1) {
        const extra = extras.pop()!
        top.offer(extra.count, extra.order, extra.string)
      }
    }
    return top.sorted().map((entry) => entry.extra ?? stringOf(main, entry.order))
  }

  #sortedExtras(part: ColumnPart): { before: number; string: CountedString }[] {
    return this.#extraStrings
      .map((string) => ({ before: -1 - part.findString(string.value), string }))
      .toSorted((a, b) => a.before - b.before || compareValues(a.string, b.string))
  }

  #fold(
    main: PartCounts,
    other: PartCounts,
    strings: Map<string, CountedString>,
    searcher: FacetSearcher,
  ): void {
    const { part, counts } = other
    for (let i = 0; i < part.numbers.length; i++) {
      if (counts[i] === 0) continue
      const value = part.numbers[i]!
      const at = numberLowerBound(main.part.numbers, value)
      if (at < main.part.numbers.length && Object.is(main.part.numbers[at], value)) {
        main.counts[at]! += counts[i]!
      } else {
        const printed = printNumber(value)
        const known = this.#extraNumbers.get(printed)?.count ?? 0
        this.#extraNumbers.set(printed, { value, count: known + counts[i]! })
      }
    }
    for (let ordinal = 0; ordinal < part.stringCount; ordinal++) {
      const count = counts[part.numbers.length + ordinal]!
      if (count === 0) continue
      const found = stringOf(other, ordinal)
      const at = main.part.findString(found.value)
      if (at >= 0) addToMain(main, at, found, searcher)
      else strings.set(found.value, join(strings.get(found.value), found, searcher))
    }
  }
}

/** The document with the lowest number of all live ones that have the value; null when none has. */
export function lowestSource(
  column: ColumnView,
  value: string,
  searcher: FacetSearcher,
): ValueSource | null {
  let lowest: ValueSource | null = null
  for (const part of column.parts) {
    const ordinal = part.findString(value)
    if (ordinal < 0) continue
    const { stringStarts, stringDocs } = part
    for (let at = stringStarts[ordinal]!; at < stringStarts[ordinal + 1]!; at++) {
      const slot = part.base + stringDocs[at]!
      if (!searcher.live.has(slot)) continue
      const number = searcher.documentNumber(slot)
      if (lowest === null || number < searcher.documentNumber(lowest.slot)) {
        lowest = { part, ordinal, slot }
      }
      break
    }
  }
  return lowest
}

/** Counts of one part by entry: numbers first, strings after them. */
interface PartCounts {
  readonly part: ColumnPart
  readonly counts: Uint32Array
  /** Slot of the counted document with the lowest number; only where the count is above zero. */
  readonly slots: Uint32Array
  /** Sources of strings whose lowest document is in another part, by ordinal. */
  readonly moved: Map<number, ValueSource>
}

function countPart(part: ColumnPart, documents: DocSet): PartCounts {
  const size = valueCount(part)
  const counts = new Uint32Array(size)
  const slots = new Uint32Array(size)
  const members = documents.toArray()
  const start = lowerBound(members, part.base)
  const end = lowerBound(members, part.base + part.docCount)
  if (end - start === part.docCount) countWhole(part, counts, slots)
  else countEntries(part, members, start, end, counts, slots)
  return { part, counts, slots, moved: new Map() }
}

/** Every document of the part counts: the lengths of the lists are the counts. */
function countWhole(part: ColumnPart, counts: Uint32Array, slots: Uint32Array): void {
  const { numberStarts, numberDocs, stringStarts, stringDocs, base } = part
  const numberCount = part.numbers.length
  for (let i = 0; i < numberCount; i++) {
    counts[i] = numberStarts[i + 1]! - numberStarts[i]!
    slots[i] = base + numberDocs[numberStarts[i]!]!
  }
  for (let i = 0; i < part.stringCount; i++) {
    counts[numberCount + i] = stringStarts[i + 1]! - stringStarts[i]!
    slots[numberCount + i] = base + stringDocs[stringStarts[i]!]!
  }
}

function countEntries(
  part: ColumnPart,
  members: Uint32Array,
  start: number,
  end: number,
  counts: Uint32Array,
  slots: Uint32Array,
): void {
  const { entryStarts, entries, base } = part
  for (let i = start; i < end; i++) {
    const slot = members[i]!
    const last = entryStarts[slot - base + 1]!
    for (let at = entryStarts[slot - base]!; at < last; at++) {
      const entry = entries[at]!
      // documents of a part are in the order of their numbers: the first met is the lowest
      if (counts[entry] === 0) slots[entry] = slot
      counts[entry]!++
    }
  }
}

function valueCount(part: ColumnPart): number {
  return part.numbers.length + part.stringCount
}

function stringOf(counted: PartCounts, ordinal: number): CountedString {
  const at = counted.part.numbers.length + ordinal
  const own = { part: counted.part, ordinal, slot: counted.slots[at]! }
  return {
    value: counted.part.string(ordinal),
    count: counted.counts[at]!,
    source: counted.moved.get(ordinal) ?? own,
  }
}

function addToMain(
  main: PartCounts,
  ordinal: number,
  found: CountedString,
  searcher: FacetSearcher,
): void {
  const at = main.part.numbers.length + ordinal
  const known = main.counts[at] === 0 ? undefined : stringOf(main, ordinal)
  main.counts[at]! += found.count
  const { source } = join(known, found, searcher)
  if (source === found.source) main.moved.set(ordinal, source)
}

function join(
  known: CountedString | undefined,
  found: CountedString,
  searcher: FacetSearcher,
): CountedString {
  if (known === undefined) return found
  const isEarlier =
    searcher.documentNumber(found.source.slot) < searcher.documentNumber(known.source.slot)
  const source = isEarlier ? found.source : known.source
  return { value: found.value, count: known.count + found.count, source }
}

interface BestEntry {
  readonly count: number
  readonly order: number
  readonly extra: CountedString | null
}

/** Keeps the best of what it is offered: the greatest counts, the first offered among equals. A heap, worst on top. */
class BestCounts {
  readonly #sizeMax: number
  readonly #heap: BestEntry[] = []

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  /** `order` must not grow from one call to the next. */
  offer(count: number, order: number, extra: CountedString | null = null): void {
    const heap = this.#heap
    if (heap.length < this.#sizeMax) {
      heap.push({ count, order, extra })
      this.#up(heap.length - 1)
    } else if (count > heap[0]!.count) {
      heap[0] = { count, order, extra }
      this.#down()
    }
  }

  sorted(): BestEntry[] {
    return this.#heap.toSorted((a, b) => b.count - a.count || compareOrder(b, a))
  }

  #isWorse(a: number, b: number): boolean {
    const x = this.#heap[a]!
    const y = this.#heap[b]!
    return x.count < y.count || (x.count === y.count && compareOrder(x, y) < 0)
  }

  #up(start: number): void {
    let at = start
    while (at > 0 && this.#isWorse(at, (at - 1) >>> 1)) {
      this.#swap(at, (at - 1) >>> 1)
      at = (at - 1) >>> 1
    }
  }

  #down(): void {
    let at = 0
    for (;;) {
      let worst = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#heap.length && this.#isWorse(child, worst)) worst = child
      }
      if (worst === at) return
      this.#swap(at, worst)
      at = worst
    }
  }

  #swap(a: number, b: number): void {
    const held = this.#heap[a]!
    this.#heap[a] = this.#heap[b]!
    this.#heap[b] = held
  }
}

function compareValues(a: CountedString, b: CountedString): number {
  return compareWords(a.value, b.value)
}

/** Word order of two entries; extras between the same ordinals are compared by their strings. */
function compareOrder(a: BestEntry, b: BestEntry): number {
  if (a.order !== b.order || a.extra === null || b.extra === null) return a.order - b.order
  return compareValues(a.extra, b.extra)
}
