// A quick look at a word before its lemma is made: most words of a text are none of the query's, and in plain ASCII that can be
// seen from the first three characters. There a lemma is the lowercased slice of the text.

import { rawBytes } from '../bits/scratch.ts'

/** The first three characters of a word as one number: each modulo 32, which also folds the two cases of a letter. */
export const START_BITS = 5
export const START_CHAR_MASK: number = (1 << START_BITS) - 1
export const START_MASK: number = (1 << (3 * START_BITS)) - 1

/** By the start of a word: not 0 where it can be a match. What lies beyond the end of a short word does not matter. */
export type MatchSieve = Uint8Array

/** The start of the word at `start` of a text of plain ASCII, given as its bytes up to `end`. */
export function startAt(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start]! & START_CHAR_MASK
  const second = start + 1 < end ? bytes[start + 1]! & START_CHAR_MASK : 0
  const third = start + 2 < end ? bytes[start + 2]! & START_CHAR_MASK : 0
  return (first << (2 * START_BITS)) | (second << START_BITS) | third
}

/** Builds a sieve from everything a match can start with: words, starts of words, first words of phrases. For one read. */
export function createMatchSieve(starts: Iterable<string>): MatchSieve {
  const sieve = rawBytes(START_MASK + 1).fill(0)
  for (const start of starts) markStart(sieve, start)
  return sieve
}

/** Marks the first three characters; what a shorter word leaves open may be anything. */
function markStart(sieve: MatchSieve, start: string): void {
  const first = start.charCodeAt(0) & START_CHAR_MASK
  if (start.length === 1) {
    sieve.fill(1, first << (2 * START_BITS), (first + 1) << (2 * START_BITS))
    return
  }
  const pair = (first << START_BITS) | (start.charCodeAt(1) & START_CHAR_MASK)
  if (start.length === 2) sieve.fill(1, pair << START_BITS, (pair + 1) << START_BITS)
  else sieve[(pair << START_BITS) | (start.charCodeAt(2) & START_CHAR_MASK)] = 1
}
