// A quick look at a text before it is tokenized: most leaves of a hit hold no word of the query, and for plain ASCII that can be
// seen from the characters. There a lemma is the lowercased slice of the text, so some place of the text must show the
// first three characters of some word sought. Texts with anything else are let through.

/** Sorts out texts that cannot match. */
export interface MatchSieve {
  /** False is certain, true is not. */
  mayMatch(text: string): boolean
  /** The same of a word that starts at `start` of a plain text, given as its bytes up to `end`. */
  mayStart(bytes: Uint8Array, start: number, end: number): boolean
}

/** Characters are taken modulo 32, which also folds the two cases of a letter. */
const BUCKETS = 32
const MASK = BUCKETS - 1
/** Printable ASCII and white space: nothing that normalization drops or rewrites. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/

/** Builds a sieve from everything a match can start with: words, starts of words, first words of phrases. */
export function createMatchSieve(starts: Iterable<string>): MatchSieve {
  const trigrams = new Uint8Array(BUCKETS * BUCKETS * BUCKETS)
  for (const start of starts) {
    if (isPlain(start.slice(0, 3))) markTrigrams(trigrams, start)
  }
  return {
    mayMatch: (text) => !isPlain(text) || hasTrigram(trigrams, text),
    mayStart(bytes, start, end) {
      const first = bytes[start]! & MASK
      const second = start + 1 < end ? bytes[start + 1]! & MASK : 0
      const third = start + 2 < end ? bytes[start + 2]! & MASK : 0
      return trigrams[(first << 10) | (second << 5) | third] === 1
    },
  }
}

/** True for a text of printable ASCII and white space. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text)
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

function hasTrigram(trigrams: Uint8Array, text: string): boolean {
  let trigram = 0
  for (let at = 0; at < text.length; at++) {
    trigram = ((trigram << 5) | (text.charCodeAt(at) & MASK)) & 0x7fff
    if (at >= 2 && trigrams[trigram] === 1) return true
  }
  // A short word may stand at the very end, where nothing follows it.
  for (let missing = 0; missing < 2; missing++) {
    trigram = (trigram << 5) & 0x7fff
    if (trigrams[trigram] === 1) return true
  }
  return false
}
