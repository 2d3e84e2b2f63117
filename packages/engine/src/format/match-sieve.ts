// A quick look at a word before its lemma is made: most words of a text are none of the query's, and in plain ASCII that can be
// seen from the first three characters. There a lemma is the lowercased slice of the text.

import { addToSet, isInSet, SET_BYTES } from '../bits/ascii-set.ts'
import { rawBytes } from '../bits/scratch.ts'

/** The first three characters of a word as one number: each modulo 32, which also folds the two cases of a letter. */
export const START_BITS = 5
export const START_CHAR_MASK: number = (1 << START_BITS) - 1
const SMALL_A = 0x61
const SMALL_Z = 0x7a
const CASE_STEP = 0x20
/** Bytes of a sieve that hold one bit by the start of a word. */
export const STARTS_BYTES: number = 1 << (3 * START_BITS - 3)

/**
 * One bit by the start of a word, set where it can be a match, and behind that the set of the characters of plain ASCII that
 * a match can start with. What lies beyond the end of a short word does not matter.
 */
export type MatchSieve = Uint8Array

/** Whether the word at `start` of a text of plain ASCII, given as its bytes up to `end`, can be a match. */
export function isSieved(
  sieve: MatchSieve,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  const second = start + 1 < end ? bytes[start + 1]! : 0
  const third = start + 2 < end ? bytes[start + 2]! : 0
  return isStart(sieve, bytes[start]!, second, third)
}

/** The same of a word of plain ASCII in a text of any kind. */
export function isTextSieved(sieve: MatchSieve, text: string, start: number): boolean {
  const second = start + 1 < text.length ? text.charCodeAt(start + 1) : 0
  const third = start + 2 < text.length ? text.charCodeAt(start + 2) : 0
  return isStart(sieve, text.charCodeAt(start), second, third)
}

function isStart(sieve: MatchSieve, first: number, second: number, third: number): boolean {
  if (!isInSet(sieve, STARTS_BYTES, first)) return false
  const pair = ((first & START_CHAR_MASK) << START_BITS) | (second & START_CHAR_MASK)
  const bit = (pair << START_BITS) | (third & START_CHAR_MASK)
  return ((sieve[bit >>> 3]! >>> (bit & 7)) & 1) !== 0
}

/** Builds a sieve from everything a match can start with: words, starts of words, first words of phrases. For one read. */
export function createMatchSieve(starts: Iterable<string>): MatchSieve {
  const sieve = rawBytes(STARTS_BYTES + SET_BYTES).fill(0)
  for (const start of starts) markStart(sieve, start)
  return sieve
}

/** Marks the first three characters; what a shorter word leaves open may be anything. */
function markStart(sieve: MatchSieve, start: string): void {
  const code = start.charCodeAt(0)
  addToSet(sieve, STARTS_BYTES, code)
  // lemmas are in lower case
  if (code >= SMALL_A && code <= SMALL_Z) addToSet(sieve, STARTS_BYTES, code - CASE_STEP)
  const first = code & START_CHAR_MASK
  if (start.length === 1) {
    sieve.fill(0xff, first << (2 * START_BITS - 3), (first + 1) << (2 * START_BITS - 3))
    return
  }
  const pair = (first << START_BITS) | (start.charCodeAt(1) & START_CHAR_MASK)
  if (start.length === 2) sieve.fill(0xff, pair << (START_BITS - 3), (pair + 1) << (START_BITS - 3))
  else {
    const bit = (pair << START_BITS) | (start.charCodeAt(2) & START_CHAR_MASK)
    sieve[bit >>> 3]! |= 1 << (bit & 7)
  }
}
