// A quick look at a word before its lemma is made: most words of a text are none of the query's, and in plain ASCII that can be
// seen from the first three characters. There a lemma is the lowercased slice of the text.

/** Sorts out words that cannot match. */
export interface MatchSieve {
  /** Of the word that starts at `start` of a plain text, given as its bytes up to `end`: false is certain, true is not. */
  mayStart(bytes: Uint8Array, start: number, end: number): boolean
}

/** Characters are taken modulo 32, which also folds the two cases of a letter. */
const BUCKETS = 32
const MASK = BUCKETS - 1

/** Builds a sieve from everything a match can start with: words, starts of words, first words of phrases. */
export function createMatchSieve(starts: Iterable<string>): MatchSieve {
  const trigrams = new Uint8Array(BUCKETS * BUCKETS * BUCKETS)
  for (const start of starts) markTrigrams(trigrams, start)
  return {
    mayStart(bytes, start, end) {
      const first = bytes[start]! & MASK
      const second = start + 1 < end ? bytes[start + 1]! & MASK : 0
      const third = start + 2 < end ? bytes[start + 2]! & MASK : 0
      return trigrams[(first << 10) | (second << 5) | third] === 1
    },
  }
}

/** Marks the first three characters; what a shorter word leaves open may be anything. */
function markTrigrams(trigrams: Uint8Array, start: string): void {
  const first = start.charCodeAt(0) & MASK
  if (start.length === 1) {
    trigrams.fill(1, first << 10, (first + 1) << 10)
    return
  }
  const pair = (first << 5) | (start.charCodeAt(1) & MASK)
  if (start.length === 2) trigrams.fill(1, pair << 5, (pair + 1) << 5)
  else trigrams[(pair << 5) | (start.charCodeAt(2) & MASK)] = 1
}
