// The part of a text to show around its matches (relevancy 9.4): first the best run of matches that fits, then words are
// taken on both sides until the window is full. Sentence ends are crossed last.

import { HARD_SEPARATOR_TOKEN, SOFT_SEPARATOR_TOKEN } from '../text/text-tokens.ts'
import type { Matches, TextMatch } from './matches.ts'

/** UTF-16 offsets of the shown part. */
export interface CropWindow {
  readonly start: number
  readonly end: number
}

/** A text that can be walked token by token from any offset at which a token ends and the next one starts. */
export interface CutText {
  /** UTF-16 units of the text. */
  readonly length: number
  /** The kind of the token before the offset; -1 at the start of the text. */
  kindBefore(offset: number): number
  startBefore(offset: number): number
  /** The kind of the token after the offset; -1 at the end of the text. */
  kindAfter(offset: number): number
  endAfter(offset: number): number
}

/** Gaps between matches count up to this many words. */
const GAP_MAX = 7
/** Query positions below are counted as bits of a number. */
const BIT_POSITIONS = 32

/** The window of `cropLength` words (at least 1) to show of a text with these matches. */
export function cropWindow(text: CutText, matches: Matches, cropLength: number): CropWindow {
  if (matches.count === 0) return grow(text, 0, 0, cropLength)
  const [first, last] = bestInterval(matches.list, matches.count, cropLength)
  const wordCount = last.lastWord - first.firstWord + 1
  if (wordCount > cropLength) return startOfLongMatch(text, first, cropLength)
  return grow(text, first.start, last.end, cropLength - wordCount)
}

/** First and last match of the best run that fits into `cropLength` words; the first match alone when none fits. */
function bestInterval(
  matches: readonly TextMatch[],
  count: number,
  cropLength: number,
): readonly [TextMatch, TextMatch] {
  if (count === 1) return [matches[0]!, matches[0]!]
  let best: readonly [number, number] = [0, 0]
  let bestScore: Score | null = null
  let first = 0
  for (let next = 0; next <= count; next++) {
    const isOver = next === count || !fits(matches, first, next, cropLength)
    if (!isOver) continue
    const last = next - 1
    if (last >= first && fits(matches, first, last, cropLength)) {
      const score = scoreInterval(matches, first, last)
      if (bestScore === null || isBetter(score, bestScore)) {
        best = [first, last]
        bestScore = score
      }
    }
    while (first < next && next < count && !fits(matches, first, next, cropLength)) first++
  }
  return [matches[best[0]]!, matches[best[1]]!]
}

function fits(
  matches: readonly TextMatch[],
  first: number,
  last: number,
  cropLength: number,
): boolean {
  return matches[last]!.lastWord - matches[first]!.firstWord < cropLength
}

/** Distinct query positions, closeness, neighbours in query order; compared in this order, larger is better. */
type Score = readonly [number, number, number]

function scoreInterval(matches: readonly TextMatch[], first: number, last: number): Score {
  let seen = 0
  let others: Set<number> | null = null
  let closeness = 0
  let ordered = 0
  for (let index = first; index <= last; index++) {
    const match = matches[index]!
    for (const position of match.positions) {
      if (position < BIT_POSITIONS) seen |= 1 << position
      else others = (others ?? new Set()).add(position)
    }
    const innerSteps = match.lastWord - match.firstWord
    closeness -= innerSteps
    ordered += innerSteps
    if (index === last) break
    const next = matches[index + 1]!
    closeness -= Math.min(GAP_MAX, next.firstWord - match.lastWord)
    if ((next.positions[0] ?? 0) > (match.positions[0] ?? 0)) ordered++
  }
  return [countOnes(seen) + (others?.size ?? 0), closeness, ordered]
}

function countOnes(word: number): number {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}

function isBetter(score: Score, than: Score): boolean {
  if (score[0] !== than[0]) return score[0] > than[0]
  if (score[1] !== than[1]) return score[1] > than[1]
  return score[2] > than[2]
}

/** Everything up to the word of the match at which `cropLength` is used up. */
function startOfLongMatch(text: CutText, match: TextMatch, cropLength: number): CropWindow {
  let remaining = cropLength
  let end = match.start
  while (remaining > 0 && end < match.end) {
    if (isWord(text.kindAfter(end))) remaining--
    end = text.endAfter(end)
  }
  return { start: 0, end }
}

/** Widens the window by `words` words. */
function grow(text: CutText, start: number, end: number, words: number): CropWindow {
  let left = start
  let right = end
  let remaining = words
  while (remaining > 0 && (left > 0 || right < text.length)) {
    const before = text.kindBefore(left)
    const after = text.kindAfter(right)
    if (isWord(before) || isWord(after)) {
      if (isWord(before)) {
        left = text.startBefore(left)
        remaining--
      }
      if (isWord(after) && remaining > 0) {
        right = text.endAfter(right)
        remaining--
      }
    } else if (before < 0) right = text.endAfter(right)
    else if (after < 0) left = text.startBefore(left)
    else if (before === after) {
      left = text.startBefore(left)
      // Keeps a separator from standing before the crop marker.
      if (remaining > 1) right = text.endAfter(right)
    } else if (before === HARD_SEPARATOR_TOKEN) right = text.endAfter(right)
    else left = text.startBefore(left)
  }
  return { start: left, end: right }
}

function isWord(kind: number): boolean {
  return kind >= 0 && kind < SOFT_SEPARATOR_TOKEN
}
