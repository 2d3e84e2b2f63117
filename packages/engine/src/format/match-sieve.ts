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

/** Where the sets of first and second characters stand in it. */
export const FIRST_SET_AT: number = STARTS_BYTES
export const SECOND_SET_AT: number = STARTS_BYTES + SET_BYTES

/**
 * One bit by the start of a word, set where it can be a match, and behind that two sets: the characters of plain ASCII that
 * can be the first one of a match, and those that can follow it. What lies beyond the end of a short word does not matter.
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
  if (!isInSet(sieve, FIRST_SET_AT, first)) return false
  const pair = ((first & START_CHAR_MASK) << START_BITS) | (second & START_CHAR_MASK)
  const bit = (pair << START_BITS) | (third & START_CHAR_MASK)
  return ((sieve[bit >>> 3]! >>> (bit & 7)) & 1) !== 0
}

/** Builds a sieve from everything a match can start with: words, starts of words, first words of phrases. For one read. */
export function createMatchSieve(starts: Iterable<string>): MatchSieve {
  const sieve = rawBytes(STARTS_BYTES + 2 * SET_BYTES).fill(0)
  for (const start of starts) markStart(sieve, start)
  return sieve
}

/** Marks the first three characters; what a shorter word leaves open may be anything. */
function markStart(sieve: MatchSieve, start: string): void {
  addBothCases(sieve, FIRST_SET_AT, start.charCodeAt(0))
  const first = start.charCodeAt(0) & START_CHAR_MASK
  if (start.length === 1) {
    sieve.fill(0xff, SECOND_SET_AT, SECOND_SET_AT + SET_BYTES)
    sieve.fill(0xff, first << (2 * START_BITS - 3), (first + 1) << (2 * START_BITS - 3))
    return
  }
  addBothCases(sieve, SECOND_SET_AT, start.charCodeAt(1))
  const pair = (first << START_BITS) | (start.charCodeAt(1) & START_CHAR_MASK)
  if (start.length === 2) sieve.fill(0xff, pair << (START_BITS - 3), (pair + 1) << (START_BITS - 3))
  else {
    const bit = (pair << START_BITS) | (start.charCodeAt(2) & START_CHAR_MASK)
    sieve[bit >>> 3]! |= 1 << (bit & 7)
  }
}

/** Lemmas are in lower case. */
function addBothCases(sieve: MatchSieve, at: number, code: number): void {
  addToSet(sieve, at, code)
  if (code >= SMALL_A && code <= SMALL_Z) addToSet(sieve, at, code - CASE_STEP)
}
