// Finds the terms within one or two typos of a word: one walk over the sorted terms that keeps a row of the edit
// matrix per character of the current term, so that neighbours share the rows of their common prefix, and leaps over
// every stretch of terms whose common prefix is already too far away.
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

/** Terms at level 1 or 2 of `word` (relevancy 4.3), in word order. With `isPrefix` a term counts by its nearest prefix. */
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
    addFirstCharEdits(terms, [...word], options.isPrefix, matches)
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
  const { bytes, starts } = terms
  const { isPrefix, typosMax } = options
  const width = word.length + 1
  const depthMax = word.length + typosMax + 1
  // row d belongs to the first d characters of the current term
  const rows = new Uint8Array((depthMax + 1) * width)
  const rowMin = new Uint8Array(depthMax + 1)
  const best = new Uint8Array(depthMax + 1)
  const charEnds = new Uint32Array(depthMax + 1)
  const chars = new Uint32Array(depthMax + 1)
  for (let j = 0; j < width; j++) rows[j] = Math.min(j, 255)
  best[0] = Math.min(word.length, 255)
  let previous = -1
  let depth = 0
  let ordinal = from
  while (ordinal < to) {
    const start = starts[ordinal]!
    const length = starts[ordinal + 1]! - start
    if (previous >= 0) {
      const previousStart = starts[previous]!
      const shared = Math.min(length, charEnds[depth]!)
      let same = 0
      while (same < shared && bytes[previousStart + same] === bytes[start + same]) same++
      while (charEnds[depth]! > same) depth--
    }
    previous = ordinal
    let at = charEnds[depth]!
    let isCut = false
    while (at < length) {
      const lead = bytes[start + at]!
      let char = lead
      let size = 1
      if (lead >= 0xf0) {
        size = 4
        char =
          ((lead & 7) << 18) |
          ((bytes[start + at + 1]! & 63) << 12) |
          ((bytes[start + at + 2]! & 63) << 6) |
          (bytes[start + at + 3]! & 63)
      } else if (lead >= 0xe0) {
        size = 3
        char =
          ((lead & 15) << 12) | ((bytes[start + at + 1]! & 63) << 6) | (bytes[start + at + 2]! & 63)
      } else if (lead >= 0xc0) {
        size = 2
        char = ((lead & 31) << 6) | (bytes[start + at + 1]! & 63)
      }
      at += size
      depth++
      charEnds[depth] = at
      chars[depth] = char
      rowMin[depth] = nextRow(rows, depth, width, word, chars)
      best[depth] = Math.min(best[depth - 1]!, rows[depth * width + width - 1]!)
      if (rowMin[depth]! > typosMax) {
        isCut = true
        break
      }
    }
    if (!isCut) {
      const distance = isPrefix ? best[depth]! : rows[depth * width + width - 1]!
      if (distance > 0 && distance <= typosMax) {
        matches.ordinals.push(ordinal)
        matches.levels.push(distance)
      }
      ordinal++
      continue
    }
    // nothing behind this prefix can come nearer: all of its terms have the same outcome
    const end = terms.prefixEnd(bytes.subarray(start, start + at), ordinal)
    const distance = best[depth]!
    if (isPrefix && distance > 0 && distance <= typosMax) {
      for (let i = ordinal; i < end; i++) {
        matches.ordinals.push(i)
        matches.levels.push(distance)
      }
    }
    ordinal = end
  }
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
  word: readonly string[],
  isPrefix: boolean,
  matches: TypoMatches,
): void {
  const [first, second] = word
  const rest = encoder.encode(word.slice(1).join(''))
  const whole = encoder.encode(word.join(''))
  const add = (from: number, to: number): void => {
    for (let ordinal = from; ordinal < to; ordinal++) {
      matches.ordinals.push(ordinal)
      matches.levels.push(2)
    }
  }
  const addKey = (key: Uint8Array): void => {
    const from = terms.lowerBound(key)
    const to = terms.prefixEnd(key, from)
    if (isPrefix) add(from, to)
    else if (from < to && terms.termBytes(from).length === key.length) add(from, from + 1)
  }
  const key = new Uint8Array(whole.length + 4)
  forEachFirstChar(terms, (lead) => {
    if (lead.length === encoder.encode(first).length && startsWith(whole, lead)) return
    for (const tail of [rest, whole]) {
      key.set(lead)
      key.set(tail, lead.length)
      addKey(key.subarray(0, lead.length + tail.length))
    }
  })
  if (second !== undefined && second !== first) {
    addKey(rest)
    addKey(encoder.encode(second + first + word.slice(2).join('')))
  }
}

/** Visits the UTF-8 of each distinct first character of the dictionary. */
function forEachFirstChar(terms: TermsReader, visit: (lead: Uint8Array) => void): void {
  let ordinal = 0
  while (ordinal < terms.count) {
    const term = terms.termBytes(ordinal)
    const lead = term[0]!
    const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
    const prefix = term.subarray(0, size)
    visit(prefix)
    ordinal = terms.prefixEnd(prefix, ordinal)
  }
}

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  for (let i = 0; i < prefix.length; i++) if (bytes[i] !== prefix[i]) return false
  return true
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
  matches.ordinals.splice(0, Infinity, ...ordinals)
  matches.levels.splice(0, Infinity, ...levels)
}
