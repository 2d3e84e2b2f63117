// Finds the terms within one or two typos of a word: the sorted terms are walked like a trie, one character at a time,
// with a row of the edit matrix per character. Terms that share a prefix share its rows, a prefix that is already too far
// away is left with everything behind it, and once the budget is spent only the few characters that still match are
// looked for.
//
//             ""  k  i  t  e        distance: insertion, deletion, substitution and swap of neighbours cost one each
//        ""    0  1  2  3  4        (optimal string alignment); rows are characters of the term, columns of the word
//        k     1  0  1  2  3
//        i     2  1  0  1  2
//
// An edit of the first character costs two: it is only allowed with a budget of two, and then alone.

import type { TermsReader } from './reader.ts'

export interface TypoMatches {
  /** Ordinals ascending, and for each its level: 1 or 2. */
  readonly ordinals: number[]
  readonly levels: number[]
}

const encoder = new TextEncoder()

/**
 * Terms at level 1 or 2 of `word` (relevancy 4.3), in word order. With `isPrefix` a term counts by its first prefix that
 * no beginning of the word is nearer to than the whole word; without such a prefix, by itself.
 */
export function findTypos(
  terms: TermsReader,
  word: string,
  options: { readonly isPrefix: boolean; readonly typosMax: 1 | 2 },
): TypoMatches {
  const chars = Uint32Array.from(word, (char) => char.codePointAt(0)!)
  const first = encoder.encode(String.fromCodePoint(chars[0]!))
  const matches: TypoMatches = { ordinals: [], levels: [] }
  const from = terms.lowerBound(first)
  const to = terms.prefixEnd(first, from)
  walk(terms, from, to, chars, options, matches)
  if (options.typosMax === 2) {
    addFirstCharEdits(terms, chars, options.isPrefix, matches)
    sortByOrdinal(matches)
  }
  return matches
}

function walk(
  terms: TermsReader,
  from: number,
  to: number,
  word: Uint32Array,
  options: { readonly isPrefix: boolean; readonly typosMax: 1 | 2 },
  matches: TypoMatches,
): void {
  if (from < to) new TypoWalk(terms, word, options, matches).visit(from, to, 0, 0)
}

class TypoWalk {
  readonly #terms: TermsReader
  readonly #word: Uint32Array
  readonly #isPrefix: boolean
  readonly #typosMax: number
  readonly #matches: TypoMatches
  readonly #width: number
  /** Row d belongs to the first d characters of the current prefix. */
  readonly #rows: Uint8Array
  readonly #chars: Uint32Array

  constructor(
    terms: TermsReader,
    word: Uint32Array,
    options: { readonly isPrefix: boolean; readonly typosMax: 1 | 2 },
    matches: TypoMatches,
  ) {
    const depthMax = word.length + options.typosMax + 1
    this.#terms = terms
    this.#word = word
    this.#isPrefix = options.isPrefix
    this.#typosMax = options.typosMax
    this.#matches = matches
    this.#width = word.length + 1
    this.#rows = new Uint8Array((depthMax + 1) * this.#width)
    this.#chars = new Uint32Array(depthMax + 1)
    for (let j = 0; j < this.#width; j++) this.#rows[j] = Math.min(j, 255)
  }

  /** Terms [low, high) share their first `depth` characters, which take `at` bytes. */
  visit(low: number, high: number, depth: number, at: number): void {
    const terms = this.#terms
    let ordinal = low
    // terms that end here come first; there is at most one
    if (terms.charAt(ordinal, at) < 0) {
      this.#accept(ordinal, ordinal + 1, this.#rows[depth * this.#width + this.#width - 1]!)
      ordinal++
    }
    if (ordinal === high) return
    if (this.#rowMin(depth) < this.#typosMax) {
      while (ordinal < high) {
        const char = terms.charAt(ordinal, at)
        const end = terms.charEnd(ordinal, high, at, char)
        this.#descend(ordinal, end, depth, at, char)
        ordinal = end
      }
      return
    }
    for (const char of this.#matchingChars(depth)) {
      ordinal = terms.charStart(ordinal, high, at, char)
      if (ordinal === high) return
      if (terms.charAt(ordinal, at) !== char) continue
      const end = terms.charEnd(ordinal, high, at, char)
      this.#descend(ordinal, end, depth, at, char)
      ordinal = end
      if (ordinal === high) return
    }
  }

  #descend(low: number, high: number, depth: number, at: number, char: number): void {
    const next = depth + 1
    this.#chars[next] = char
    const smallest = nextRow(this.#rows, next, this.#width, this.#word, this.#chars)
    const last = this.#rows[next * this.#width + this.#width - 1]!
    if (this.#isPrefix && last <= smallest) {
      // the whole word is the nearest part of it: whatever follows, all of these terms are as near
      this.#accept(low, high, last)
      return
    }
    if (smallest > this.#typosMax) return
    this.visit(low, high, next, at + utf8Bytes(char))
  }

  #accept(from: number, to: number, distance: number): void {
    if (distance === 0 || distance > this.#typosMax) return
    for (let ordinal = from; ordinal < to; ordinal++) {
      this.#matches.ordinals.push(ordinal)
      this.#matches.levels.push(distance)
    }
  }

  #rowMin(depth: number): number {
    let smallest = 255
    for (let j = 0; j < this.#width; j++) {
      smallest = Math.min(smallest, this.#rows[depth * this.#width + j]!)
    }
    return smallest
  }

  /** With the budget spent: the characters, ascending, behind which some distance does not grow. */
  #matchingChars(depth: number): number[] {
    const row = depth * this.#width
    const above = row - this.#width
    const found = new Set<number>()
    for (let j = 0; j < this.#word.length; j++) {
      if (this.#rows[row + j]! <= this.#typosMax) found.add(this.#word[j]!)
      if (
        depth > 0 &&
        j + 1 < this.#word.length &&
        this.#word[j + 1] === this.#chars[depth] &&
        this.#rows[above + j]! < this.#typosMax
      ) {
        found.add(this.#word[j]!)
      }
    }
    return [...found].sort((a, b) => a - b)
  }
}

function utf8Bytes(char: number): number {
  if (char < 0x80) return 1
  if (char < 0x800) return 2
  return char < 0x10000 ? 3 : 4
}

/** Fills row `depth` from the two above it; returns its smallest value. */
function nextRow(
  rows: Uint8Array,
  depth: number,
  width: number,
  word: Uint32Array,
  chars: Uint32Array,
): number {
  const row = depth * width
  const above = row - width
  const above2 = above - width
  const char = chars[depth]!
  const previousChar = chars[depth - 1]!
  let left = Math.min(depth, 255)
  let smallest = left
  rows[row] = left
  for (let j = 1; j < width; j++) {
    let value = rows[above + j - 1]! + (word[j - 1] === char ? 0 : 1)
    const up = rows[above + j]! + 1
    if (up < value) value = up
    if (left + 1 < value) value = left + 1
    if (j > 1 && depth > 1 && word[j - 2] === char && word[j - 1] === previousChar) {
      const swapped = rows[above2 + j - 2]! + 1
      if (swapped < value) value = swapped
    }
    rows[row + j] = value
    left = value
    if (value < smallest) smallest = value
  }
  return smallest
}

/** Terms with another first character that are one edit of that character away: they count as two typos. */
function addFirstCharEdits(
  terms: TermsReader,
  word: Uint32Array,
  isPrefix: boolean,
  matches: TypoMatches,
): void {
  const first = word[0]!
  const second = word[1]
  const whole = encodeChars(word)
  const rest = whole.subarray(utf8Bytes(first))
  for (const { char, from, to } of terms.firstChars()) {
    if (char === first) continue
    const at = utf8Bytes(char)
    // another first character, or one more before it
    addTails(terms, from, to, at, rest, isPrefix, matches)
    addTails(terms, from, to, at, whole, isPrefix, matches)
    if (char !== second) continue
    // the first character left out, or swapped with the second
    addTails(terms, from, to, at, rest.subarray(at), isPrefix, matches)
    const swapped = encodeChars(Uint32Array.of(first, ...word.subarray(2)))
    addTails(terms, from, to, at, swapped, isPrefix, matches)
  }
}

/** Adds the terms of [from, to) that go on with `tail` at byte `at`: exactly, or with more behind it. */
function addTails(
  terms: TermsReader,
  from: number,
  to: number,
  at: number,
  tail: Uint8Array,
  isPrefix: boolean,
  matches: TypoMatches,
): void {
  for (let ordinal = terms.tailStart(from, to, at, tail); ordinal < to; ordinal++) {
    if (!terms.hasTail(ordinal, at, tail, !isPrefix)) return
    matches.ordinals.push(ordinal)
    matches.levels.push(2)
  }
}

function encodeChars(chars: Uint32Array): Uint8Array {
  return encoder.encode(String.fromCodePoint(...chars))
}

/** Puts the matches in word order; a term found twice keeps its better level. */
function sortByOrdinal(matches: TypoMatches): void {
  const order = matches.ordinals.map((_, i) => i)
  order.sort(
    (a, b) =>
      matches.ordinals[a]! - matches.ordinals[b]! || matches.levels[a]! - matches.levels[b]!,
  )
  const ordinals: number[] = []
  const levels: number[] = []
  for (const i of order) {
    if (ordinals.at(-1) === matches.ordinals[i]) continue
    ordinals.push(matches.ordinals[i]!)
    levels.push(matches.levels[i]!)
  }
  matches.ordinals.length = 0
  matches.levels.length = 0
  for (const [i, ordinal] of ordinals.entries()) {
    matches.ordinals.push(ordinal)
    matches.levels.push(levels[i]!)
  }
}
