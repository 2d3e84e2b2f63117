// Finds separators and dictionary entries in a text: leftmost first, longest at that place.

import type { Separators } from './separators.ts'

/** Matches a fixed set of strings at a place of a text. */
export interface EntryMatcher {
  /** Per UTF-16 unit, whether some entry starts with it: a quick way past the chars that need no look. */
  readonly isStart: Uint8Array
  /**
   * The end of the longest entry starting at `start`, or `start` when none does; entries reaching past `limit` do
   * not count.
   */
  matchEnd(text: string, start: number, limit: number): number
}

/**
 * A matcher for separators and dictionary entries. The empty string and strings with half a surrogate pair cannot be
 * found and are ignored.
 */
export function createEntryMatcher(
  separators: Separators,
  dictionary: readonly string[],
): EntryMatcher {
  let known = matcherBySeparators.get(separators)
  if (known === undefined) {
    known = new TableMatcher(new Uint8Array(0x10000), new Uint8Array(0x10000), new Map())
    known.addAll(separators.keys())
    matcherBySeparators.set(separators, known)
  }
  if (dictionary.length === 0) return known
  const matcher = known.copy()
  matcher.addAll(dictionary)
  return matcher
}

// Most tokenizers share the default separators, whose tables are then made once.
const matcherBySeparators = new WeakMap<Separators, TableMatcher>()

const LONE_SURROGATE = /\p{Surrogate}/u

class TableMatcher implements EntryMatcher {
  readonly isStart: Uint8Array
  readonly #isSingle: Uint8Array
  /** Entries of two or more units by their first one, longest first. */
  readonly #longerByFirst: Map<number, readonly string[]>

  constructor(
    isStart: Uint8Array,
    isSingle: Uint8Array,
    longerByFirst: Map<number, readonly string[]>,
  ) {
    this.isStart = isStart
    this.#isSingle = isSingle
    this.#longerByFirst = longerByFirst
  }

  copy(): TableMatcher {
    return new TableMatcher(
      this.isStart.slice(),
      this.#isSingle.slice(),
      new Map(this.#longerByFirst),
    )
  }

  addAll(entries: Iterable<string>): void {
    for (const entry of entries) {
      if (entry === '' || LONE_SURROGATE.test(entry)) continue
      const first = entry.charCodeAt(0)
      this.isStart[first] = 1
      if (entry.length === 1) {
        this.#isSingle[first] = 1
        continue
      }
      const longer = [...(this.#longerByFirst.get(first) ?? []), entry]
      this.#longerByFirst.set(
        first,
        longer.toSorted((a, b) => b.length - a.length),
      )
    }
  }

  matchEnd(text: string, start: number, limit: number): number {
    const first = text.charCodeAt(start)
    if (this.isStart[first] === 0) return start
    const longer = this.#longerByFirst.get(first)
    if (longer !== undefined) {
      for (const entry of longer) {
        const end = start + entry.length
        if (end <= limit && text.startsWith(entry, start)) return end
      }
    }
    return this.#isSingle[first] === 1 ? start + 1 : start
  }
}
