// Finds separators and dictionary entries in a text: leftmost first, longest at that place.

/** Matches a fixed set of strings at a place of a text. */
export interface EntryMatcher {
  /**
   * The end of the longest entry starting at `start`, or `start` when none does; entries reaching past `limit` do
   * not count.
   */
  matchEnd(text: string, start: number, limit: number): number
}

/** A matcher for `entries`; the empty string and strings with half a surrogate pair cannot be found and are ignored. */
export function createEntryMatcher(entries: Iterable<string>): EntryMatcher {
  const isSingle = new Uint8Array(0x10000)
  const longerByFirst = new Map<number, string[]>()
  const hasLonger = new Uint8Array(0x10000)
  for (const entry of new Set(entries)) {
    if (entry === '' || LONE_SURROGATE.test(entry)) continue
    const first = entry.charCodeAt(0)
    if (entry.length === 1) {
      isSingle[first] = 1
      continue
    }
    hasLonger[first] = 1
    const longer = longerByFirst.get(first)
    if (longer === undefined) longerByFirst.set(first, [entry])
    else longer.push(entry)
  }
  for (const longer of longerByFirst.values()) longer.sort((a, b) => b.length - a.length)

  return {
    matchEnd(text, start, limit) {
      const first = text.charCodeAt(start)
      if (hasLonger[first] === 1) {
        for (const entry of longerByFirst.get(first) ?? []) {
          const end = start + entry.length
          if (end <= limit && text.startsWith(entry, start)) return end
        }
      }
      return isSingle[first] === 1 ? start + 1 : start
    },
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u
